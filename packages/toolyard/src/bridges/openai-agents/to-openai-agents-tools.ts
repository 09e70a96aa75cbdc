/**
 * `toOpenAIAgentsTools`: a yard's tools for agents of the OpenAI Agents SDK.
 *
 * @module
 */
import { type FunctionTool, tool as functionTool } from '@openai/agents-core'
import { type ContentBlock, textOf, type ToolResult } from '../../define/index.ts'
import { messageOf } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { type BridgeOptions, thrown, type YardTool, yardTools } from '../yard-tools.ts'

/** One line: `new Agent({ tools: await toOpenAIAgentsTools(yard, { agent: 'support' }) })`. */
export async function toOpenAIAgentsTools(
  yard: ToolService,
  options: BridgeOptions = {},
): Promise<FunctionTool<unknown, never>[]> {
  const fitted = { dialect: 'openai-responses', ...options } as const
  const tools = await yardTools(yard, 'openai-agents', fitted)
  return tools.map((tool) => agentsTool(tool, options))
}

function agentsTool(
  tool: YardTool,
  { approvals = 'framework' }: BridgeOptions,
): FunctionTool<unknown, never> {
  const { name, description, inputSchema, isStrict } = tool
  const facts = { name, description, parameters: inputSchema, strict: isStrict }
  return functionTool({
    ...(facts as unknown as { name: string; description: string; parameters: never; strict: true }),
    ...(approvals === 'framework' && {
      needsApproval: (_context: unknown, input: unknown, id?: string) => tool.asksAbout({ input, id }),
    }),
    async execute(input: unknown, context, details) {
      const id = details?.toolCall?.callId
      const isAgreed = id !== undefined && context?.isToolApproved({ toolName: name, callId: id }) === true
      return outputOf(thrown(await tool.call({ input, id, signal: details?.signal, isAgreed })))
    },
    errorFunction: (_context, error) => messageOf(error),
  })
}

/** Text, or parts if there are pictures. */
function outputOf(result: ToolResult): string | object[] {
  const hasPicture = result.content.some(({ type }) => type === 'image')
  return hasPicture ? result.content.map(partOf) : textOf(result)
}

function partOf(block: ContentBlock): object {
  return block.type === 'image'
    ? { type: 'image', image: { data: block.data, mediaType: block.mimeType } }
    : { type: 'text', text: textOf({ content: [block] }) }
}
