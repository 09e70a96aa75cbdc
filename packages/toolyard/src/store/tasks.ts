/**
 * The port to tasks: the plan of a thread.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

export type TaskStatus = 'open' | 'in_progress' | 'done' | 'dropped'

export interface TaskRecord {
  readonly id: string
  readonly threadId: string
  readonly title: string
  readonly details: string
  readonly status: TaskStatus
  readonly parent?: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

export interface TaskStore {
  /** In the order in which they were made. */
  list(threadId: string): Awaitable<readonly TaskRecord[]>
  /** Creates or replaces, whole. */
  save(task: TaskRecord): Awaitable<void>
  /** With the tasks below it. Whether there was such a task. */
  remove(threadId: string, id: string): Awaitable<boolean>
}
