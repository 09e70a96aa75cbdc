/**
 * What has changed among a language's files since the last look: found by looking, when it matters.
 *
 * Sizes and times only, no contents. A tree with more files than the limit is watched in part, and says so.
 *
 * @module
 */
import { extname, join } from 'node:path'
import type { FileStamp } from '../../../../host/index.ts'
import { stampOf } from './file-stamp.ts'
import type { Language } from './language.ts'
import { atOnce, walkSources } from './source-folders.ts'
import { uriOf } from './uri.ts'

const maxFiles = 50_000

/** As the protocol counts them: created, changed, deleted. */
export interface WatchedChange {
  readonly uri: string
  readonly type: 1 | 2 | 3
}

export class FileWatch {
  readonly #root: string
  readonly #language: Language
  #known: ReadonlyMap<string, FileStamp> | undefined
  #isWhole = true

  constructor(root: string, language: Language) {
    this.#root = root
    this.#language = language
  }

  /** Whether every file was looked at. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** What the file looked like at the last look; `undefined` if it was not seen. */
  stamp(path: string): FileStamp | undefined {
    return this.#known?.get(path)
  }

  /** Some file of the language, the one with the shortest path. */
  anyFile(): string | undefined {
    const paths = [...(this.#known?.keys() ?? [])].filter((path) => this.#isSource(path))
    return paths.toSorted((left, right) => left.length - right.length || (left < right ? -1 : 1))[0]
  }

  /** The changes since the last look; none the first time. */
  async look(): Promise<WatchedChange[]> {
    const before = this.#known
    const now = await this.#scan()
    this.#known = now
    if (!before) return []
    const changes: WatchedChange[] = []
    for (const [path, stamp] of now) {
      const old = before.get(path)
      if (old !== stamp) changes.push({ uri: uriOf(path), type: old === undefined ? 1 : 2 })
    }
    for (const path of before.keys()) if (!now.has(path)) changes.push({ uri: uriOf(path), type: 3 })
    return changes
  }

  async #scan(): Promise<Map<string, FileStamp>> {
    const found = new Map<string, FileStamp>()
    this.#isWhole = await walkSources(this.#root, async (folder, names) => {
      const paths = names.filter((name) => this.#isOfInterest(name)).map((name) => join(folder, name))
      for (let at = 0; at < paths.length; at += atOnce) {
        const some = paths.slice(at, at + atOnce)
        for (const [index, stamp] of (await Promise.all(some.map(stampOf))).entries()) {
          const path = some[index]
          if (path !== undefined && stamp !== undefined) found.set(path, stamp)
        }
      }
      return found.size < maxFiles
    })
    return found
  }

  #isOfInterest(name: string): boolean {
    return this.#isSource(name) || this.#language.configuration.includes(name)
  }

  #isSource(path: string): boolean {
    return Object.hasOwn(this.#language.endings, extname(path).toLowerCase())
  }
}
