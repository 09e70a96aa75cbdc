/** What is asked of the thread that reads a SQLite file, and what it answers. */

export interface ReaderQuestion {
  readonly id: number
  readonly look: string
  readonly asked: unknown
}

export type ReaderAnswer =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string }
