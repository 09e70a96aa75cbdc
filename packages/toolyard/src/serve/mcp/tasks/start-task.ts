/**
 * Which calls become tasks.
 *
 * In the revision of 2026-07-28 the server decides: a call of a tool that runs in the background, by a client that knows tasks.
 * In that of 2025-11-25 the client asks for a task, if the tool's definition says that it may or must.
 *
 * @module
 */
import type { TaskSupport, ToolResult } from '../../../define/index.ts'
import { isPlainObject, ToolyardError } from '../../../kernel/index.ts'
import type { BackgroundCall } from '../../../parts/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CalledTool, McpClient } from '../client.ts'
import { ProtocolError, ProtocolErrorCode } from '../sdk.ts'
import { agentName, findTask } from './own-tasks.ts'
import {
  type CreatedTask,
  knowsTasks,
  missingTasks,
  type OlderCreatedTask,
  olderTask,
  taskOf,
} from './task-shape.ts'

/** Since when clients ask for tasks. */
const askedSince = '2025-11-25'
/** A task is kept after its end for as long as a client asks for, up to a week. */
const mostKeptMs = 7 * 86_400_000

/** Undefined if the tool's calls are never tasks. Those of a tool that runs on workers may be. */
export function taskSupportOf({ registry }: ToolService, tool: string): TaskSupport | undefined {
  const { taskSupport, queue } = registry.get(tool)?.manifest ?? {}
  return taskSupport ?? (queue === undefined ? undefined : 'optional')
}

/** Undefined if the call is to be made as usual. A client that has given up meanwhile never hears of its task: it is cancelled. */
export async function startTask(
  client: McpClient,
  called: CalledTool,
  signal: AbortSignal,
): Promise<CreatedTask | OlderCreatedTask | undefined> {
  if (called.wire) return undefined
  const started = await startedCall(client, called)
  if (started && signal.aborted)
    await client.yard.background.cancel(started.id, 'the client gave up its request')
  return started && (client.era === 'modern' ? created(started) : older(started))
}

async function startedCall(client: McpClient, called: CalledTool): Promise<BackgroundCall | undefined> {
  const support = taskSupportOf(client.yard, called.name)
  if (client.era === 'legacy') return olderStart(client, called, support)
  if (support === undefined) return undefined
  if (knowsTasks(client)) return begin(client, called)
  if (support === 'required') throw missingTasks()
  return undefined
}

/** The task that a tool has begun and answers with, such as what `call(…, { background: true })` gave it. */
export async function taskIn(client: McpClient, { data }: ToolResult): Promise<CreatedTask | undefined> {
  if (!knowsTasks(client) || !isPlainObject(data)) return undefined
  const { call: id, ...others } = data
  if (typeof id !== 'string' || Object.keys(others).length > 0) return undefined
  const call = await findTask(client, id)
  return call && created(call)
}

async function olderStart(
  client: McpClient,
  called: CalledTool,
  support: TaskSupport | undefined,
): Promise<BackgroundCall | undefined> {
  const { name, task } = called
  const isAsked = isPlainObject(task) && (client.speaks ?? '') >= askedSince
  if (support === undefined && !(isAsked && client.yard.registry.has(name))) return undefined
  if (support === undefined)
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `Tool ${name} can't be called as a task.`)
  if (!isAsked && support === 'required')
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `Tool ${name} can only be called as a task. Use a client that supports tasks.`,
    )
  if (!isAsked) return undefined
  const { ttl } = task
  const keepMs = typeof ttl === 'number' && ttl > 0 ? Math.min(Math.ceil(ttl), mostKeptMs) : undefined
  const call = await begin(client, called, keepMs)
  client.session.tasks.add(call.id)
  return call
}

async function begin(
  client: McpClient,
  { name, input: given }: CalledTool,
  keepMs?: number,
): Promise<BackgroundCall> {
  const { yard, principal, tokenId } = client
  const input = yard.dialects.of(name, 'mcp')?.decode(given) ?? given
  try {
    return await yard.background.start(name, input, {
      agent: await agentName(client),
      principal,
      tokenId,
      origin: 'mcp',
      isAnswered: true,
      ...(keepMs !== undefined && { keepMs }),
    })
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    throw new ProtocolError(-32_000, `${error.message} ${error.hint ?? ''}`.trim())
  }
}

function older(call: BackgroundCall): OlderCreatedTask {
  return { task: olderTask(taskOf(call, 'working')) }
}

function created(call: BackgroundCall): CreatedTask {
  return { resultType: 'task', ...taskOf(call, 'working') }
}
