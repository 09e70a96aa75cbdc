/**
 * The plan of a conversation, kept as records.
 *
 * @module
 */
import type { KeptRecord, RecordChange, RecordStore } from '../../store/index.ts'

export interface PlanTask {
  readonly id: string
  readonly title: string
  readonly details: string
  readonly status: 'open' | 'in_progress' | 'done' | 'dropped'
  readonly parent?: string | undefined
}

/** The plan of the caller's thread. */
export interface PlanAccess {
  list(): Promise<readonly PlanTask[]>
  /** False if there is a task with this id: another process may have been quicker. */
  add(task: PlanTask): Promise<boolean>
  save(task: PlanTask): Promise<void>
  remove(id: string): Promise<boolean>
}

declare module '../../define/services.ts' {
  interface Services {
    /** The plan of this conversation. */
    readonly plan?: PlanAccess | undefined
  }
}

declare module '../../define/context.ts' {
  interface EarlierContext {
    /** @deprecated Use `services.plan`. */
    readonly plan?: PlanAccess | undefined
  }
}

export const kind = 'tasks'

interface PlanParts {
  readonly records: RecordStore
  readonly now: () => number
}

export function planOf(threadId: string, { records, now }: PlanParts): PlanAccess {
  const list = async (): Promise<readonly PlanTask[]> =>
    (await records.list(kind, threadId)).map((record) => taskOf(record))
  const changeTo = ({ id, title, details: text, status, parent }: PlanTask): RecordChange => ({
    kind,
    scope: threadId,
    id,
    title,
    text,
    value: { status, parent },
    at: now(),
  })
  return {
    list,
    add: async (task) => records.save({ ...changeTo(task), expects: 0 }),
    async save(task) {
      await records.save(changeTo(task))
    },
    async remove(id) {
      return (await records.remove(kind, threadId, withTasksBelow(await list(), id))) > 0
    },
  }
}

function taskOf({ id, title, text: details, value }: KeptRecord): PlanTask {
  const { status, parent } = value as { status: PlanTask['status']; parent?: string | null }
  return { id, title, details, status, parent: parent ?? undefined }
}

/** A task and all tasks below it, by their ids; none if there is no such task. */
function withTasksBelow(tasks: readonly PlanTask[], id: string): readonly string[] {
  if (!tasks.some((task) => task.id === id)) return []
  const found = new Set([id])
  // A set is walked along with what is added meanwhile, and holds each once, also where tasks go round in a circle.
  for (const above of found) for (const task of tasks) if (task.parent === above) found.add(task.id)
  return [...found]
}
