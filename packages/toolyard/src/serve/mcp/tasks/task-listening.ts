/**
 * Clients that listen for what becomes of tasks (`subscriptions/listen` with `taskIds`, 2026-07-28), instead of asking again and
 * again.
 *
 * The SDK serves such requests for all other changes. Here is what is added to them: which tasks the client hears of, and a
 * notification whenever one of them has changed, with all that `tasks/get` would answer.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPlainObject } from '../../../kernel/index.ts'
import type { McpClient } from '../client.ts'
import { SUBSCRIPTION_ID_META_KEY } from '../sdk.ts'
import { findTask } from './own-tasks.ts'
import { readTask } from './task-methods.ts'
import type { DetailedTask } from './task-shape.ts'

type Message = Readonly<Record<string, unknown>>

/** A request to hear of tasks; its id is the subscription's. */
export interface TaskListening {
  readonly id: string | number
  readonly taskIds: readonly string[]
}

export const acknowledgement = 'notifications/subscriptions/acknowledged'
/** How often it is looked. */
const lookMs = 1000
/** Tasks that one client hears of at once; it asks for the others. */
const mostFollowed = 16

/** Undefined if the message asks for no tasks. */
export function listeningIn(message: unknown): TaskListening | undefined {
  if (!isPlainObject(message) || message['method'] !== 'subscriptions/listen') return undefined
  const { id, params } = message
  const wanted = isPlainObject(params) ? params['notifications'] : undefined
  const taskIds = isPlainObject(wanted) ? wanted['taskIds'] : undefined
  if (!Array.isArray(taskIds) || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  return { id, taskIds: taskIds.filter((taskId) => typeof taskId === 'string') }
}

/** Those that the client hears of: its own. */
export async function honoured(client: McpClient, { taskIds }: TaskListening): Promise<readonly string[]> {
  const wanted = [...new Set(taskIds)].slice(0, mostFollowed)
  const found = await Promise.all(wanted.map((id) => findTask(client, id)))
  return wanted.filter((_, index) => found[index] !== undefined)
}

/** Which subscription a message acknowledges. */
export function acknowledgedIn({ method, params }: Message): unknown {
  const meta = method === acknowledgement && isPlainObject(params) ? params['_meta'] : undefined
  return isPlainObject(meta) ? meta[SUBSCRIPTION_ID_META_KEY] : undefined
}

export function withTaskIds(message: Message, taskIds: readonly string[]): Message {
  const params = isPlainObject(message['params']) ? message['params'] : {}
  const notifications = isPlainObject(params['notifications']) ? params['notifications'] : {}
  return { ...message, params: { ...params, notifications: { ...notifications, taskIds } } }
}

export interface Following {
  readonly client: McpClient
  readonly listening: TaskListening
  /** Takes notifications. */
  readonly tell: (message: Message) => unknown
  readonly signal: AbortSignal
}

/** Tells how each task stands, and again when that has changed, until all have ended or the client listens no more. */
export async function followTasks(
  ids: readonly string[],
  { client, listening, tell, signal }: Following,
): Promise<void> {
  const told = new Map(ids.map((id) => [id, '']))
  while (told.size > 0 && !signal.aborted) {
    for (const [id, before] of told) {
      const call = await findTask(client, id)
      const task = call && (await readTask(client, call))
      const now = JSON.stringify(task)
      if (signal.aborted) return
      if (task && now !== before) await tell(notificationOf(task, listening))
      if (!call || call.result) told.delete(id)
      else told.set(id, now)
    }
    if (told.size > 0) await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
}

function notificationOf(task: DetailedTask, { id }: TaskListening): Message {
  const params = { ...task, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } }
  return { jsonrpc: '2.0', method: 'notifications/tasks', params }
}
