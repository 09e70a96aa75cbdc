/**
 * Where programs are, by the PATH that children get.
 *
 * @module
 */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

const extensions = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']

export class ProgramFinder {
  readonly path: string
  readonly #folders: readonly string[]
  readonly #found = new Map<string, string>()

  constructor(path: string) {
    this.path = path
    this.#folders = path.split(delimiter)
  }

  /** What was found before, without a look. */
  known(name: string): string | undefined {
    return this.#found.get(name)
  }

  async find(name: string): Promise<string | undefined> {
    const known = this.#found.get(name)
    if (known !== undefined && (await isProgram(known))) return known
    this.#found.delete(name)
    const places = isAbsolute(name)
      ? [name]
      : /[\\/]/.test(name)
        ? []
        : this.#folders.map((folder) => join(folder, name))
    for (const place of places) {
      for (const extension of extensions) {
        if (!(await isProgram(place + extension))) continue
        this.#found.set(name, place + extension)
        return place + extension
      }
    }
    return undefined
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
