/**
 * The port to the inbox: what people are asked, and what they answered. Any process may ask, any may answer.
 *
 * An item moves from one status to the next by `settle`, which succeeds once: of two answers the first counts, and an
 * approval is used by one call.
 *
 * @module
 */
import type { FormSchema, FormValues } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

export type InboxKind = 'approval' | 'question'
/** `used`: an approval whose call has begun. */
export type InboxStatus = 'pending' | 'approved' | 'rejected' | 'answered' | 'expired' | 'cancelled' | 'used'

export interface InboxItem {
  readonly id: string
  readonly kind: InboxKind
  readonly status: InboxStatus
  readonly callId: string
  readonly tool: string
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal: string
  /** What the person reads. */
  readonly text: string
  /** Why it is asked, and which rule asks. */
  readonly reason: string
  readonly rule: string
  readonly explanation?: string | undefined
  /** Of an approval: the hash of what would run. */
  readonly digest: string
  /** What was hashed, as canonical JSON; the values of registered secrets taken out. */
  readonly bytes: string
  /** The rule that "always" would save; absent if it is not offered. */
  readonly offer?: string | undefined
  /** Of a question: what can be chosen. */
  readonly choices?: readonly string[] | undefined
  /** Of a question: what is filled in. */
  readonly form?: FormSchema | undefined
  readonly createdAt: number
  readonly expiresAt: number
  readonly answer?: string | undefined
  /** Of a form: what was filled in. */
  readonly values?: FormValues | undefined
  readonly by?: string | undefined
  readonly answeredAt?: number | undefined
}

/** So many characters of a text are part of a list; `find` gives all of them. */
export const listedText = 8000

/** An item as lists have it: without what was hashed, and with the first part of a long text. */
export interface InboxEntry extends Omit<InboxItem, 'bytes'> {
  /** Characters of the whole text. */
  readonly textLength: number
  /** Its place in the order in which items came. */
  readonly position: number
}

export function listedItem(whole: InboxItem, position: number): InboxEntry {
  const { bytes: _, ...item } = whole
  return { ...item, text: item.text.slice(0, listedText), textLength: item.text.length, position }
}

/** Which items are meant. */
export interface InboxSelection {
  readonly kind?: InboxKind | undefined
  readonly status?: InboxStatus | undefined
  readonly callId?: string | readonly string[] | undefined
  readonly agent?: string | undefined
  readonly tool?: string | undefined
  /** Any of these. */
  readonly threadIds?: readonly string[] | undefined
}

export interface InboxFilter extends InboxSelection {
  /** Newest first by default. */
  readonly order?: 'newest' | 'oldest' | undefined
  /** Only what comes after this position, in that order. */
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

/** How many items may wait: of one caller (agent and principal), and in all. */
export interface InboxRoom {
  readonly perCaller: number
  readonly total: number
}

export interface InboxMove {
  readonly from: InboxStatus
  readonly to: InboxStatus
  readonly answer?: string | undefined
  readonly values?: FormValues | undefined
  readonly by?: string | undefined
  readonly at: number
}

export interface Inbox {
  /** Whether there was room for it; an item whose time is over takes none. */
  put(item: InboxItem, room?: InboxRoom): Awaitable<boolean>
  find(id: string): Awaitable<InboxItem | undefined>
  list(filter: InboxFilter): Awaitable<readonly InboxEntry[]>
  count(selection: InboxSelection): Awaitable<number>
  /** The ids of all that wait. */
  pending(): Awaitable<readonly string[]>
  /** Moves what waits past its time to `expired`. */
  expire(at: number): Awaitable<void>
  /** Another number after every item that moved on, by whichever process: what one who waits looks at. */
  moves(): Awaitable<number>
  /** Whether the item was in `from` and is now in `to`. */
  settle(id: string, move: InboxMove): Awaitable<boolean>
}
