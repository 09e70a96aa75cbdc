/**
 * `ToolSearch`: by words, and by meaning too if there is an embedding model; both orders are fused.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import { fuse } from './fuse.ts'
import type { FoundTools, MeaningIndex } from './meaning-index.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

export interface ToolSearchRequest {
  readonly manifests: readonly ToolManifest[]
  readonly query: string
  readonly limit: number
}

/** Tools that words alone give to the fused order. */
const mostByWords = 50
/** Beside a search by meaning, tools that have less of what is said are noise: they share words such as "an" and "it". */
const leastShare = 0.1

export class ToolSearch {
  readonly #meaning: MeaningIndex | undefined
  /** The last index: most searches look through the same tools. */
  #last: { readonly manifests: readonly ToolManifest[]; readonly index: WordIndex } | undefined

  constructor(meaning?: MeaningIndex) {
    this.#meaning = meaning
  }

  get isByMeaning(): boolean {
    return this.#meaning !== undefined
  }

  /** A search through these is likely soon: what it needs is computed in the background. */
  prepare(manifests: readonly ToolManifest[]): void {
    void this.#meaning?.learn(manifests)
  }

  /** Best first. */
  async find({ manifests, query, limit }: ToolSearchRequest): Promise<FoundTools> {
    const byMeaning = this.#meaning?.rank(manifests, query)
    const hits = this.#indexOf(manifests).search(query, Math.max(limit, mostByWords))
    const { tools, note } = (await byMeaning) ?? { tools: [] }
    if (tools.length === 0) return { tools: hits.slice(0, limit).map(({ manifest }) => manifest), note }
    const byWords = hits.filter(({ share }) => share >= leastShare).map(({ manifest }) => manifest)
    // Between equals, what is meant comes before what is said.
    const named = manifests.filter(({ name }) => name === query.trim())
    return { tools: fuse([tools, byWords, named]).slice(0, limit), note }
  }

  async close(): Promise<void> {
    await this.#meaning?.close()
  }

  #indexOf(manifests: readonly ToolManifest[]): WordIndex {
    const isSame =
      this.#last?.manifests.length === manifests.length &&
      manifests.every((manifest, index) => manifest === this.#last?.manifests[index])
    if (!isSame || !this.#last) this.#last = { manifests, index: createWordIndex(manifests) }
    return this.#last.index
  }
}
