/**
 * Which of an agent's tools a model is shown: all while their definitions are small enough; else those that every work
 * begins with, and those that the conversation has found or used.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'

/** Finds the others. Without it nothing can be left out. */
const finderName = 'search_tools'
/** Shown first, as far as they fit. */
const basics: readonly string[] = [
  finderName,
  'read_result',
  'ask_user_question',
  'read_file',
  'edit_file',
  'write_file',
  'list_dir',
  'glob',
  'grep',
  'bash',
  'skill',
]
/** Of the room for definitions: the rest is for those that are found. */
const basicShare = 0.5
const bytesPerToken = 3.5
/** Threads that are remembered; one that was forgotten shows what its history has called. */
const mostThreads = 10_000

export class ShownTools {
  readonly #budget: number
  /** By thread: names of tools, in the order in which they were found. */
  readonly #found = new Map<string, Set<string>>()
  readonly #tokens = new WeakMap<ToolManifest, number>()

  constructor(budget: number) {
    this.#budget = budget
  }

  /** These tools are shown in the thread from now on. */
  find(threadId: string, names: readonly string[]): void {
    const found = this.#found.get(threadId) ?? new Set()
    for (const name of names) {
      // The newest counts: what was found again moves to the end.
      found.delete(name)
      found.add(name)
    }
    this.#found.delete(threadId)
    this.#found.set(threadId, found)
    const [oldest] = this.#found.keys()
    if (this.#found.size > mostThreads && oldest !== undefined) this.#found.delete(oldest)
  }

  /** In the order in which they came, so that what a service has cached of them stays true; found ones at the end. */
  choose(threadId: string, manifests: readonly ToolManifest[]): readonly ToolManifest[] {
    const all = manifests.reduce((sum, manifest) => sum + this.#tokensOf(manifest), 0)
    if (all <= this.#budget || !manifests.some(({ name }) => name === finderName)) return manifests
    const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
    const kept = this.#fit(basics, byName, this.#budget * basicShare)
    const used = [...kept].reduce((sum, name) => sum + this.#tokensOfName(name, byName), 0)
    const others = [...(this.#found.get(threadId) ?? [])].filter((name) => !kept.has(name))
    const found = this.#fit(others.toReversed(), byName, this.#budget - used)
    return [
      ...manifests.filter(({ name }) => kept.has(name)),
      ...others.filter((name) => found.has(name)).flatMap((name) => byName.get(name) ?? []),
    ]
  }

  #tokensOf(manifest: ToolManifest): number {
    let tokens = this.#tokens.get(manifest)
    if (tokens === undefined) {
      const { name, description, inputSchema } = manifest
      tokens = Math.ceil(
        Buffer.byteLength(JSON.stringify({ name, description, parameters: inputSchema })) / bytesPerToken,
      )
      this.#tokens.set(manifest, tokens)
    }
    return tokens
  }

  #tokensOfName(name: string, byName: ReadonlyMap<string, ToolManifest>): number {
    const manifest = byName.get(name)
    return manifest ? this.#tokensOf(manifest) : 0
  }

  /** As many as there is room for; the first one always. */
  #fit(
    names: readonly string[],
    byName: ReadonlyMap<string, ToolManifest>,
    room: number,
  ): ReadonlySet<string> {
    const kept = new Set<string>()
    let left = room
    for (const name of names) {
      const tokens = this.#tokensOfName(name, byName)
      if (!byName.has(name) || (tokens > left && kept.size > 0)) continue
      kept.add(name)
      left -= tokens
    }
    return kept
  }
}
