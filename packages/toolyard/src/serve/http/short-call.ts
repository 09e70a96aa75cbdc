/**
 * A call as a list shows it: of long texts their beginning.
 *
 * @module
 */
import type { ContentBlock, ToolResult } from '../../define/index.ts'
import type { CallRecord } from '../../store/index.ts'

const longest = 2000

export function shortened(call: CallRecord): CallRecord {
  const { input, result } = call
  const text = JSON.stringify(input) ?? ''
  return {
    ...call,
    input: text.length > longest ? `${text.slice(0, longest)}…` : input,
    ...(result && { result: shortResult(result) }),
  }
}

function shortResult({ data, ...result }: ToolResult): ToolResult {
  let room = longest
  const content: ContentBlock[] = []
  for (const block of result.content) {
    if (block.type !== 'text') content.push('data' in block ? { ...block, data: '' } : block)
    else if (room > 0) {
      const { text } = block
      content.push({ type: 'text', text: text.length > room ? `${text.slice(0, room)}…` : text })
      room -= text.length
    }
  }
  const isShort = data !== undefined && (JSON.stringify(data)?.length ?? 0) <= longest
  return { ...result, content, ...(isShort && { data }) }
}
