/**
 * A result as the client's version of the protocol tells it.
 *
 * @module
 */
import type { ContentBlock, ToolResult } from '../../define/index.ts'
import { textOf } from '../../define/index.ts'
import { promisesOutput, renderResult } from '../../dialects/index.ts'
import type { CalledTool, McpClient } from './client.ts'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from './sdk.ts'

export function wireResult(
  { yard, session, speaks }: McpClient,
  { name, wire }: CalledTool,
  result: ToolResult,
): CallToolResult {
  if (wire) return wire(result) as CallToolResult
  if (result.error?.code === 'tool_not_found' && !yard.registry.has(name))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Tool ${name} not found. ${result.error.hint ?? ''}`.trim(),
    )
  const structured = promisesOutput(yard.dialects.of(result.tool, 'mcp'))
  const { handle } = result
  const whole = handle === undefined ? [] : [session.results.add(handle, result.tool)]
  const all = whole.length > 0 ? [...result.content, ...whole] : result.content
  const content = (speaks ?? '') >= allSince ? all : all.map((block) => spoken(block, speaks))
  const shown = content === result.content ? result : { ...result, content }
  return renderResult(shown, 'mcp', { id: result.callId, name, structured })
}

/** Since when clients know a kind of content, and all kinds. */
const knownSince: Readonly<Partial<Record<ContentBlock['type'], string>>> = {
  audio: '2025-03-26',
  resource_link: '2025-06-18',
}
const allSince = '2025-06-18'

/** A block that the client's version of the protocol does not know is told in words. */
export function spoken(block: ContentBlock, version = ''): ContentBlock {
  const since = knownSince[block.type]
  if (since === undefined || version >= since) return block
  return { type: 'text', text: textOf({ content: [block] }) }
}
