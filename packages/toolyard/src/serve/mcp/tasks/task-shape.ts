/**
 * A background call as MCP tells it: a task. Its id is the call's.
 *
 * `completed` is every end that a `tools/call` would have answered with a result, those with `isError` included; `failed` is
 * what it would have answered with an error of the protocol, and a call of which no one knows how it ended.
 *
 * @module
 */
import type { BackgroundCall } from '../../../parts/index.ts'
import type { McpClient } from '../client.ts'
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '../sdk.ts'
import { wireResult } from '../wire-result.ts'
import type { InputRequests } from './task-inputs.ts'

/** How the revision of 2026-07-28 calls the extension. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** How often clients are to ask. */
const pollIntervalMs = 1000

export type Task = {
  readonly taskId: string
  readonly status: TaskStatus
  readonly statusMessage?: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
  /** From its creation; null while it has not ended: it is kept until then, and for a while after. */
  readonly ttlMs: number | null
  readonly pollIntervalMs: number
}

export type CreatedTask = Task & { readonly resultType: 'task' }

/** Whether a request says that its client knows tasks, as the revision of 2026-07-28 has them. */
export function knowsTasks({ era, capabilities }: Pick<McpClient, 'era' | 'capabilities'>): boolean {
  return era === 'modern' && capabilities?.extensions?.[tasksExtension] !== undefined
}

/** Of a request that is for clients that know tasks. */
export function missingTasks(): ProtocolError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } }
  return new MissingRequiredClientCapabilityError({ requiredCapabilities })
}

/** As the revision of 2025-11-25 has it. */
export type OlderCreatedTask = { readonly task: object }

interface TaskError {
  readonly code: number
  readonly message: string
}

/** With what its status brings along. */
export type DetailedTask = Task & {
  readonly result?: object
  readonly error?: TaskError
  readonly inputRequests?: InputRequests
}

/** `inputs`: what the client is asked for. `words`: what it should know while it waits. */
export function detailedTask(
  client: McpClient,
  call: BackgroundCall,
  { inputs = {}, words }: { readonly inputs?: InputRequests; readonly words?: string | undefined } = {},
): DetailedTask {
  if (call.result) return endedTask(client, call, call.result)
  if (Object.keys(inputs).length > 0)
    return { ...taskOf(call, 'input_required', words), inputRequests: inputs }
  return taskOf(call, 'working', words)
}

function endedTask(
  client: McpClient,
  call: BackgroundCall,
  result: NonNullable<BackgroundCall['result']>,
): DetailedTask {
  const words = result.error?.message
  if (result.status === 'cancelled') return taskOf(call, 'cancelled', words)
  if (result.status === 'unknown' || result.error?.code === 'internal')
    return failed(call, { code: ProtocolErrorCode.InternalError, message: words ?? 'Internal error' })
  try {
    return {
      ...taskOf(call, 'completed', words),
      result: wireResult(client, { name: call.tool, input: {} }, result),
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return failed(call, { code: error.code, message: error.message })
  }
}

function failed(call: BackgroundCall, error: TaskError): DetailedTask {
  return { ...taskOf(call, 'failed', error.message), error }
}

export function taskOf(call: BackgroundCall, status: TaskStatus, words?: string): Task {
  const { id, createdAt, updatedAt, keptUntil } = call
  return {
    taskId: id,
    status,
    ...(words !== undefined && { statusMessage: words }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: keptUntil === undefined ? null : Math.max(1, Math.round(keptUntil - createdAt)),
    pollIntervalMs,
  }
}

/** As the revision of 2025-11-25 writes it. */
export function olderTask({ ttlMs: ttl, pollIntervalMs: pollInterval, ...task }: Task): object {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = task
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttl,
    pollInterval,
  }
}
