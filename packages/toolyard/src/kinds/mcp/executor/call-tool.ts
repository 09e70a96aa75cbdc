/**
 * One call of one tool over a connection: progress, silence, cancellation, and the questions that come up on the way.
 *
 * @module
 */
import type { CallToolRequestOptions, Client } from '@modelcontextprotocol/client'
import { isPlainObject, type JsonSchema, maxDelayMs, ToolyardError } from '../../../kernel/index.ts'
import type { ServerQuestion } from './answers.ts'
import { type McpAnswer, readAnswer } from './content.ts'
import type { DirectCalls } from './direct-calls.ts'
import { exchange } from './exchange.ts'
import { nameServer, protocolCode } from './fault.ts'
import { followTask, taskIdOf } from './follow-task.ts'
import { anyResult, rawOf } from './raw-results.ts'
import type { RunningCall } from './running-call.ts'

export interface ToolCall {
  /** As the server knows it. */
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Where parameters must be repeated in headers: the schema that says so. */
  readonly headerSchema: JsonSchema | undefined
}

interface CallParts {
  readonly server: string
  readonly client: Client
  /** A shorter way than the client's, where the channel has one. */
  readonly direct: DirectCalls | undefined
  readonly running: RunningCall
  readonly answer: ServerQuestion
}

/** The server wants a page opened before it goes on. */
const urlNeeded = -32_042

export async function callTool(call: ToolCall, parts: CallParts): Promise<McpAnswer> {
  const { running } = parts
  try {
    return await attempt(call, parts)
  } catch (error) {
    if (running.isSilent)
      throw new ToolyardError(
        'timeout',
        `${nameServer(parts.server)} said nothing for ${running.idleMs} ms`,
        {
          cause: error,
          hint: 'Whether the call took effect is not known. Raise "timeoutMs" of the server where this is usual.',
        },
      )
    if (protocolCode(error) === urlNeeded && (await opened(error, parts))) return attempt(call, parts)
    throw error
  }
}

async function attempt(call: ToolCall, parts: CallParts): Promise<McpAnswer> {
  const { server, direct, running, answer } = parts
  const result = await exchange({
    params: { name: call.name, arguments: call.input },
    send: direct
      ? (params) => direct.request(params, running, (progress) => tellProgress(progress, running))
      : (params) => throughSdk(params, call, parts),
    answer: (method, params) => answer(method, params, running),
  })
  const answered = direct ? result : rawOf(result)
  const taskId = taskIdOf(answered)
  const raw = taskId === undefined ? answered : await followTask(taskId, parts)
  if (!isPlainObject(raw) || !Array.isArray(raw['content']))
    throw new ToolyardError('tool_failed', `${nameServer(server)} answered something that is no result`)
  return readAnswer(raw)
}

function throughSdk(
  params: Readonly<Record<string, unknown>>,
  { name, headerSchema }: ToolCall,
  { client, running }: CallParts,
): Promise<unknown> {
  const options: CallToolRequestOptions = {
    signal: running.signal,
    timeout: maxDelayMs,
    onprogress: (progress) => tellProgress(progress, running),
    allowInputRequired: true,
  }
  if (!headerSchema) return client.request({ method: 'tools/call', params }, anyResult, options)
  const toolDefinition = { name, inputSchema: headerSchema as never }
  return client.callTool(params as never, { ...options, toolDefinition })
}

export function tellProgress(update: object, running: RunningCall): void {
  const { progress, total, message } = update as Readonly<Record<string, unknown>>
  running.touch()
  running.context.progress({
    ...(typeof progress === 'number' && { done: progress }),
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  })
}

/** Whether a person has opened every page that the error names. */
async function opened(error: unknown, { answer, running }: CallParts): Promise<boolean> {
  const data = isPlainObject((error as { data?: unknown }).data)
    ? (error as { data: Record<string, unknown> }).data
    : {}
  const asked = Array.isArray(data['elicitations']) ? data['elicitations'] : []
  for (const one of asked) {
    const given = await answer('elicitation/create', one, running)
    if (!('action' in given) || given.action !== 'accept') return false
  }
  return asked.length > 0
}
