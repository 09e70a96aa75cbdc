/**
 * Sends the events of a stream of the bus to one reader, as they come.
 *
 * Events of one turn of the event loop go out in one piece, at the latest every 64 KiB. A reader that reads slowly is sent
 * more when it has caught up; what is not kept until then, it is told to have missed.
 *
 * @module
 */
import type { Bus } from '../../../engine/index.ts'
import { type EventStream, eventText } from './event-stream.ts'

const pieceSize = 64 * 1024

/** An event as it is kept: made ready once, for all its readers. */
export interface KeptEvent {
  readonly type: string
  readonly json: string
}

export async function sendStream(
  bus: Bus,
  reader: EventStream,
  { id, after }: { readonly id: string; readonly after: number },
): Promise<void> {
  const piece = new Piece(reader)
  for await (const event of bus.watch(id, after, reader.gone)) {
    if (event.type === 'missed') piece.add(`: ${event.count} events are not kept any more\n\n`)
    else if (event.data !== undefined) {
      const { type, json } = event.data as KeptEvent
      piece.add(eventText(event.sequence, type, json))
    }
    const room = piece.room()
    if (room) await room
  }
  piece.flush()
  reader.end()
}

/** What goes out together. */
class Piece {
  readonly #reader: EventStream
  #text = ''
  #isPlanned = false
  /** Whether something went out since the reader's queue was looked at. */
  #wentOut = false

  constructor(reader: EventStream) {
    this.#reader = reader
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= pieceSize) this.flush()
    else if (!this.#isPlanned) {
      this.#isPlanned = true
      setImmediate(() => {
        this.#isPlanned = false
        this.flush()
      })
    }
  }

  flush(): void {
    if (this.#text === '') return
    this.#reader.send(Buffer.from(this.#text))
    this.#text = ''
    this.#wentOut = true
  }

  /** Undefined if the reader keeps up. */
  room(): Promise<void> | undefined {
    if (!this.#wentOut) return undefined
    this.#wentOut = false
    return this.#reader.room()
  }
}
