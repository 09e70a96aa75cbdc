/** `AttachmentStore` in memory. */
import { type Attachment, type AttachmentStore, mostOfThread } from '../attachments.ts'
import { threadFull } from '../thread-full.ts'

export interface MemoryAttachments extends AttachmentStore {
  /** With its conversation. */
  removeThread(threadId: string): void
}

export function createMemoryAttachments(): MemoryAttachments {
  const threads = new Map<string, Map<string, Attachment>>()
  return {
    put(attachments) {
      const added = new Map<string, Attachment[]>()
      for (const one of attachments) added.set(one.threadId, [...(added.get(one.threadId) ?? []), one])
      for (const [threadId, fresh] of added) {
        const kept = [...(threads.get(threadId)?.values() ?? []), ...fresh]
        if (kept.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > mostOfThread)
          throw threadFull(threadId)
      }
      for (const one of attachments) {
        const kept = threads.get(one.threadId) ?? new Map<string, Attachment>()
        threads.set(one.threadId, kept.set(one.handle, { ...one, bytes: Uint8Array.from(one.bytes) }))
      }
    },
    read: (threadId, handle) => threads.get(threadId)?.get(handle),
    remove(threadId, handles) {
      for (const handle of handles) threads.get(threadId)?.delete(handle)
    },
    removeThread: (threadId) => void threads.delete(threadId),
  }
}
