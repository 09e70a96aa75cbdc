/**
 * A call as a list shows it: of long texts their beginning.
 *
 * @module
 */
import type { ContentBlock, ToolResult } from '../../define/index.ts'
import { type CallRecord, withoutStack } from '../../store/index.ts'

const longest = 2000
const longestStep = 200
const mostBlocks = 20

export function shortened(call: CallRecord): CallRecord {
  const shown = withoutStack(call)
  const { input, result, explanation, steps } = shown
  const text = JSON.stringify(input) ?? ''
  return {
    ...shown,
    input: text.length > longest ? beginning(text) : input,
    ...(explanation !== undefined && { explanation: beginning(explanation) }),
    ...(result && { result: shortResult(result) }),
    ...(steps && { steps: steps.map((step) => ({ ...step, text: beginning(step.text, longestStep) })) }),
  }
}

function shortResult({ data, ...result }: ToolResult): ToolResult {
  let room = longest
  const content: ContentBlock[] = []
  for (const block of result.content.slice(0, mostBlocks)) {
    if (block.type !== 'text') content.push(shortBlock(block))
    else if (room > 0) {
      content.push({ type: 'text', text: beginning(block.text, room) })
      room -= block.text.length
    }
  }
  const isShort = data !== undefined && (JSON.stringify(data)?.length ?? 0) <= longest
  return { ...result, content, ...(isShort && { data }) }
}

/** What a picture, a sound or a file is, without it. */
function shortBlock(block: Exclude<ContentBlock, { type: 'text' }>): ContentBlock {
  if (block.type === 'resource_link') return { ...block, uri: beginning(block.uri) }
  if (block.type !== 'resource') return { ...block, data: '' }
  const { uri, mimeType } = block.resource
  return {
    type: 'resource',
    resource: { uri: beginning(uri), ...(mimeType !== undefined && { mimeType }), text: '' },
  }
}

function beginning(text: string, most = longest): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
