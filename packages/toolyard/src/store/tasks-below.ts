/** A task and all tasks below it, by their ids; none if there is no such task. */
import type { TaskRecord } from './tasks.ts'

export function withTasksBelow(tasks: readonly TaskRecord[], id: string): readonly string[] {
  if (!tasks.some((task) => task.id === id)) return []
  const found = new Set([id])
  // A set is walked along with what is added meanwhile, and holds each once, also where tasks go round in a circle.
  for (const above of found) for (const task of tasks) if (task.parent === above) found.add(task.id)
  return [...found]
}
