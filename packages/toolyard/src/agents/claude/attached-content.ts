/**
 * Pictures and files of messages as blocks of the Messages API. What is only named, or not kept any more, is said in words.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { attachedLine, type AttachedPart, type ThreadMessage } from '../../store/index.ts'
import { textIn } from '../run/attachments/index.ts'
import type { RunRequest } from '../run/runner.ts'
import type { SaidContent } from './sdk.ts'

/** Of messages that are said now. */
export async function attachedContent(
  messages: readonly ThreadMessage[],
  request: Pick<RunRequest, 'attachment'>,
): Promise<readonly SaidContent[]> {
  const attached = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'image' || part.type === 'file' ? [part] : [])),
  )
  return Promise.all(attached.map((part) => blockOf(part, request)))
}

async function blockOf(part: AttachedPart, request: Pick<RunRequest, 'attachment'>): Promise<SaidContent> {
  const found = 'path' in part ? undefined : await request.attachment?.(part.handle)
  if (!found) {
    const why = 'path' in part ? undefined : 'its bytes are not kept any more'
    return { type: 'text', text: attachedLine(part, why) }
  }
  const bytes = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength)
  const source = { type: 'base64', media_type: part.mediaType, data: bytes.toString('base64') } as const
  if (part.type === 'image') return { type: 'image', source }
  if (part.mediaType === 'application/pdf') return { type: 'document', source, title: part.name }
  return { type: 'text', text: `${attachedLine(part)}\n${textIn(bytes)}\n[end of "${part.name}"]` }
}
