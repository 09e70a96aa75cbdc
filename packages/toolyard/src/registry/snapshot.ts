/**
 * The tools as they were at one moment. A conversation that was shown a snapshot keeps it.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import type { RegistryEntry } from './registry-entry.ts'
import { createWordIndex, type SearchHit, type WordIndex } from './search/word-index.ts'

export class Snapshot {
  readonly version: number
  readonly #tools: ReadonlyMap<string, { readonly entry: RegistryEntry }>
  #words: WordIndex | undefined

  /** The map is shared with the registry, which copies it before its next change. */
  constructor(version: number, tools: ReadonlyMap<string, { readonly entry: RegistryEntry }>) {
    this.version = version
    this.#tools = tools
  }

  get size(): number {
    return this.#tools.size
  }

  get names(): string[] {
    return [...this.#tools.keys()]
  }

  get(name: string): RegistryEntry | undefined {
    return this.#tools.get(name)?.entry
  }

  has(name: string): boolean {
    return this.#tools.has(name)
  }

  entries(): RegistryEntry[] {
    return Array.from(this.#tools.values(), ({ entry }) => entry)
  }

  *manifests(): Generator<ToolManifest> {
    for (const { entry } of this.#tools.values()) yield entry.manifest
  }

  /** By words alone, best first: words in the name weigh most, then tags and parameters, then the description. */
  search(query: string, limit = 5): SearchHit[] {
    this.#words ??= createWordIndex(this.manifests())
    return this.#words.search(query, limit)
  }
}
