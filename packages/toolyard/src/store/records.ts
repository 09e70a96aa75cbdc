/**
 * The port to records: what a capability keeps that needs no table of its own.
 *
 * A record belongs to a kind (a word such as `tasks`) and a scope, such as a conversation; its id is its own within them. Title and text are found
 * by their words in the index of texts, by those who may see the conversation that is the scope.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

/** The kind of records that belong to a conversation and are gone with it: what a runner needs to go on in it. */
export const sessionRecords = 'sessions'

export interface RecordKey {
  readonly kind: string
  readonly scope: string
  readonly id: string
}

export interface RecordFacts extends RecordKey {
  readonly title: string
  readonly text: string
  /** The rest, as JSON. */
  readonly value: unknown
}

export interface KeptRecord extends RecordFacts {
  /** 1, and one more with every change. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface RecordChange extends RecordFacts {
  readonly at: number
  /** The version that it must have now, 0 if it must not be there: of two who change it at once one is refused. */
  readonly expects?: number | undefined
}

export interface RecordStore {
  /** In the order in which they were made. */
  list(kind: string, scope: string): Awaitable<readonly KeptRecord[]>
  find(key: RecordKey): Awaitable<KeptRecord | undefined>
  /** Creates or replaces, whole. False if it has another version than is expected. */
  save(change: RecordChange): Awaitable<boolean>
  /** How many of them there were. */
  remove(kind: string, scope: string, ids: readonly string[]): Awaitable<number>
}
