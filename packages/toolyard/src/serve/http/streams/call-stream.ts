/**
 * The events of one call: for whoever made it, for those who join, and for those who come back after a broken connection.
 *
 * Events of one turn of the event loop go out in one piece, at the latest every 64 KiB. The last megabyte of pieces is kept. Whoever
 * made the call slows the tool down where it reads slowly; those who joined do not.
 *
 * @module
 */
import type { ToolEvent, ToolResult } from '../../../define/index.ts'
import type { EventSink } from '../../../pipeline/index.ts'
import { jsonText } from '../json-text.ts'
import { type EventStream, eventText } from './event-stream.ts'

const pieceSize = 64 * 1024
const mostKept = 1_000_000

/** Some events that follow each other, as they went out. */
interface Piece {
  readonly first: number
  readonly bytes: Buffer
}

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
  /** Before the data of a chunk, which is most of what streams. */
  readonly #chunkHead: string
  readonly #kept: Piece[] = []
  #size = 0
  #pending = ''
  /** Told when something else is, or at the end of the turn: only the latest counts. */
  #progress: ToolEvent | undefined
  /** The number of the first event that waits, and of the last one. */
  #first = 1
  #last = 0
  #isPlanned = false
  /** Whether something went out since the maker's queue was looked at. */
  #wentOut = false
  #endedAt: number | undefined
  #maker: EventStream | undefined
  readonly #readers = new Set<EventStream>()

  constructor({ id, shownId, agent, principal }: StreamedCall) {
    this.id = id
    this.shownId = shownId
    this.agent = agent
    this.principal = principal
    this.#chunkHead = `{"type":"chunk","callId":${JSON.stringify(shownId)},"data":`
  }

  get endedAt(): number | undefined {
    return this.#endedAt
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0
  }

  /** Bytes that are kept. */
  get size(): number {
    return this.#size
  }

  push(event: ToolEvent): void | Promise<void> {
    if (event.type === 'progress') this.#progress = event
    else {
      if (this.#progress) this.#addProgress()
      this.#add(event)
    }
    if (this.#pending.length >= pieceSize) this.#flush()
    else if (!this.#isPlanned) this.#plan()
    if (!this.#wentOut) return undefined
    this.#wentOut = false
    return this.#maker?.room()
  }

  end(result: ToolResult): void {
    if (this.#progress) this.#addProgress()
    const { shownId: callId } = this
    this.#add({ type: 'result', callId, result: { ...result, callId } })
    this.#flush()
    this.#endedAt = performance.now()
    for (const reader of this.#readers) reader.end()
  }

  /** From the event after `after` on, as far as it is still kept. */
  join(
    reader: EventStream,
    { after, isMaker = false }: { readonly after: number; readonly isMaker?: boolean },
  ): void {
    if (isMaker) this.#maker = reader
    this.#flush()
    const lost = (this.#kept[0]?.first ?? this.#first) - after - 1
    if (lost > 0) reader.send(Buffer.from(`: ${lost} events are not kept any more\n\n`))
    for (const [index, piece] of this.#kept.entries()) {
      const next = this.#kept[index + 1]?.first ?? this.#first
      if (next > after + 1) reader.send(piece.first > after ? piece.bytes : rest(piece.bytes, after + 1))
    }
    if (this.#endedAt === undefined) this.#readers.add(reader)
    else reader.end()
  }

  leave(reader: EventStream): void {
    this.#readers.delete(reader)
  }

  #addProgress(): void {
    const progress = this.#progress
    this.#progress = undefined
    if (progress) this.#add(progress)
  }

  #add(event: ToolEvent): void {
    const data =
      event.type === 'chunk' && typeof event.data === 'string'
        ? `${this.#chunkHead}${JSON.stringify(event.data)}}`
        : jsonText(this.shownId === this.id ? event : { ...event, callId: this.shownId })
    this.#pending += eventText(++this.#last, event.type, data)
  }

  #plan(): void {
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (this.#progress) this.#addProgress()
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#pending === '') return
    const piece = { first: this.#first, bytes: Buffer.from(this.#pending) }
    this.#pending = ''
    this.#first = this.#last + 1
    this.#wentOut = true
    this.#kept.push(piece)
    this.#size += piece.bytes.length
    // The newest one always stays: it may hold the result.
    while (this.#size > mostKept && this.#kept.length > 1) this.#size -= this.#kept.shift()?.bytes.length ?? 0
    for (const reader of this.#readers) reader.send(piece.bytes)
  }
}

/** What stands in a piece from this event on. */
function rest(bytes: Buffer, number: number): Buffer {
  const at = bytes.indexOf(`\n\nid: ${number}\n`)
  return at === -1 ? bytes : bytes.subarray(at + 2)
}
