/**
 * How many tokens something is, roughly: no tokeniser of any vendor, only the rule that they keep on average. The loop
 * corrects it by what the service counts.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { ContentBlock } from '../../../define/index.ts'
import type { AttachedPart, MessagePart, ThreadMessage } from '../../../store/index.ts'

/** Bytes of UTF-8 tell English, code and Chinese apart as tokenisers do. */
const bytesPerToken = 3.5
const perMessage = 8
const perCall = 16
const perImage = 1600
const pixelsPerToken = 750
const perPage = 2000

export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

export function tokensOfMessage({ parts }: ThreadMessage): number {
  let tokens = perMessage
  for (const part of parts) tokens += tokensOfPart(part)
  return tokens
}

export function tokensOfPart(part: MessagePart): number {
  if (part.type === 'tool_call') return perCall + tokensOfText(part.tool) + tokensOfJson(part.input)
  if (part.type === 'image' || part.type === 'file') return tokensOfAttached(part)
  if (part.type !== 'tool_result') return tokensOfText(part.text)
  let tokens = perCall
  for (const block of part.content) tokens += tokensOfBlock(block)
  return tokens
}

/** Pictures by their size, within what services make of them; documents by their pages, texts by their length. */
function tokensOfAttached(part: AttachedPart): number {
  if ('path' in part) return perMessage + tokensOfText(part.path) + tokensOfText(part.name)
  if (part.type === 'image')
    return Math.min(perImage, Math.max(perCall, Math.ceil((part.width * part.height) / pixelsPerToken)))
  return part.pages === undefined ? Math.ceil(part.bytes / bytesPerToken) : part.pages * perPage
}

export function tokensOfJson(value: unknown): number {
  return tokensOfText(JSON.stringify(value) ?? '')
}

function tokensOfBlock(block: ContentBlock): number {
  if (block.type === 'text') return tokensOfText(block.text)
  return block.type === 'resource_link' ? tokensOfText(block.uri) + tokensOfText(block.name) : perImage
}
