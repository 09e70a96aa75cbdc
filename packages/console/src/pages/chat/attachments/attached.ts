/**
 * Files that came with a message, as a conversation keeps them: pictures and documents by a handle, others by where they stand in the
 * workspace.
 *
 * @module
 */
import type { AttachedPart } from '../../../api/types.ts'

/** In a message's parts, or beside the text of one that is queued or was just heard. Undefined if there is none. */
export function attachedTo(message: object): readonly AttachedPart[] | undefined {
  const { parts, attachments } = message as { readonly parts?: unknown; readonly attachments?: unknown }
  const all: readonly unknown[] = [parts, attachments].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  )
  const found = all.filter(isAttached)
  return found.length === 0 ? undefined : found
}

function isAttached(part: unknown): part is AttachedPart {
  if (typeof part !== 'object' || part === null) return false
  const { type, name, mediaType, bytes } = part as Partial<
    Record<'type' | 'name' | 'mediaType' | 'bytes', unknown>
  >
  return (
    (type === 'image' || type === 'file') &&
    typeof name === 'string' &&
    typeof mediaType === 'string' &&
    typeof bytes === 'number'
  )
}
