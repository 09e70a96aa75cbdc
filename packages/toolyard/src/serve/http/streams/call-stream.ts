/**
 * The events of one call on the bus: for the caller, for those who join, and for those who come back after a broken connection.
 *
 * The caller slows the tool down by reading slowly; those who joined do not.
 *
 * @module
 */
import { jsonText } from '../../../kernel/index.ts'
import type { ToolEvent, ToolResult } from '../../../define/index.ts'
import type { Bus, StreamWriter } from '../../../engine/index.ts'
import type { KeptEvent } from '../../../parts/index.ts'
import type { EventSink } from '../../../pipeline/index.ts'
import type { EventStream } from './event-stream.ts'
import { sendStream } from './send-stream.ts'

export interface StreamedCall {
  readonly id: string
  /** As its caller knows it. */
  readonly shownId: string
  /** On whose behalf the call was made, and by whom. */
  readonly agent: string | undefined
  readonly principal: string | undefined
}

export class CallStream implements EventSink, StreamedCall {
  readonly id: string
  readonly shownId: string
  readonly agent: string | undefined
  readonly principal: string | undefined
  readonly #bus: Bus
  readonly #writer: StreamWriter
  /** Before the data of a chunk, which is most of what streams. */
  readonly #chunkHead: string
  /** Told when something else is, or at the end of the turn: only the latest counts. */
  #progress: ToolEvent | undefined
  #isPlanned = false
  #maker: EventStream | undefined
  readonly #readers = new Set<EventStream>()

  constructor(bus: Bus, { id, shownId, agent, principal }: StreamedCall) {
    this.id = id
    this.shownId = shownId
    this.agent = agent
    this.principal = principal
    this.#bus = bus
    this.#writer = bus.open(this.stream)
    this.#chunkHead = `{"type":"chunk","callId":${JSON.stringify(shownId)},"data":`
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0
  }

  async isKept(): Promise<boolean> {
    return (await this.#bus.find(this.stream)) !== undefined
  }

  push(event: ToolEvent): void | Promise<void> {
    if (event.type === 'progress') {
      this.#progress = event
      if (!this.#isPlanned) this.#plan()
    } else {
      if (this.#progress) this.#addProgress()
      void this.#writer.append(this.#kept(event))
    }
    return this.#maker?.room()
  }

  end(result: ToolResult): void {
    if (this.#progress) this.#addProgress()
    const { shownId: callId } = this
    void this.#writer.end('done', this.#kept({ type: 'result', callId, result: { ...result, callId } }))
  }

  /** From the event after `after` on, as far as it is still kept. */
  join(
    reader: EventStream,
    { after, isMaker = false }: { readonly after: number; readonly isMaker?: boolean },
  ): void {
    if (isMaker) this.#maker = reader
    this.#readers.add(reader)
    void sendStream(this.#bus, reader, { id: this.stream, after })
  }

  leave(reader: EventStream): void {
    this.#readers.delete(reader)
  }

  /** Its name on the bus. */
  get stream(): string {
    return `call ${this.id}`
  }

  #addProgress(): void {
    const progress = this.#progress
    this.#progress = undefined
    if (progress) void this.#writer.append(this.#kept(progress))
  }

  #kept(event: ToolEvent): KeptEvent {
    const json =
      event.type === 'chunk' && typeof event.data === 'string'
        ? `${this.#chunkHead}${JSON.stringify(event.data)}}`
        : jsonText(this.shownId === this.id ? event : { ...event, callId: this.shownId })
    return { type: event.type, json }
  }

  #plan(): void {
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (this.#progress) this.#addProgress()
    })
  }
}
