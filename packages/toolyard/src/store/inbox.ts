/**
 * The port to the inbox: what people are asked, and what they answered. Any process may ask, any may answer.
 *
 * An item moves from one status to the next by `settle`, which succeeds once: of two answers the first counts, and an
 * approval is used by one call.
 *
 * @module
 */
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
  /** What was hashed, as canonical JSON; secrets taken out. */
  readonly bytes: string
  /** The rule that "always" would save; absent where it is not offered. */
  readonly offer?: string | undefined
  /** Of a question: what can be chosen. */
  readonly choices?: readonly string[] | undefined
  readonly createdAt: number
  readonly expiresAt: number
  readonly answer?: string | undefined
  readonly by?: string | undefined
  readonly answeredAt?: number | undefined
}

export interface InboxFilter {
  readonly kind?: InboxKind | undefined
  readonly status?: InboxStatus | undefined
  readonly callId?: string | undefined
  readonly limit?: number | undefined
}

export interface InboxMove {
  readonly from: InboxStatus
  readonly to: InboxStatus
  readonly answer?: string | undefined
  readonly by?: string | undefined
  readonly at: number
}

export interface Inbox {
  put(item: InboxItem): Awaitable<void>
  find(id: string): Awaitable<InboxItem | undefined>
  /** Newest first. */
  list(filter: InboxFilter): Awaitable<readonly InboxItem[]>
  /** Whether the item was in `from` and is now in `to`. */
  settle(id: string, move: InboxMove): Awaitable<boolean>
}
