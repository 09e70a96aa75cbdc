/**
 * `toMastraTools`: a yard's tools for `new Agent({ tools })` of Mastra.
 *
 * @module
 */
import type { StandardSchemaWithJSON } from '@mastra/core/schema'
import { createTool, type Tool, type ToolExecutionContext } from '@mastra/core/tools'
import { type ContentBlock, textOf } from '../../define/index.ts'
import type { JsonSchema } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import {
  type BridgeOptions,
  frameworkOutput,
  type FrameworkOutput,
  type YardTool,
  yardTools,
} from '../yard-tools.ts'
import { LoopApprovals } from './loop-approvals.ts'

/** What a tool answers in Mastra. */
export type MastraToolOutput = FrameworkOutput

export type MastraTool = Tool<unknown, MastraToolOutput>

/**
 * One line: `tools: await toMastraTools(yard, { agent: 'support' })`. Which calls a person approves is said by the yard's policy:
 * `requireToolApproval` of an agent does not reach them, because in Mastra a tool's own function goes before it.
 */
export async function toMastraTools(
  yard: ToolService,
  options: BridgeOptions = {},
): Promise<Record<string, MastraTool>> {
  const tools = await yardTools(yard, 'mastra', options)
  return Object.fromEntries(tools.map((tool) => [tool.name, mastraTool(tool, options)]))
}

function mastraTool(tool: YardTool, { approvals = 'framework' }: BridgeOptions): MastraTool {
  const asked = approvals === 'framework' ? new LoopApprovals(tool) : undefined
  return createTool({
    id: tool.name,
    description: tool.description,
    ...(tool.title !== undefined && { title: tool.title }),
    inputSchema: shownSchema(tool.inputSchema),
    ...(asked && {
      requireApproval: (input: unknown) => asked.asksAbout(input),
      onInputAvailable: ({ toolCallId, input }: { toolCallId: string; input: unknown }) =>
        asked.announce(toolCallId, input),
    }),
    execute: (input, context) => {
      const id = context.agent?.toolCallId
      return run(tool, { input, context, isAgreed: id !== undefined && asked?.wasAgreed(id) })
    },
    toModelOutput: (output: unknown) => ({
      type: 'content',
      value: (output as MastraToolOutput).content.map(partOf),
    }),
  }) as MastraTool
}

/** The yard checks arguments: it mends what can be mended, and says what is wrong with the rest. */
function shownSchema(schema: JsonSchema): StandardSchemaWithJSON {
  const json = (): Record<string, unknown> => schema
  return {
    '~standard': {
      version: 1,
      vendor: 'toolyard',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  }
}

interface MastraCall {
  readonly input: unknown
  readonly context: Pick<ToolExecutionContext, 'agent' | 'abortSignal' | 'writer'>
  readonly isAgreed: boolean | undefined
}

/** What it yields is in the stream of the agent, as `tool-output`. */
async function run(tool: YardTool, { input, context, isAgreed }: MastraCall): Promise<MastraToolOutput> {
  const { agent, abortSignal, writer } = context
  const call = { input, id: agent?.toolCallId, signal: abortSignal, isAgreed }
  if (!tool.isStreaming || !writer) return frameworkOutput(await tool.call(call))
  for await (const event of tool.stream(call)) {
    if (event.type === 'result') return frameworkOutput(event.result)
    if (event.type === 'chunk') await writer.write(event.data)
  }
  throw new Error(`"${tool.name}" ended without a result`)
}

type MastraPart = { type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string }

function partOf(block: ContentBlock): MastraPart {
  return block.type === 'image' || block.type === 'audio'
    ? { type: 'media', data: block.data, mediaType: block.mimeType }
    : { type: 'text', text: textOf({ content: [block] }) }
}
