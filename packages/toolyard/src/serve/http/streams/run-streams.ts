/**
 * The runs whose events are kept on the bus: those that go on and were asked about, and for a while those that have ended.
 *
 * Readers do not slow the run, and a reader that leaves does not end it.
 *
 * @module
 */
import type { RunEvent } from '../../../agents/index.ts'
import type { Bus, StreamWriter } from '../../../engine/index.ts'
import { jsonText } from '../json-text.ts'
import type { EventStream } from './event-stream.ts'
import { sendStream } from './send-stream.ts'

export class RunStreams {
  readonly #bus: Bus
  readonly #kept = new Set<string>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  async has(runId: string): Promise<boolean> {
    return (await this.#bus.find(streamOf(runId))) !== undefined
  }

  /** Whether the events of a run that goes on are being kept. */
  isKept(runId: string): boolean {
    return this.#kept.has(runId)
  }

  /** Keeps the events of a run, to its end. */
  keep(runId: string, events: AsyncIterable<RunEvent>): void {
    this.#kept.add(runId)
    void pump(this.#bus.open(streamOf(runId)), events).finally(() => this.#kept.delete(runId))
  }

  /** From the event after `after` on, as far as it is still kept. */
  join(runId: string, reader: EventStream, after: number): void {
    void sendStream(this.#bus, reader, { id: streamOf(runId), after })
  }
}

function streamOf(runId: string): string {
  return `run ${runId}`
}

async function pump(writer: StreamWriter, events: AsyncIterable<RunEvent>): Promise<void> {
  for await (const event of events) {
    const kept = { type: event.type, json: jsonText(event) }
    if (event.type === 'done' || event.type === 'error') await writer.end('done', kept)
    else await writer.append(kept)
  }
}
