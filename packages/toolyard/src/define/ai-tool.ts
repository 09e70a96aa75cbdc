/**
 * A tool of the AI SDK (`ai`), read as one of ours: its consent, its signal, its model's view and its stream are carried over.
 * What can't be carried over is refused by name.
 *
 * @module
 */
import { isPlainObject, messageOf, ToolyardError } from '../kernel/index.ts'
import type { ToolContext } from './context.ts'
import { type ContentBlock, mediaBlock } from './result.ts'
import type { AnySpec, ConfirmContext } from './tool.ts'

/** Words that only tools of the AI SDK have. */
const ownWords = [
  'needsApproval',
  'toModelOutput',
  'inputExamples',
  'contextSchema',
  'providerOptions',
  'deferLoading',
  'isProviderExecuted',
  'onInputStart',
  'onInputDelta',
  'onInputAvailable',
] as const

const knownWords: readonly string[] = [
  ...ownWords,
  'type',
  'id',
  'args',
  'name',
  'title',
  'description',
  'strict',
  'metadata',
  'supportsDeferredResults',
  'inputSchema',
  'outputSchema',
  'execute',
]

/** Whether an object is a tool of the AI SDK beyond doubt. */
export function isAiTool(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isPlainObject(value) || strangerIn(value) !== undefined) return false
  if (ownWords.some((word) => value[word] !== undefined)) return true
  return (value['type'] === 'dynamic' || value['type'] === 'provider') && 'inputSchema' in value
}

export interface AiToolFacts {
  /** The tool's name, which it does not know itself. */
  readonly name?: string | undefined
  /** What its `contextSchema` asks for. */
  readonly context?: unknown
}

/** Throws `invalid_definition` if something of it would be lost that a call depends on. */
export function specOfAiTool(
  tool: Readonly<Record<string, unknown>>,
  { name = nameIn(tool), context }: AiToolFacts = {},
): AnySpec {
  const refuse = (reason: string, hint: string): never => {
    const label = name === undefined ? 'This tool of the AI SDK' : `Tool "${name}" of the AI SDK`
    throw new ToolyardError('invalid_definition', `${label} ${reason}`, { hint, tool: name })
  }
  const { execute, description, needsApproval, toModelOutput, outputSchema, title } = tool
  const stranger = strangerIn(tool)
  if (stranger !== undefined)
    refuse(`has "${stranger}", which is not known here`, 'Leave it out, or write the tool with defineTool().')
  if (tool['isProviderExecuted'] === true)
    refuse('is run by the provider', 'Give it to the model directly; there is nothing to run here.')
  if (typeof execute !== 'function')
    return refuse('has no execute', 'Add one: what a browser or the provider runs can not be run here.')
  if (tool['contextSchema'] !== undefined && context === undefined)
    refuse('needs a context', 'Pass it: fromAiTools(tools, { context: { NAME: … } }).')
  const options = (callId: string) => ({ toolCallId: callId, messages: [], context })
  return {
    ...(name !== undefined && { name }),
    ...(typeof title === 'string' && { title }),
    description: descriptionOf(description, { tool, context }),
    inputSchema: lazySchema(tool['inputSchema']),
    ...(outputSchema !== undefined && { outputSchema: lazySchema(outputSchema) }),
    ...(needsApproval !== undefined && { confirm: consentOf(needsApproval, options) }),
    ...examplesOf(tool['inputExamples']),
    streaming: isGenerator(execute),
    async *execute(input: unknown, call: ToolContext) {
      const given = { ...options(call.callId), abortSignal: call.signal }
      const output = yield* lastOf(await execute.call(tool, input, given))
      if (typeof toModelOutput !== 'function') return output
      const view = { toolCallId: call.callId, input, output }
      return shownBy(async () => toModelOutput.call(tool, view) as unknown, output)
    },
  } as AnySpec
}

/** A member that no tool of the AI SDK has. */
function strangerIn(tool: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(tool).find((key) => tool[key] !== undefined && !knownWords.includes(key))
}

function nameIn({ name }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof name === 'string' ? name : undefined
}

