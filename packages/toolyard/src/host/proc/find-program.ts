/**
 * Where programs are, by the PATH that children get. Programs of our own, which also run outside the sandbox, are looked for
 * only if no tool can put another one of that name.
 *
 * @module
 */
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from '../files/roots.ts'
import { withoutWritable } from './environment.ts'
import type { FindOptions } from './program.ts'

const extensions = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']

export class ProgramFinder {
  readonly path: string
  readonly #writable: readonly string[]
  readonly #found = new Map<string, string>()
  readonly #own = new Map<string, string>()

  /** `writable`: the folders that tools can write to, links resolved. */
  constructor(path: string, writable: readonly string[] = []) {
    this.path = path
    this.#writable = writable
  }

  /** What was found before, without a look. */
  known(name: string): string | undefined {
    return this.#found.get(name)
  }

  async find(name: string, { own = false }: FindOptions = {}): Promise<string | undefined> {
    const found = own ? this.#own : this.#found
    const isFound = async (path: string): Promise<boolean> =>
      (await isProgram(path)) && !(own && (await this.#isWritable(path)))
    const known = found.get(name)
    if (known !== undefined && (await isFound(known))) return known
    found.delete(name)
    for (const place of this.#placesOf(name, own)) {
      for (const extension of extensions) {
        if (!(await isFound(place + extension))) continue
        found.set(name, place + extension)
        return place + extension
      }
    }
    return undefined
  }

  #placesOf(name: string, own: boolean): readonly string[] {
    if (isAbsolute(name)) return [name]
    if (/[\\/]/.test(name)) return []
    const folders = own ? withoutWritable(this.path, this.#writable) : this.path.split(delimiter)
    return folders.map((folder) => join(folder, name))
  }

  /** A link elsewhere may lead to where tools can write. */
  async #isWritable(path: string): Promise<boolean> {
    const real = await realpath(path).catch(() => path)
    return this.#writable.some((folder) => isWithin(folder, real))
  }
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
