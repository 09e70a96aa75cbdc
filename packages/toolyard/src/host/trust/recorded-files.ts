/**
 * The record of what was trusted, and whether files are still what it says.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isWithin } from '../files/roots.ts'
import { isFileAt, packageFolder, textAt } from './code-files.ts'
import { type Contents, hashOf, type SeenFile } from './contents.ts'
import type { Difference } from './differences.ts'
import { nearestPackage, steeringText } from './package-facts.ts'
import type { TrustRecord } from './trust-record.ts'

export class RecordedFiles {
  readonly #contents: Contents
  readonly #isGuarded: (path: string) => boolean
  /** Files that were found to be right, with all that they name. */
  readonly #right = new Set<string>()
  #record: TrustRecord | undefined

  constructor(contents: Contents, isGuarded: (path: string) => boolean) {
    this.#contents = contents
    this.#isGuarded = isGuarded
  }

  /** Undefined if nothing was trusted. */
  get record(): TrustRecord | undefined {
    return this.#record
  }

  hold(record: TrustRecord | undefined): void {
    this.#record = record
    this.#right.clear()
    for (const [key, { seen }] of record?.entries ?? []) if (seen[1] !== '') this.#contents.know(key, seen)
  }

  /** Whether a file that was trusted is another now. Cheap: what has the same stamp is not read. */
  get hasChanged(): boolean {
    this.#right.clear()
    return [...(this.#record?.entries ?? [])].some(
      ([path, { seen }]) => (seen[1] !== '' || basename(path) === 'package.json') && !this.#isRight(path),
    )
  }

  /** What is wrong with a module that is about to run; undefined if it is as it was trusted, with all that it names. */
  problemWith(path: string, source: string | NodeJS.ArrayBufferView): Difference | undefined {
    const folder = this.#treeOf(path)
    const known = folder === undefined ? this.#record?.entries.get(path)?.seen : this.#inTree(folder, path)
    if (!known) return { path, kind: 'new' }
    if (!isSame(known[0], path, source)) return { path, kind: 'changed' }
    return folder === undefined ? this.#named(path) : this.#packageOf(folder, path)
  }

  /** What a file names and its `package.json`, as far as it was known when the file was trusted. */
  #named(path: string): Difference | undefined {
    if (this.#right.has(path)) return undefined
    this.#right.add(path)
    const scope = nearestPackage(dirname(path))
    for (const name of [
      ...(this.#record?.entries.get(path)?.names ?? []),
      ...(scope === undefined ? [] : [scope]),
    ]) {
      const problem = this.#isRight(name)
        ? this.#named(name)
        : ({ path: name, kind: this.#kindOf(name) } as const)
      if (!problem) continue
      this.#right.delete(path)
      return problem
    }
    return undefined
  }

  #isRight(path: string): boolean {
    if (!this.#isGuarded(path) || this.#treeOf(path) !== undefined) return true
    const known = this.#record?.entries.get(path)?.seen
    if (!known) return !isFileAt(path)
    if (basename(path) === 'package.json') return hashOf(steeringText(textAt(path) ?? '')) === known[0]
    this.#contents.begin()
    return this.#contents.seen(path)?.[0] === known[0]
  }

  #packageOf(folder: string, path: string): Difference | undefined {
    for (let at = dirname(path); isWithin(folder, at); at = dirname(at)) {
      const file = join(at, 'package.json')
      if (this.#right.has(file) || !isFileAt(file)) continue
      if (this.#contents.seen(file)?.[0] !== this.#inTree(folder, file)?.[0])
        return { path: file, kind: 'changed' }
      this.#right.add(file)
    }
    return undefined
  }

  #treeOf(path: string): string | undefined {
    const inPackage = packageFolder(path)
    if (inPackage !== undefined) return inPackage
    const trees = this.#record?.trees.keys() ?? []
    return [...trees].find((folder) => isWithin(folder, path) && !this.#record?.entries.has(path))
  }

  #inTree(folder: string, path: string): SeenFile | undefined {
    return this.#record?.trees.get(folder)?.().get(relative(folder, path))
  }

  #kindOf(path: string): Difference['kind'] {
    return this.#record?.entries.has(path) ? 'changed' : 'new'
  }
}

/** Node may hand over a text that it has decoded. */
function isSame(hash: string, path: string, source: string | NodeJS.ArrayBufferView): boolean {
  const text = typeof source === 'string' ? source : undefined
  if (basename(path) === 'package.json' && packageFolder(path) === undefined)
    return hashOf(steeringText(text ?? Buffer.from(source as Uint8Array).toString())) === hash
  if (hashOf(source) === hash) return true
  if (text === undefined) return false
  const bytes = readFileSync(path)
  return hashOf(bytes) === hash && bytes.toString('utf8') === text
}