function descriptionOf(
  description: unknown,
  { tool, context }: { readonly tool: Readonly<Record<string, unknown>>; readonly context: unknown },
): string {
  const text: unknown = typeof description === 'function' ? description.call(tool, { context }) : description
  if (typeof text === 'string') return text
  return typeof tool['id'] === 'string' ? `The tool ${tool['id']}.` : ''
}

/** A schema that is made when it is first needed. */
function lazySchema(schema: unknown): unknown {
  return typeof schema === 'function' && !('~standard' in schema) ? (schema() as unknown) : schema
}

type Consent = boolean | ((input: unknown, context: ConfirmContext) => boolean | PromiseLike<boolean>)

function consentOf(needsApproval: unknown, options: (callId: string) => object): Consent {
  if (typeof needsApproval !== 'function') return needsApproval !== false
  return (input, { callId }) =>
    (needsApproval as (input: unknown, options: object) => boolean)(input, options(callId))
}

function examplesOf(examples: unknown): { readonly examples?: AnySpec['examples'] } {
  return Array.isArray(examples) ? { examples: examples as NonNullable<AnySpec['examples']> } : {}
}

function isGenerator(execute: object): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
}

/** In the AI SDK every part of a stream is the answer so far, and the last one is the answer. */
async function* lastOf(output: unknown): AsyncGenerator<unknown, unknown, undefined> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) return output
  let last: unknown
  for await (const part of output as AsyncIterable<unknown>) {
    if (last !== undefined) yield last
    last = part
  }
  return last
}

/** The work is done, so a view of it that fails is no failure of the call. It may hide something, so nothing is shown instead. */
export async function shownBy(toModelOutput: () => Promise<unknown>, output: unknown): Promise<unknown> {
  try {
    return answerOf(await toModelOutput(), output)
  } catch (error) {
    const text = `The tool ran, but its answer can not be shown: toModelOutput failed (${messageOf(error)}).`
    return { content: [{ type: 'text', text }], data: output }
  }
}

const viewTypes = ['text', 'json', 'content', 'execution-denied', 'error-text', 'error-json']

/** What `toModelOutput` answers, as content; `data` is what the tool answered. */
function answerOf(view: unknown, data: unknown): unknown {
  if (!isPlainObject(view) || !viewTypes.includes(String(view['type'])))
    throw new TypeError(`its answer must be an object with a type of ${viewTypes.join(', ')}`)
  const { type, value, reason } = view as {
    readonly type: string
    readonly value?: unknown
    readonly reason?: string
  }
  const isError = type.startsWith('error-') || type === 'execution-denied'
  const content: readonly ContentBlock[] =
    type === 'content'
      ? (value as readonly ModelPart[]).map(blockOf)
      : [{ type: 'text', text: type === 'execution-denied' ? (reason ?? 'denied') : textFor(value) }]
  return { content, data, ...(isError && { isError }) }
}

function textFor(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

interface ModelPart {
  readonly type: string
  readonly text?: string
  readonly mediaType?: string
  readonly filename?: string
  readonly url?: string
  readonly data?: unknown
}

function blockOf(part: ModelPart): ContentBlock {
  const { type, text, mediaType = 'application/octet-stream', filename } = part
  if (type === 'text') return { type: 'text', text: text ?? '' }
  const url = urlOf(part)
  if (url !== undefined)
    return { type: 'resource_link', uri: url, name: filename ?? url, mimeType: mediaType }
  const data = bytesOf(part.data)
  if (data === undefined) return { type: 'text', text: `[${type}${filename ? `: ${filename}` : ''}]` }
  return mediaBlock(data, mediaType, filename)
}

function urlOf({ url, data }: ModelPart): string | undefined {
  const given = url ?? (isPlainObject(data) && data['type'] === 'url' ? data['url'] : undefined)
  return given instanceof URL ? given.href : typeof given === 'string' ? given : undefined
}

/** Base64, out of any form in which files are given. */
function bytesOf(data: unknown): string | undefined {
  const inner = isPlainObject(data) && data['type'] === 'data' ? data['data'] : data
  if (typeof inner === 'string') return inner
  return inner instanceof Uint8Array ? Buffer.from(inner).toString('base64') : undefined
}
