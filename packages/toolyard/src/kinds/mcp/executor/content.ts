/**
 * What a server sends back, as blocks that the rest of the house knows. What is in them is cleaned, redacted and bounded
 * where every result is; a link is a link, and is never followed.
 *
 * @module
 */
import type { ContentBlock } from '../../../define/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'

/** What the pipeline takes as an answer with blocks. */
export interface McpAnswer {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: unknown
  readonly isError: boolean
}

export function readAnswer(result: Readonly<Record<string, unknown>>): McpAnswer {
  const { content, structuredContent } = result
  const blocks = Array.isArray(content) ? content.flatMap(readBlock) : []
  const hasData = structuredContent !== undefined
  if (hasData && blocks.length === 0) blocks.push({ type: 'text', text: JSON.stringify(structuredContent) })
  return { content: blocks, isError: result['isError'] === true, ...(hasData && { structuredContent }) }
}

/** One block of content; an unknown block is shown as it is. */
export function readBlock(block: unknown): ContentBlock[] {
  if (!isPlainObject(block)) return [unknownBlock(block)]
  const { type, text, data, mimeType, uri, resource } = block
  if (type === 'text' && typeof text === 'string') return [{ type, text }]
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string')
    return [{ type, data, mimeType }]
  if (type === 'resource_link' && typeof uri === 'string') return [linkOf(block, uri)]
  if (type === 'resource') return readResource(resource)
  return [unknownBlock(block)]
}

/** Characters of a document that stays one; a longer one goes with the text, of which all is kept. */
const maxDocument = 20_000

/** What a resource holds: text, a picture, a sound, or bytes. */
export function readResource(resource: unknown): ContentBlock[] {
  if (!isPlainObject(resource)) return [unknownBlock(resource)]
  const { uri, mimeType, text, blob } = resource
  const from = typeof uri === 'string' ? uri : 'unknown'
  const type = typeof mimeType === 'string' ? mimeType : undefined
  const about = { uri: from, ...(type !== undefined && { mimeType: type }) }
  if (typeof text === 'string')
    return text.length > maxDocument
      ? [{ type: 'text', text: `[${from}${type ? `, ${type}` : ''}]\n${text}` }]
      : [{ type: 'resource', resource: { ...about, text } }]
  if (typeof blob !== 'string') return [unknownBlock(resource)]
  if (type?.startsWith('image/')) return [{ type: 'image', data: blob, mimeType: type }]
  if (type?.startsWith('audio/')) return [{ type: 'audio', data: blob, mimeType: type }]
  return [{ type: 'resource', resource: { ...about, blob } }]
}

function linkOf(block: Readonly<Record<string, unknown>>, uri: string): ContentBlock {
  const { name, description, mimeType } = block
  return {
    type: 'resource_link',
    uri,
    name: typeof name === 'string' && name !== '' ? name : uri,
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
  }
}

function unknownBlock(block: unknown): ContentBlock {
  return { type: 'text', text: JSON.stringify(block) ?? String(block) }
}
