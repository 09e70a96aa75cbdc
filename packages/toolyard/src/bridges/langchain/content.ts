/**
 * Content of messages in LangChain and our content blocks, both ways.
 *
 * @module
 */
import type { MessageContent } from '@langchain/core/messages'
import { type ContentBlock, mediaBlock, textOf } from '../../define/index.ts'

type LangChainBlock = Exclude<MessageContent, string>[number]

/** Text alone is a string, which every provider takes. */
export function toLangChainContent(content: readonly ContentBlock[]): MessageContent {
  const hasMedia = content.some(({ type }) => type === 'image' || type === 'audio')
  return hasMedia ? content.map(toLangChainBlock) : textOf({ content })
}

/** `image_url` is the one form of a picture that all providers of LangChain take in the message of a tool. */
function toLangChainBlock(block: ContentBlock): LangChainBlock {
  if (block.type === 'image')
    return { type: 'image_url', image_url: { url: `data:${block.mimeType};base64,${block.data}` } }
  if (block.type === 'audio')
    return { type: 'audio', source_type: 'base64', mime_type: block.mimeType, data: block.data }
  return { type: 'text', text: textOf({ content: [block] }) }
}

/** A block in any of the forms that LangChain has had. */
interface AnyBlock {
  readonly type?: string
  readonly text?: unknown
  readonly data?: unknown
  readonly url?: unknown
  readonly mimeType?: string
  readonly mime_type?: string
  readonly image_url?: string | { readonly url?: string }
  readonly source?: { readonly data?: unknown; readonly url?: unknown; readonly media_type?: string }
  readonly filename?: string
}

export function fromLangChainContent(content: unknown): readonly ContentBlock[] {
  if (!Array.isArray(content)) return [{ type: 'text', text: String(content) }]
  return content.map((block: unknown) =>
    typeof block === 'string' ? { type: 'text', text: block } : fromLangChainBlock(block as AnyBlock),
  )
}

function fromLangChainBlock(block: AnyBlock): ContentBlock {
  const { type = '', text, image_url: image, source, filename } = block
  if (typeof text === 'string') return { type: 'text', text }
  const mimeType = block.mimeType ?? block.mime_type ?? source?.media_type ?? usualType[type]
  const given = (typeof image === 'object' ? image.url : image) ?? block.url ?? source?.url
  const url = typeof given === 'string' ? given : undefined
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(url ?? '')
  if (inline) return mediaBlock(inline[2] ?? '', inline[1] ?? '', filename)
  if (url !== undefined)
    return { type: 'resource_link', uri: url, name: filename ?? url, ...(mimeType && { mimeType }) }
  const data = block.data ?? source?.data
  if (data instanceof Uint8Array)
    return mediaBlock(Buffer.from(data).toString('base64'), mimeType ?? anyType, filename)
  if (typeof data === 'string') return mediaBlock(data, mimeType ?? anyType, filename)
  return { type: 'text', text: JSON.stringify(block) }
}

const anyType = 'application/octet-stream'
const usualType: Readonly<Record<string, string>> = { image: 'image/png', audio: 'audio/wav' }
