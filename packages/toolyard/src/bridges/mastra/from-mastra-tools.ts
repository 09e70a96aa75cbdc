/**
 * `fromMastraTools`: tools of Mastra as tools of a yard.
 *
 * @module
 */
import type { Mastra } from '@mastra/core/mastra'
import { RequestContext } from '@mastra/core/request-context'
import {
  standardSchemaToJSONSchema,
  type StandardSchemaWithJSON,
  toStandardSchema,
} from '@mastra/core/schema'
import { isValidationError, MASTRA_TOOL_MARKER, ToolStream } from '@mastra/core/tools'
import { type AnySpec, buildTool, shownBy, type Tool, type ToolContext } from '../../define/index.ts'
import { isPlainObject, messageOf, ToolyardError } from '../../kernel/index.ts'

export interface FromMastraOptions {
  /** A `RequestContext`: what tools read of the request, and what a `requestContextSchema` asks for. */
  readonly requestContext?: { entries(): Iterable<readonly [PropertyKey, unknown]> }
  readonly mastra?: Mastra
}

/** What `createTool()` answers. */
export interface AnyMastraTool {
  readonly id: string
  readonly description: string
}

type MastraParts = Readonly<Record<string, unknown>>

const knownWords: readonly string[] = [
  'id',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'suspendSchema',
  'resumeSchema',
  'requestContextSchema',
  'execute',
  'mastra',
  'requireApproval',
  'needsApprovalFn',
  'toModelOutput',
  'inputExamples',
  'mcp',
  'mcpMetadata',
  // What is not read says how a model or an agent is driven, not what a call does.
  'strict',
  'providerOptions',
  'background',
  'onInputStart',
  'onInputDelta',
  'onInputAvailable',
  'onOutput',
]

/** A record under its keys, as agents of Mastra name tools; a list under their ids. Throws `invalid_definition` at a tool of which something would be lost. */
export function fromMastraTools(
  tools: Readonly<Record<string, AnyMastraTool>> | readonly AnyMastraTool[],
  options: FromMastraOptions = {},
): Tool[] {
  const named = Array.isArray(tools)
    ? (tools as readonly AnyMastraTool[]).map((tool) => [tool.id, tool] as const)
    : Object.entries(tools)
  return named.map(([name, tool]) => buildTool(specOf(name, tool as unknown as MastraParts, options), 'app'))
}

function specOf(name: string, tool: MastraParts, options: FromMastraOptions): AnySpec {
  const refuse = (reason: string, hint: string): never => {
    throw new ToolyardError('invalid_definition', `Tool "${name}" of Mastra ${reason}`, { hint, tool: name })
  }
  refuseLosses(tool, options, refuse)
  const { execute, title, description, inputSchema, outputSchema, inputExamples } = tool
  const confirm = consentOf(tool, options)
  if (typeof execute !== 'function')
    return refuse('has no execute', 'Add one: what a browser or the provider runs can not be run here.')
  return {
    name,
    ...(typeof title === 'string' && { title }),
    description: typeof description === 'string' ? description : '',
    // Its own schema checks again, when it is called.
    ...(inputSchema !== undefined && { inputSchema: jsonOf(inputSchema, 'input', refuse) }),
    ...(outputSchema !== undefined && { outputSchema: jsonOf(outputSchema, 'output', refuse) }),
    ...(confirm !== undefined && { confirm }),
    ...(Array.isArray(inputExamples) && { examples: inputExamples as NonNullable<AnySpec['examples']> }),
    streaming: true,
    async execute(input: unknown, call: ToolContext) {
      const output: unknown = await execute.call(tool, input, contextOf(name, call, { ...options, tool }))
      return answerOf(tool, output)
    },
  }
}

type RefuseTool = (reason: string, hint: string) => never

