/**
 * Finds tools by what their descriptions mean: vectors of an embedding model, compared with that of the query.
 *
 * Vectors of tools are read from the store, or computed in the background in batches and kept there, by model and
 * fingerprint: only a changed tool costs a request. A service that fails or is slow costs a search at most two seconds, then
 * is left alone for a while; nothing here throws at a search.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import { type Clock, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { VectorStore } from '../../store/index.ts'

/** The port to an embedding model. */
export interface Embedder {
  /** Texts that it takes in one request. */
  readonly mostTexts: number
  /** A vector of length one for each text. Throws a `ToolyardError`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

export interface MeaningParts {
  /** Its whole name, such as `openai/text-embedding-3-small`. */
  readonly model: string
  readonly open: () => Promise<Embedder>
  readonly vectors: VectorStore
  readonly clock: Clock
  /** Takes secrets out of what is sent. */
  readonly redact: (text: string) => string
}

export interface FoundTools {
  /** Best first. */
  readonly tools: readonly ToolManifest[]
  /** What is missing in this answer, and why. */
  readonly note?: string | undefined
}

/** A search waits no longer than this, in milliseconds. */
const queryMs = 2000
const batchMs = 30_000
/** How long a service is left alone that failed, unless it says how long. */
const pauseMs = 30_000
const mostPauseMs = 600_000
/** Tools that an answer holds. */
const mostNear = 20
const mostQueries = 100
const mostText = 4000
/** Changes when `textOf` does: what was made of another text is no use. */
const textForm = 1

export class MeaningIndex {
  readonly #parts: MeaningParts
  readonly #closed = new AbortController()
  readonly #known = new WeakMap<ToolManifest, Float32Array>()
  /** Vectors of queries, the one that was used last at the end. */
  readonly #queries = new Map<string, Float32Array>()
  #embedder: Promise<Embedder> | undefined
  #wanted = new Set<ToolManifest>()
  #learning: Promise<void> | undefined
  /** Vectors of another length were made by another model of the same name. */
  #dimensions: number | undefined
  #fault: { readonly text: string; readonly until: number } | undefined

  constructor(parts: MeaningParts) {
    this.#parts = parts
  }

