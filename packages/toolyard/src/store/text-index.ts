/**
 * The port to the index of texts: what was said, called, run, planned and posted, found by its words.
 *
 * Texts are cut into words in code, the same for every database; of long ones the beginning is kept. A reader is given only what
 * may be seen: calls and runs of the same caller, conversations that the caller began with the records in them, and the board.
 *
 * @module
 */

/** Where texts are beside records. */
export const textPlaces = ['threads', 'runs', 'calls', 'forum'] as const

/** One of `textPlaces`, or a kind of records whose scope is a conversation. */
export type TextPlace = string

export function isTextPlace(place: string): place is (typeof textPlaces)[number] {
  return (textPlaces as readonly string[]).includes(place)
}

export interface TextEntry {
  readonly place: TextPlace
  /** Of a message or a record: that of its conversation. */
  readonly id: string
  /** Which of several texts under one id: a message, a record. */
  readonly part?: string | undefined
  /** The status of a call that was indexed: another one is indexed anew. */
  readonly state?: string | undefined
  readonly principal?: string | undefined
  readonly title: string
  readonly text: string
  readonly at: number
  /** Of a call: its place in the journal. Texts that are indexed later than newer ones still stand behind them. */
  readonly position?: number | undefined
}

export type TextHit = Pick<TextEntry, 'place' | 'id' | 'part' | 'title' | 'text' | 'at'>

export interface TextRequest {
  readonly query: string
  readonly places: readonly TextPlace[]
  readonly reader: TextReader
  readonly limit: number
}

/** Who looks. */
export interface TextReader {
  readonly principal: string
  /** The conversation in which is looked: its records may be seen. */
  readonly threadId?: string | undefined
  /** Whether rows are shown too that do not say whose they are. */
  readonly isHome: boolean
}

export interface TextIndex {
  /** Texts with any of the words, about the best first. `isBehind`: not all calls are indexed yet. */
  find(request: TextRequest): Promise<{ readonly hits: readonly TextHit[]; readonly isBehind: boolean }>
}
