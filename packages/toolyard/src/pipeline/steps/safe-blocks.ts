/**
 * Pictures, sounds, links and documents of an answer: all of their texts are cleaned, redacted and bounded.
 *
 * Only the bytes of a picture, a sound or a document go out as they are. Everything beside them, such as types, `_meta` and
 * `annotations`, is text that people and models read.
 *
 * @module
 */
import type { ContentBlock } from '../../define/index.ts'
import { cutText, isPlainObject, sizeOf } from '../../kernel/index.ts'
import type { Core } from '../core.ts'

type Fields = Readonly<Record<string, unknown>>

export function safeBlocks({ redactor, settings }: Core, blocks: readonly ContentBlock[]): ContentBlock[] {
  if (blocks.length === 0) return []
  const most = settings.output.maxBytes
  const clean = blocks.map((block) => mapTexts(boundedFields(block, most), (text) => redactor.clean(text)))
  const cut = (text: string): string => cutText(text, settings.output)?.text ?? text
  // A secret is taken out before a text is cut: half of one would not be found.
  const safe = mapTexts(redactor.redactValue(clean), cut) as readonly Fields[]
  return blocks.map((block, index) => withBytes(block, safe[index] ?? {}))
}

/** Without bytes, and without data beside them that is too large to go out. */
function boundedFields(block: ContentBlock, most: number): Fields {
  const fields = smallFields(block, most)
  if (block.type === 'resource') return { ...fields, resource: smallFields(block.resource, most, 'blob') }
  if (block.type === 'image' || block.type === 'audio') return smallFields(block, most, 'data')
  return fields
}

function smallFields(fields: object, most: number, bytes?: string): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]: [string, unknown]) =>
        key !== bytes && key.length <= most && (typeof value === 'string' || sizeOf(value, most) <= most),
    ),
  )
}

/** The kind of a block was checked before, and stays what it is. */
function withBytes(block: ContentBlock, safe: Fields): ContentBlock {
  const { type } = block
  if (type === 'image' || type === 'audio') return { ...safe, type, data: block.data } as ContentBlock
  if (type !== 'resource') return { ...safe, type } as ContentBlock
  const resource = safe['resource'] as Fields
  return {
    ...safe,
    type,
    resource: 'blob' in block.resource ? { ...resource, blob: block.resource.blob } : resource,
  } as ContentBlock
}

/** JSON-like data with every text and key changed; what is no such data is left out. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
    )
  return typeof value === 'object' ? null : value
}
