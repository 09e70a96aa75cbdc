/**
 * What a server answers about a prompt, a resource or a completion, as data that a door passes on: texts cleaned and bounded, bytes
 * beside them, because those alone go out as they are. Secrets are taken out where every result is.
 *
 * @module
 */
import type { ContentBlock, McpOfferMethod } from '../../../define/index.ts'
import { cleanText, isPlainObject, visibleText, type JsonObject } from '../../../kernel/index.ts'
import { type McpAnswer, readBlock } from './content.ts'

/** `block` says which block of the answer stands there. */
export interface OfferedMessage {
  readonly role: 'user' | 'assistant'
  readonly text?: string
  readonly block?: number
}

export interface OfferedContents {
  readonly uri: string
  readonly mimeType?: string
  readonly text?: string
  readonly block?: number
}

const maxItems = 1000
/** Characters of all texts of an answer. */
const maxText = 4_000_000
const maxAddress = 2048
const maxValue = 1000
/** As many as the protocol allows. */
const maxValues = 100
/** Servers write it: no part of the text may be read in two ways, or a long one would take for ever. */
const base64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/

/** Undefined if it is no answer to what was asked. */
export function readOffer(method: McpOfferMethod, result: JsonObject): McpAnswer | undefined {
  const { contents, messages, completion, description } = result
  if (method === 'resources/read') return Array.isArray(contents) ? readContents(contents) : undefined
  if (method === 'prompts/get')
    return Array.isArray(messages) ? readMessages(messages, description) : undefined
  return isPlainObject(completion) ? readCompletion(completion) : undefined
}

function readContents(items: readonly unknown[]): McpAnswer {
  const content: ContentBlock[] = []
  const take = boundedTexts()
  const contents = items.slice(0, maxItems).flatMap((item): OfferedContents[] => {
    if (!isPlainObject(item) || typeof item['uri'] !== 'string') return []
    const { text, blob, mimeType } = item
    const about = {
      uri: visibleText(item['uri'].slice(0, maxAddress)),
      ...(typeof mimeType === 'string' && { mimeType: visibleText(mimeType.slice(0, 200)) }),
    }
    if (typeof text === 'string') return [{ ...about, text: take(text) }]
    if (typeof blob !== 'string' || !base64.test(blob)) return []
    content.push({ type: 'resource', resource: { ...about, blob } })
    return [{ ...about, block: content.length - 1 }]
  })
  return { content, structuredContent: { contents }, isError: false }
}

function readMessages(items: readonly unknown[], description: unknown): McpAnswer {
  const content: ContentBlock[] = []
  const take = boundedTexts()
  const messages = items.slice(0, maxItems).flatMap((item): OfferedMessage[] => {
    if (!isPlainObject(item)) return []
    const role = item['role'] === 'assistant' ? 'assistant' : 'user'
    return readBlock(item['content']).map((block) => {
      if (block.type === 'text') return { role, text: take(block.text) }
      content.push(block)
      return { role, block: content.length - 1 }
    })
  })
  const told = typeof description === 'string' && { description: take(description) }
  return { content, structuredContent: { messages, ...told }, isError: false }
}

/** What can't be typed as it is shown is left out. */
function readCompletion({ values, total, hasMore }: JsonObject): McpAnswer {
  const all = (Array.isArray(values) ? values : []).filter(
    (value): value is string =>
      typeof value === 'string' && value.length <= maxValue && visibleText(value) === value,
  )
  const completion = {
    values: all.slice(0, maxValues),
    ...(Number.isSafeInteger(total) && { total }),
    ...(typeof hasMore === 'boolean' && { hasMore }),
  }
  return { content: [], structuredContent: { completion }, isError: false }
}

function boundedTexts(): (text: string) => string {
  let left = maxText
  return (text) => {
    const kept = cleanText(text.slice(0, left))
    const cut = text.length - left
    left = Math.max(0, left - text.length)
    return cut > 0 ? `${kept}\n… ${cut} characters left out …` : kept
  }
}
