/**
 * How many tokens something is, roughly: no tokeniser of any vendor, only the rule that they keep on average. The loop
 * corrects it by what the service counts.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { ContentBlock } from '../../../define/index.ts'
import type { MessagePart, ThreadMessage } from '../../../store/index.ts'

/** Bytes of UTF-8 tell English, code and Chinese apart as tokenisers do. */
const bytesPerToken = 3.5
const perMessage = 8
const perCall = 16
const perImage = 1600

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
  if (part.type !== 'tool_result') return tokensOfText(part.text)
  let tokens = perCall
  for (const block of part.content) tokens += tokensOfBlock(block)
  return tokens
}

export function tokensOfJson(value: unknown): number {
  return tokensOfText(JSON.stringify(value) ?? '')
}

function tokensOfBlock(block: ContentBlock): number {
  if (block.type === 'text') return tokensOfText(block.text)
  return block.type === 'resource_link' ? tokensOfText(block.uri) + tokensOfText(block.name) : perImage
}
