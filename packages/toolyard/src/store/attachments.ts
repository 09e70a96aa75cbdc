/**
 * The port to attachments: the bytes of pictures and files that people sent with their messages. A message names them by handle;
 * each belongs to one conversation and goes with it.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

export interface Attachment {
  readonly threadId: string
  readonly handle: string
  readonly name: string
  /** As it was found from the bytes. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly at: number
}

export interface AttachmentStore {
  /** All or none. Throws `too_large` if the conversation has no room for them. */
  put(attachments: readonly Attachment[]): Awaitable<void>
  read(threadId: string, handle: string): Awaitable<Attachment | undefined>
  remove(threadId: string, handles: readonly string[]): Awaitable<void>
}

/** Bytes of all attachments of one conversation. */
export const mostOfThread = 200_000_000
/** What belongs to no conversation after so long was never sent. */
export const strayMs = 7 * 24 * 3_600_000
