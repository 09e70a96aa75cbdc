/**
 * What calls of this process tell those who ask elsewhere: streams that are kept here are copied to the bus that processes share,
 * from when the first one asks. A call that keeps none is joined, and told from then on.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { ToolEvent } from '../../../define/index.ts'
import type { Bus } from '../../../engine/index.ts'
import { jsonText } from '../../../kernel/index.ts'
import type { Pipeline } from '../../../pipeline/index.ts'
import {
  type CallOwner,
  type FindsStream,
  isOwnCall,
  type KeptEvent,
  type KeptStream,
  type ToldEvent,
} from './calls-anywhere.ts'

export class ToldCalls {
  /** Of this process. */
  readonly #here: Bus
  readonly #pipeline: Pipeline
  readonly #keepers = new Set<FindsStream>()
  /** Streams of calls that were joined, by call; until the call ends. */
  readonly #joined = new Map<string, KeptStream>()
  /** The names of copies that are being made, by stream. */
  readonly #copies = new Map<string, string>()
  readonly #closing = new AbortController()

  constructor(here: Bus, pipeline: Pipeline) {
    this.#here = here
    this.#pipeline = pipeline
  }

  keep(find: FindsStream): () => void {
    this.#keepers.add(find)
    return () => void this.#keepers.delete(find)
  }

  async find(id: string, own: CallOwner | undefined): Promise<KeptStream | undefined> {
    for (const keeper of this.#keepers) {
      const kept = await keeper(id)
      if (kept) return isOwnCall(own, kept) ? kept : undefined
    }
    const ticket = this.#pipeline.find(id)
    const { agent, principal = 'local' } = ticket ?? {}
    return ticket && isOwnCall(own, { agent, principal }) ? this.#join(id) : undefined
  }

  /** What a stream of this process tells, from the event after `after` on. */
  async *read(
    stream: string,
    after: number,
    signal?: AbortSignal,
  ): AsyncGenerator<ToldEvent, void, undefined> {
    for await (const event of this.#here.watch(stream, after, signal)) {
      const { sequence } = event
      if (event.type === 'missed') yield { sequence, missed: event.count }
      else if (event.data !== undefined) yield { sequence, ...(event.data as KeptEvent) }
    }
  }

  /** The stream on the shared bus that tells the same, under the same numbers. */
  copy(shared: Bus, stream: string, failed: (error: unknown) => void): string {
    const known = this.#copies.get(stream)
    if (known !== undefined) return known
    const name = `call ${randomUUID()}`
    this.#copies.set(stream, name)
    void this.#copy(shared, stream, name)
      .catch(failed)
      .finally(() => this.#copies.delete(stream))
    return name
  }

  close(): void {
    this.#closing.abort()
  }

  async #copy(shared: Bus, stream: string, name: string): Promise<void> {
    const writer = shared.open(name)
    for await (const event of this.read(stream, 0, this.#closing.signal))
      if ('type' in event && event.type === 'result') await writer.end('done', event)
      else await writer.append(event)
  }

  /** It runs. */
  #join(id: string): KeptStream {
    const known = this.#joined.get(id)
    if (known) return known
    const kept: KeptStream = { stream: `joined ${randomUUID()}`, shownId: id }
    const writer = this.#here.open(kept.stream)
    const hear = (event: ToolEvent): void => {
      const told: KeptEvent = { type: event.type, json: jsonText(event) }
      if (event.type !== 'result') return void writer.append(told)
      void writer.end('done', told)
      this.#joined.delete(id)
    }
    this.#pipeline.tap(id, hear)
    this.#joined.set(id, kept)
    return kept
  }
}
