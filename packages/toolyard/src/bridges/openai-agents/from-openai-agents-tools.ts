/**
 * `fromOpenAIAgentsTools`: function tools of the OpenAI Agents SDK as tools of a yard.
 *
 * @module
 */
import { type FunctionTool, RunContext, type Tool as AgentsTool } from '@openai/agents-core'
import {
  type AnySpec,
  buildTool,
  type ContentBlock,
  type Tool,
  type ToolContext,
} from '../../define/index.ts'
import { isPlainObject, ToolyardError } from '../../kernel/index.ts'

export interface FromOpenAIAgentsOptions<Context = unknown> {
  /** What the tools find in `context.context`. */
  readonly context?: Context
}

/** Throws `invalid_definition` at a tool of which something would be lost: hosted tools, guardrails. */
export function fromOpenAIAgentsTools<Context = unknown>(
  tools: readonly AgentsTool<Context>[],
  { context }: FromOpenAIAgentsOptions<NoInfer<Context>> = {},
): Tool[] {
  return tools.map((tool) => buildTool(specOf(functionTool(tool as AgentsTool), context), 'app'))
}

type AnyFunctionTool = FunctionTool<unknown, never>

function functionTool(tool: AgentsTool): AnyFunctionTool {
  const refuse = (reason: string, hint: string): never => {
    throw new ToolyardError('invalid_definition', `Tool "${tool.name}" of the OpenAI Agents SDK ${reason}`, {
      hint,
      tool: tool.name,
    })
  }
  if (tool.type !== 'function')
    return refuse(
      `is of type "${tool.type}", which runs at OpenAI or in its runner`,
      'Use a built-in tool instead.',
    )
  if ([...(tool.inputGuardrails ?? []), ...(tool.outputGuardrails ?? [])].length > 0)
    return refuse('has guardrails, which only its runner runs', 'Make them hooks of the yard.')
  return tool
}

function specOf(tool: AnyFunctionTool, context: unknown): AnySpec {
  const run = (): RunContext => new RunContext(context)
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters,
    ...(tool.outputSchema !== undefined && { outputSchema: tool.outputSchema }),
    ...(tool.timeoutMs !== undefined && { timeoutMs: tool.timeoutMs }),
    confirm: (input: unknown, { callId }) => tool.needsApproval(run(), input as never, callId),
    async execute(input: unknown, { callId, signal }: ToolContext) {
      if (!(await tool.isEnabled(run(), {} as never)))
        throw new ToolyardError('denied', `"${tool.name}" is switched off now: its isEnabled says so.`)
      const given = JSON.stringify(input)
      const toolCall = {
        type: 'function_call' as const,
        callId,
        name: tool.name,
        arguments: given,
        status: 'in_progress' as const,
      }
      const output = await tool.invoke(run(), given, { toolCall, signal })
      if (output === timedOut(tool)) throw new ToolyardError('timeout', output)
      return answerOf(output)
    },
  }
}

/** What the SDK says instead of an error, if the tool has no `errorFunction` of its own. */
const swallowed = 'An error occurred while running the tool. Please try again.'

/** What it says instead of a tool that took too long, if the tool has no `timeoutErrorFunction` of its own. */
function timedOut({ name, timeoutMs = 0 }: AnyFunctionTool): string {
  return `Tool '${name}' timed out after ${timeoutMs}ms.`
}

function answerOf(output: unknown): unknown {
  if (output === swallowed) return { content: [{ type: 'text', text: output }], isError: true }
  const parts = Array.isArray(output) ? output : [output]
  if (parts.length === 0 || !parts.every(isPart)) return output
  return { content: parts.map(blockOf) }
}

interface OutputPart {
  readonly type: 'text' | 'image' | 'file'
  readonly text?: string
  readonly image?: unknown
  readonly file?: unknown
}

function isPart(value: unknown): value is OutputPart {
  if (!isPlainObject(value)) return false
  return (
    (value['type'] === 'text' && typeof value['text'] === 'string') ||
    (value['type'] === 'image' && value['image'] !== undefined) ||
    (value['type'] === 'file' && value['file'] !== undefined)
  )
}

function blockOf(part: OutputPart): ContentBlock {
  if (part.type === 'text') return { type: 'text', text: part.text ?? '' }
  const source = part.image ?? part.file
  const {
    data,
    url,
    mediaType,
    filename = part.type,
  } = (isPlainObject(source) ? source : { url: source }) as {
    readonly data?: string | Uint8Array
    readonly url?: string
    readonly mediaType?: string
    readonly filename?: string
  }
  const fromUrl = /^data:([^;,]+);base64,(.*)$/s.exec(url ?? '')
  const bytes =
    fromUrl?.[2] ?? (typeof data === 'string' ? data : data && Buffer.from(data).toString('base64'))
  const mimeType =
    fromUrl?.[1] ?? mediaType ?? (part.type === 'image' ? 'image/png' : 'application/octet-stream')
  if (bytes === undefined) return { type: 'resource_link', uri: url ?? `file:///${filename}`, name: filename }
  if (mimeType.startsWith('image/')) return { type: 'image', data: bytes, mimeType }
  return { type: 'resource', resource: { uri: `file:///${filename}`, mimeType, blob: bytes } }
}
