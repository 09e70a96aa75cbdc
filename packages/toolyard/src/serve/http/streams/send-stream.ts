/**
 * Sends the events of a stream of the bus to one reader, as they come.
 *
 * Events of one turn of the event loop go out in one piece, at the latest every 64 KiB. A reader that reads slowly is sent
 * more when it has caught up; what is not kept until then, it is told to have missed.
 *
 * @module
 */
import type { Bus, StreamEvent } from '../../../engine/index.ts'
import type { KeptEvent, ToldEvent } from '../../../parts/index.ts'
import { type EventStream, eventText } from './event-stream.ts'

const pieceSize = 64 * 1024

export async function sendStream(
  bus: Bus,
  reader: EventStream,
  { id, after }: { readonly id: string; readonly after: number },
): Promise<void> {
  await sendTexts(reader, textsOf(bus.watch(id, after, reader.gone)))
}

async function* textsOf(events: AsyncIterable<StreamEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events)
    if (event.type === 'missed') yield missedText(event.count)
    else if (event.data !== undefined) {
      const { type, json } = event.data as KeptEvent
      yield eventText(event.sequence, type, json)
    }
}

/** The same for a call that is told by another process. */
export async function sendTold(reader: EventStream, events: AsyncIterable<ToldEvent>): Promise<void> {
  const texts = async function* () {
    for await (const event of events)
      yield 'missed' in event ? missedText(event.missed) : eventText(event.sequence, event.type, event.json)
  }
  await sendTexts(reader, texts())
}

/** A comment: those who listen for events do not hear it. */
export function missedText(count: number): string {
  return `: ${count} events are not kept any more\n\n`
}

/** Ends the reader's stream with the texts. */
export async function sendTexts(reader: EventStream, texts: AsyncIterable<string>): Promise<void> {
  const piece = new Piece(reader)
  for await (const text of texts) {
    piece.add(text)
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