function refuseLosses(tool: MastraParts, { requestContext }: FromMastraOptions, refuse: RefuseTool): void {
  if (!(MASTRA_TOOL_MARKER in tool))
    refuse(
      'was not made by createTool()',
      'Wrap it in createTool(); fromAiTools() takes tools of the AI SDK.',
    )
  const stranger = Object.keys(tool).find((key) => tool[key] !== undefined && !knownWords.includes(key))
  if (stranger === 'transform')
    refuse('hides parts of its payloads with transform', 'Return only what may be shown and kept.')
  if (stranger !== undefined)
    refuse(`has "${stranger}", which is not known here`, 'Leave it out, or write the tool with defineTool().')
  if (tool['suspendSchema'] !== undefined || tool['resumeSchema'] !== undefined)
    refuse(
      'suspends its run',
      'Ask with context.ask() in a tool written with defineTool(); no run is kept here.',
    )
  if (tool['requestContextSchema'] !== undefined && requestContext === undefined)
    refuse('needs a request context', 'Pass it: fromMastraTools(tools, { requestContext }).')
}

function jsonOf(schema: unknown, io: 'input' | 'output', refuse: RefuseTool): unknown {
  try {
    const standard = toStandardSchema(schema as StandardSchemaWithJSON)
    const { $schema: _, ...json } = standardSchemaToJSONSchema(standard, { io })
    return json
  } catch (error) {
    return refuse(
      `has a schema without a JSON form (${messageOf(error)})`,
      'Models send JSON: use types of JSON.',
    )
  }
}

/** As Mastra reads it: a function decides; anything else that is set asks about every call. */
function consentOf(
  { requireApproval, needsApprovalFn }: MastraParts,
  { requestContext }: FromMastraOptions,
): AnySpec['confirm'] {
  const decides = [requireApproval, needsApprovalFn].find((one) => typeof one === 'function')
  if (!decides) return Boolean(requireApproval) || undefined
  return (input: unknown) =>
    decides(input, { requestContext: Object.fromEntries(requestContext?.entries() ?? []) })
}

async function suspend(): Promise<never> {
  throw new ToolyardError('tool_failed', 'the tool suspends its run, and no run is kept here to resume', {
    hint: 'Use requireApproval to ask for consent.',
  })
}

/** What the loop of an agent gives. */
function contextOf(
  name: string,
  call: ToolContext,
  given: FromMastraOptions & { readonly tool: MastraParts },
): object {
  const { requestContext = new RequestContext(), mastra = given.tool['mastra'] } = given
  const { callId, threadId, agent = '', signal } = call
  return {
    mastra,
    requestContext,
    abortSignal: signal,
    writer: new ToolStream({ prefix: 'tool', callId, name, runId: callId }, (chunk) =>
      call.emit(outputIn(chunk)),
    ),
    suspend,
    agent: { agentId: agent, toolCallId: callId, messages: [], threadId, suspend },
    observe: { span: async (_name: string, work: () => unknown) => work(), log: () => {} },
  }
}

/** What a tool wrote, out of the chunk that Mastra makes of it. */
function outputIn(chunk: unknown): unknown {
  const payload = isPlainObject(chunk) && chunk['type'] === 'tool-output' ? chunk['payload'] : undefined
  return isPlainObject(payload) ? payload['output'] : chunk
}

async function answerOf(tool: MastraParts, output: unknown): Promise<unknown> {
  if (isValidationError(output)) return answerOfWrong(output.message)
  const { toModelOutput } = tool
  if (typeof toModelOutput !== 'function' || output === undefined || output === null) return output
  return shownBy(async () => {
    const view: unknown = await toModelOutput.call(tool, output)
    const isView = isPlainObject(view) && typeof view['type'] === 'string'
    return isView ? view : { type: 'json', value: view }
  }, output)
}

/** What Mastra says instead of an answer. If it is about the answer, the call has been made, and the message tells what it returned. */
function answerOfWrong(message: string): unknown {
  if (message.startsWith('Tool output')) return { content: [{ type: 'text', text: message }] }
  throw new ToolyardError(message.startsWith('Tool input') ? 'invalid_arguments' : 'tool_failed', message)
}
