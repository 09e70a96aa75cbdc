/**
 * `toLangChainTools`: a yard's tools for `createAgent` of LangChain and the `ToolNode` of LangGraph.
 *
 * @module
 */
import { type MessageContent, ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool, type StructuredToolParams } from '@langchain/core/tools'
import { z } from 'zod'
import { isFailure, type ToolResult } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { type BridgeOptions, ToolCallError, type YardTool, yardTools } from '../yard-tools.ts'
import { toLangChainContent } from './content.ts'
import { GraphApprovals, type GraphConfig } from './graph-approvals.ts'

/** Answers content for the model; the artifact is what the tool returned, if that is structured. */
export type LangChainTool = DynamicStructuredTool<StructuredToolParams['schema'], unknown, unknown>

/** One line: `tools: await toLangChainTools(yard, { agent: 'support' })`. */
export async function toLangChainTools(
  yard: ToolService,
  options: BridgeOptions = {},
): Promise<LangChainTool[]> {
  const tools = await yardTools(yard, 'langchain', options)
  const approvals = options.approvals === 'inbox' ? undefined : new GraphApprovals(tools)
  return tools.map((tool) => langChainTool(tool, approvals))
}

function langChainTool(tool: YardTool, approvals: GraphApprovals | undefined): LangChainTool {
  const fields = {
    name: tool.name,
    description: tool.description,
    responseFormat: 'content_and_artifact',
    ...(tool.title !== undefined && { metadata: { title: tool.title } }),
    func: (input: unknown, _run: unknown, config: GraphConfig = {}) =>
      run(tool, { input, config, approvals }),
  }
  const shown: LangChainTool = new DynamicStructuredTool({
    ...fields,
    schema: tool.inputSchema as StructuredToolParams['schema'],
  })
  // The yard checks arguments: it mends what can be mended, and says what is wrong with the rest.
  const unchecked = new DynamicStructuredTool({ ...fields, schema: z.unknown() })
  shown.call = unchecked.call.bind(unchecked) as LangChainTool['call']
  return shown
}

interface LangChainCall {
  readonly input: unknown
  readonly config: GraphConfig
  readonly approvals: GraphApprovals | undefined
}

/** Content for the model, and the artifact. */
type LangChainAnswer = [MessageContent | ToolMessage, unknown]

/** What it yields is in the stream modes `tools` and `custom` of a graph. */
async function* run(
  tool: YardTool,
  { input, config, approvals }: LangChainCall,
): AsyncGenerator<unknown, LangChainAnswer, undefined> {
  const id = config.toolCall?.id
  const asked = await approvals?.ask(tool, { input, config })
  if (asked?.said.isAgreed === false) return failed(asked.said.reason, { name: tool.name, id })
  const call = { input, id: asked?.id ?? id, signal: config.signal, isAgreed: asked?.said.isAgreed }
  for await (const event of tool.stream(call)) {
    if (event.type === 'result') return answerOf(event.result, id)
    if (event.type !== 'chunk') continue
    config.writer?.({ tool: tool.name, toolCallId: id, data: event.data })
    yield event.data
  }
  throw new Error(`"${tool.name}" ended without a result`)
}

function answerOf(result: ToolResult, id: string | undefined): LangChainAnswer {
  const { status, tool: name, data } = result
  if (!isFailure(status))
    return [toLangChainContent(result.content), typeof data === 'string' ? undefined : data]
  const error = new ToolCallError(result)
  if (status === 'cancelled') throw error
  return failed(error, { name, id, content: toLangChainContent(result.content) })
}

interface FailedCall {
  readonly name: string
  readonly id: string | undefined
  readonly content?: MessageContent
}

/**
 * As a message of status `error` if a model called. `ToolNode` makes one of what is thrown, too, but tells the model to fix its
 * mistakes, and with middleware around it, the agent ends.
 */
function failed(error: Error, { name, id, content = error.message }: FailedCall): LangChainAnswer {
  if (!id) throw error
  return [new ToolMessage({ status: 'error', name, tool_call_id: id, content }), undefined]
}
