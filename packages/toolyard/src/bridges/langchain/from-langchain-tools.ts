/**
 * `fromLangChainTools`: tools of LangChain as tools of a yard.
 *
 * @module
 */
import { isBaseMessage, isToolMessage, type ToolMessage } from '@langchain/core/messages'
import { mergeConfigs } from '@langchain/core/runnables'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { ToolInputParsingException, type ToolRunnableConfig } from '@langchain/core/tools'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import {
  type AnySpec,
  buildTool,
  type ContentBlock,
  type Tool,
  type ToolContext,
} from '../../define/index.ts'
import { isPlainObject, messageOf, ToolyardError } from '../../kernel/index.ts'
import { fromLangChainContent } from './content.ts'
import { type InterruptOn, interruptsOf } from './interrupt-on.ts'

export interface FromLangChainOptions {
  /** As it is given to `humanInTheLoopMiddleware`: which tools a person confirms. */
  readonly interruptOn?: InterruptOn
  /** Handed to every call, beside its signal: `context`, `configurable`, `callbacks` and others. */
  readonly config?: Omit<ToolRunnableConfig, 'signal' | 'toolCall'>
}

/** What `tool()` answers, `DynamicTool`, classes of tools and `asTool()` of runnables have in common. */
export interface AnyLangChainTool {
  readonly name: string
  readonly description?: string | undefined
  readonly schema: unknown
  invoke(input: never, config?: never): Promise<unknown>
}

/** Throws `invalid_definition` at a tool of which something would be lost. */
export function fromLangChainTools(
  tools: readonly AnyLangChainTool[],
  { interruptOn = {}, config = {} }: FromLangChainOptions = {},
): Tool[] {
  const stranger = Object.keys(interruptOn).find((name) => tools.every((tool) => tool.name !== name))
  if (stranger !== undefined)
    throw new ToolyardError('invalid_definition', `interruptOn names "${stranger}", which is no tool here`, {
      hint: 'Write it as the tool is called, or leave it out.',
    })
  return tools.map((tool) => buildTool(specOf(tool, interruptOn, config), 'app'))
}

function specOf(tool: AnyLangChainTool, interruptOn: InterruptOn, config: ToolRunnableConfig): AnySpec {
  const { name, description = '' } = tool
  const refuse = (reason: string, hint: string): never => {
    throw new ToolyardError('invalid_definition', `Tool "${name}" of LangChain ${reason}`, {
      hint,
      tool: name,
    })
  }
  if (typeof tool.invoke !== 'function')
    refuse('has no invoke', 'Give it to the model directly: what the provider runs can not be run here.')
  const rule = Object.hasOwn(interruptOn, name) ? interruptOn[name] : undefined
  const word = rule === undefined ? consentIn(tool) : undefined
  if (word !== undefined)
    refuse(
      `has "${word}", which is not known here`,
      `Say it in interruptOn: fromLangChainTools(tools, { interruptOn: { ${name}: true } }).`,
    )
  const confirm = interruptsOf(name, rule, refuse)
  return {
    name,
    description,
    // Its own schema checks again, when it is called.
    inputSchema: schemaOf(tool, refuse),
    ...(confirm !== undefined && { confirm }),
    streaming: true,
    execute: (input: unknown, call: ToolContext) => run(tool, { input, call, config }),
  }
}

function schemaOf(tool: AnyLangChainTool, refuse: (reason: string, hint: string) => never): unknown {
  try {
    const { $schema: _, ...schema } = toJsonSchema(tool.schema as never) as Readonly<Record<string, unknown>>
    return schema
  } catch (error) {
    return refuse(
      `has a schema without a JSON form (${messageOf(error)})`,
      'Models send JSON: use types of JSON.',
    )
  }
}

/** LangChain has no word for consent in a tool; one that is there was meant to be heeded. */
function consentIn(tool: object): string | undefined {
  const { metadata, extras } = tool as { readonly metadata?: unknown; readonly extras?: unknown }
  for (const place of [tool, metadata, extras])
    if (typeof place === 'object' && place !== null)
      for (const [key, value] of Object.entries(place))
        if (value !== undefined && value !== false && /approv|consent|confirm|interrupt/i.test(key))
          return key
  return undefined
}

interface LangChainRun {
  readonly input: unknown
  readonly call: ToolContext
  readonly config: ToolRunnableConfig
}

/**
 * `returnDirect` is not read: it says how an agent of LangChain goes on, not what a call does. A graph that calls the yard is not
 * the tool's: `interrupt()` would take the answer to another question.
 */
async function run(tool: AnyLangChainTool, { input, call, config }: LangChainRun): Promise<unknown> {
  const { callId, signal, emit } = call
  const events = { name: 'toolyard', awaitHandlers: true, handleToolEvent: emit }
  const own = { ...mergeConfigs(config, { signal, callbacks: [events] }), toolCallId: callId }
  const toolCall = { type: 'tool_call', id: callId, name: tool.name, args: input }
  const isolated = { configurable: {} }
  const invoke = () => tool.invoke(toolCall as never, own as never)
  try {
    return answerOf(await AsyncLocalStorageProviderSingleton.runWithConfig(isolated, invoke))
  } catch (error) {
    throw told(error)
  }
}

function told(error: unknown): unknown {
  if (error instanceof ToolInputParsingException) return new ToolyardError('invalid_arguments', error.message)
  if ((error as { lc_error_code?: unknown } | null)?.lc_error_code !== 'MISSING_CHECKPOINTER') return error
  return new ToolyardError('tool_failed', 'the tool calls interrupt(), and there is no graph to interrupt', {
    hint: 'Leave interrupt() out of it, and say in interruptOn which calls a person confirms.',
  })
}

function answerOf(output: unknown): unknown {
  if (isBaseMessage(output)) return answerOfMessage(output)
  if (isCommand(output)) return answerOfCommand(output)
  return output
}

function isToolMessageLike(value: unknown): value is ToolMessage {
  return isBaseMessage(value) && isToolMessage(value)
}

interface AnyMessage {
  readonly content: unknown
  readonly artifact?: unknown
  readonly status?: unknown
}

function answerOfMessage({ content, artifact, status }: AnyMessage): unknown {
  const data = artifact ?? jsonIn(content)
  return {
    content: fromLangChainContent(content),
    ...(data !== undefined && { data }),
    ...(status === 'error' && { isError: true }),
  }
}

/** LangChain writes what a tool returned as JSON into its message. */
function jsonIn(content: unknown): unknown {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return undefined
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

interface GraphCommand {
  readonly update?: unknown
  readonly goto?: unknown
}

function isCommand(value: unknown): value is GraphCommand {
  return typeof value === 'object' && value !== null && 'lg_name' in value && value.lg_name === 'Command'
}

/** The call has been made, so it is no failure: its messages are the answer, and what only a graph can do is told. */
function answerOfCommand({ update }: GraphCommand): unknown {
  const messages: unknown = isPlainObject(update) ? update['messages'] : undefined
  const content = (Array.isArray(messages) ? messages : [])
    .filter((message) => isToolMessageLike(message))
    .flatMap((message) => fromLangChainContent(message.content))
  const note: ContentBlock = {
    type: 'text',
    text: 'The tool also asked to change the state of its graph or to go to another node. There is no graph here, so that was left out.',
  }
  return { content: [...content, note] }
}
