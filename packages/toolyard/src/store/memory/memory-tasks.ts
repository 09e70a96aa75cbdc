/** `TaskStore` in memory. */
import type { TaskRecord, TaskStore } from '../tasks.ts'
import { withTasksBelow } from '../tasks-below.ts'

export function createMemoryTasks(): TaskStore {
  const threads = new Map<string, Map<string, TaskRecord>>()
  const tasksOf = (threadId: string): TaskRecord[] => [...(threads.get(threadId)?.values() ?? [])]
  return {
    list: tasksOf,
    save(task) {
      const tasks = threads.get(task.threadId) ?? new Map<string, TaskRecord>()
      threads.set(task.threadId, tasks.set(task.id, task))
    },
    remove(threadId, id) {
      const gone = withTasksBelow(tasksOf(threadId), id)
      for (const task of gone) threads.get(threadId)?.delete(task)
      return gone.length > 0
    },
  }
}
