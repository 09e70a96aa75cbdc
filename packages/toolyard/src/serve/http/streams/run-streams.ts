/**
 * The runs whose events are kept: those that go on and were asked about, and for a while those that have ended.
 *
 * @module
 */
import type { RunEvent } from '../../../agents/index.ts'
import { RunStream } from './run-stream.ts'

const keepMs = 5 * 60_000
/** Of runs that have ended: how many, and how many bytes of them; past it the oldest are forgotten first. */
const mostEnded = 200
const mostBytes = 16_000_000

export class RunStreams {
  readonly #running = new Map<string, RunStream>()
  /** In the order in which they ended. */
  readonly #ended = new Map<string, RunStream>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  find(runId: string): RunStream | undefined {
    return this.#running.get(runId) ?? this.#ended.get(runId)
  }

  /** Keeps the events of a run, to its end. */
  keep(runId: string, events: AsyncIterable<RunEvent>): RunStream {
    const stream = new RunStream(runId)
    this.#running.set(runId, stream)
    void this.#pump(stream, events)
    return stream
  }

  close(): void {
    clearInterval(this.#timer)
    this.#running.clear()
    this.#ended.clear()
  }

  async #pump(stream: RunStream, events: AsyncIterable<RunEvent>): Promise<void> {
    for await (const event of events) stream.push(event)
    stream.end()
    if (!this.#running.delete(stream.runId)) return
    this.#ended.set(stream.runId, stream)
    this.#bytes += stream.size
    this.#timer ??= setInterval(() => this.#tidy(), keepMs / 10).unref()
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= mostEnded && this.#bytes <= mostBytes) return
      this.#forget(id)
    }
  }

  #forget(runId: string): void {
    this.#bytes -= this.#ended.get(runId)?.size ?? 0
    this.#ended.delete(runId)
  }

  #tidy(): void {
    const now = performance.now()
    for (const [id, { endedAt = now }] of this.#ended) {
      if (now - endedAt <= keepMs) return
      this.#forget(id)
    }
  }
}