  /** Learns what these tools mean, as far as it is not known yet. Settles when that is done or has failed; never rejects. */
  learn(manifests: readonly ToolManifest[]): Promise<void> {
    if (this.#isPaused()) return this.#learning ?? Promise.resolve()
    for (const manifest of manifests) if (!this.#vectorOf(manifest)) this.#wanted.add(manifest)
    if (this.#wanted.size === 0) return this.#learning ?? Promise.resolve()
    return (this.#learning ??= this.#learnAll()
      .catch((error: unknown) => this.#pause(error))
      .finally(() => {
        this.#learning = undefined
      }))
  }

  async rank(manifests: readonly ToolManifest[], query: string): Promise<FoundTools> {
    if (this.#isPaused() && !this.#queries.has(query)) return { tools: [], note: this.#fault?.text }
    const learning = this.learn(manifests)
    // The first search waits for tools too, so that a program that ends soon is answered by meaning.
    const isFirst = !manifests.some((manifest) => this.#vectorOf(manifest))
    try {
      const sought = await this.#within(queryMs, async (signal) => {
        const waiting = isFirst ? Promise.race([learning, aborted(signal).catch(() => {})]) : undefined
        const [vector] = await Promise.all([this.#vectorOfQuery(query, signal), waiting])
        return vector
      })
      return this.#near(manifests, sought)
    } catch (error) {
      this.#pause(error)
      return { tools: [], note: this.#fault?.text }
    }
  }

  /** Lets go of what is computed now. */
  async close(): Promise<void> {
    this.#closed.abort(new ToolyardError('closed', 'the search was closed'))
    await this.#learning
  }

  #near(manifests: readonly ToolManifest[], sought: Float32Array): FoundTools {
    const found: { readonly manifest: ToolManifest; readonly likeness: number }[] = []
    let unknown = 0
    for (const manifest of manifests) {
      const vector = this.#vectorOf(manifest)
      if (!vector) unknown++
      else found.push({ manifest, likeness: product(vector, sought) })
    }
    const tools = found
      .filter(({ likeness }) => likeness > 0)
      .toSorted((left, right) => right.likeness - left.likeness)
      .slice(0, mostNear)
      .map(({ manifest }) => manifest)
    if (unknown === 0) return { tools }
    const missing = `${unknown} of ${manifests.length} tools are searched by words alone until "${this.#parts.model}" has read them.`
    return { tools, note: this.#fault?.text ?? missing }
  }

  #vectorOf(manifest: ToolManifest): Float32Array | undefined {
    const vector = this.#known.get(manifest)
    return vector && (this.#dimensions ?? vector.length) === vector.length ? vector : undefined
  }

  async #vectorOfQuery(query: string, signal: AbortSignal): Promise<Float32Array> {
    const known = this.#queries.get(query)
    const vector = known ?? (await this.#embed([this.#parts.redact(query).slice(0, mostText)], signal))[0]
    if (!vector) throw new ToolyardError('unavailable', `model "${this.#parts.model}" answered nothing`)
    this.#dimensions = vector.length
    this.#queries.delete(query)
    this.#queries.set(query, vector)
    const [oldest] = this.#queries.size > mostQueries ? this.#queries.keys() : []
    if (oldest !== undefined) this.#queries.delete(oldest)
    return vector
  }

  async #learnAll(): Promise<void> {
    while (this.#wanted.size > 0) {
      const wanted = [...this.#wanted]
      this.#wanted = new Set()
      const absent = await this.#recall(wanted)
      const { mostTexts } = absent.length > 0 ? await this.#open() : { mostTexts: 1 }
      for (let start = 0; start < absent.length; start += mostTexts)
        await this.#compute(absent.slice(start, start + mostTexts))
    }
  }

  /** Reads what is kept; answers those of which nothing is. */
  async #recall(wanted: readonly ToolManifest[]): Promise<readonly ToolManifest[]> {
    const kept = await this.#parts.vectors.read(this.#parts.model, wanted.map(keyOf))
    for (const manifest of wanted) {
      const vector = kept.get(keyOf(manifest))
      if (vector) this.#known.set(manifest, vector)
    }
    return wanted.filter((manifest) => !this.#vectorOf(manifest))
  }

  async #compute(manifests: readonly ToolManifest[]): Promise<void> {
    const { model, vectors, clock, redact } = this.#parts
    const texts = manifests.map((manifest) => redact(textOf(manifest)).slice(0, mostText))
    const made = await this.#within(batchMs, (signal) => this.#embed(texts, signal))
    const fresh = new Map<string, Float32Array>()
    for (const [index, manifest] of manifests.entries()) {
      const vector = made[index]
      if (!vector) continue
      this.#dimensions ??= vector.length
      this.#known.set(manifest, vector)
      fresh.set(keyOf(manifest), vector)
    }
    await vectors.save(fresh, { model, at: clock.wall() })
  }

  async #embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const made = await (await this.#open()).embed(texts, signal)
    this.#fault = undefined
    return made
  }

  #open(): Promise<Embedder> {
    const embedder = (this.#embedder ??= this.#parts.open())
    // What can't be opened now may be opened later.
    embedder.catch(() => {
      this.#embedder = undefined
    })
    return embedder
  }

  /** Ends in time, whatever the work does. */
  async #within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController()
    const deadline = this.#parts.clock.after(ms, () =>
      late.abort(
        new ToolyardError('timeout', `model "${this.#parts.model}" did not answer within ${ms / 1000} s`),
      ),
    )
    const signal = AbortSignal.any([late.signal, this.#closed.signal])
    try {
      return await Promise.race([work(signal), aborted(signal)])
    } finally {
      deadline.cancel()
    }
  }

  #isPaused(): boolean {
    return this.#closed.signal.aborted || this.#parts.clock.now() < (this.#fault?.until ?? 0)
  }

  #pause(error: unknown): void {
    const wait = ToolyardError.isInstance(error) ? error.retryAfterMs : undefined
    this.#fault = {
      text: `Searched by words alone: ${messageOf(error)}`,
      until: this.#parts.clock.now() + Math.min(wait ?? pauseMs, mostPauseMs),
    }
  }
}

function keyOf({ fingerprint }: ToolManifest): string {
  return `${textForm}:${fingerprint}`
}

/** What the fingerprint covers, and a reader would go by. */
function textOf({ name, title, description, inputSchema }: ToolManifest): string {
  const parameters = Object.keys(inputSchema.properties ?? {}).join(', ')
  return [name, title, description, parameters && `Parameters: ${parameters}`].filter(Boolean).join('\n')
}

function product(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
