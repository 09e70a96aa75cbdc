/**
 * `toAiTools`: a yard's tools for `generateText`, `streamText` and `ToolLoopAgent` of the AI SDK.
 *
 * @module
 */
import { jsonSchema, type Tool } from 'ai'
import { type ContentBlock, textOf, type ToolEvent } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import {
  type BridgeOptions,
  type FrameworkCall,
  frameworkOutput,
  type FrameworkOutput,
  type YardTool,
  yardTools,
} from '../yard-tools.ts'

/** What a tool answers in the AI SDK. */
export type AiToolOutput = FrameworkOutput

export type AiTool = Tool<unknown, AiToolOutput>

/** One line: `tools: await toAiTools(yard, { agent: 'support' })`. */
export async function toAiTools(
  yard: ToolService,
  options: BridgeOptions = {},
): Promise<Record<string, AiTool>> {
  const tools = await yardTools(yard, 'ai', options)
  return Object.fromEntries(tools.map((tool) => [tool.name, aiTool(tool, options)]))
}

function aiTool(tool: YardTool, { approvals = 'framework' }: BridgeOptions): AiTool {
  return {
    description: tool.description,
    ...(tool.title !== undefined && { title: tool.title }),
    inputSchema: jsonSchema(tool.inputSchema as object),
    ...(approvals === 'framework' && {
      needsApproval: (input: unknown, { toolCallId }: { toolCallId: string }) =>
        tool.asksAbout({ input, id: toolCallId }),
    }),
    execute: (input, { toolCallId, abortSignal }) => {
      const call = { input, id: toolCallId, signal: abortSignal }
      return tool.isStreaming ? streamed(tool, call) : answered(tool, call)
    },
    toModelOutput: ({ output }) => ({ type: 'content', value: output.content.map(partOf) }),
  }
}

async function answered(tool: YardTool, call: FrameworkCall): Promise<AiToolOutput> {
  return frameworkOutput(await tool.call(call))
}

/** What is shown of a stream before its end: enough to read along. */
const longestPreview = 16_000
/** Each preview holds all text so far, so not every chunk makes one. */
const previewMs = 50

/** Every part is the answer so far; the last one is the answer. */
async function* streamed(tool: YardTool, call: FrameworkCall): AsyncGenerator<AiToolOutput, void, undefined> {
  let text = ''
  let shownAt = 0
  for await (const event of tool.stream(call)) {
    if (event.type === 'result') yield frameworkOutput(event.result)
    const more = textIn(event)
    if (more === '') continue
    text = `${text}${more}`.slice(-longestPreview)
    if (performance.now() - shownAt < previewMs) continue
    shownAt = performance.now()
    yield { content: [{ type: 'text', text }] }
  }
}

function textIn(event: ToolEvent): string {
  if (event.type !== 'chunk') return ''
  return typeof event.data === 'string' ? event.data : `${JSON.stringify(event.data) ?? ''}\n`
}

type AiPart =
  | { type: 'text'; text: string }
  | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string }

function partOf(block: ContentBlock): AiPart {
  return block.type === 'image' || block.type === 'audio'
    ? { type: 'file', data: { type: 'data', data: block.data }, mediaType: block.mimeType }
    : { type: 'text', text: textOf({ content: [block] }) }
}
