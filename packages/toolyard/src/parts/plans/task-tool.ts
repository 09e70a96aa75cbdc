/** `task`: the plan of the conversation. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { nearest, ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../../tools/output-lib/index.ts'
import type { PlanAccess, PlanTask } from './plan-access.ts'

const mostTasks = 500
const marks: Readonly<Record<PlanTask['status'], string>> = {
  open: '[ ]',
  in_progress: '[~]',
  done: '[x]',
  dropped: '[-]',
}

const inputSchema = z.strictObject({
  action: z.enum(['create', 'list', 'update', 'complete', 'remove']).describe('What to do'),
  id: z.string().min(1).max(20).optional().describe('Number of a task: for update, complete, remove'),
  title: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('What is to be done, in one line: for create, update'),
  details: z.string().max(20_000).optional().describe('More about it'),
  status: z.enum(['open', 'in_progress', 'done', 'dropped']).optional().describe('How it stands'),
  parent: z.string().min(1).max(20).optional().describe('Number of the task that it is a part of'),
})

type TaskInput = z.infer<typeof inputSchema>

const outputSchema = z.strictObject({
  tasks: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        details: z.string(),
        status: z.enum(['open', 'in_progress', 'done', 'dropped']),
        parent: z.string().optional().describe('The task that it is a part of'),
      }),
    )
    .describe('The whole plan'),
  created: z.string().optional().describe('Id of the new task'),
  ...cutFields,
})

export default defineTool({
  name: 'task',
  description:
    'Keep the plan of this conversation: create, list, update, complete or remove tasks, which may have parts. Use it for work of several steps, so that you and the user see what is done and what is left. Every action answers the whole plan.',
  category: 'collab',
  permission: 'write',
  effects: 'db_write',
  tags: ['plan', 'todo', 'checklist'],
  inputSchema,
  outputSchema,
  permissionFor: ({ action }) =>
    action === 'list'
      ? { permission: 'read', effects: 'none' }
      : { permission: 'write', effects: 'db_write' },
  // One change at a time: each looks at the plan first.
  resources: ({ action }) => [{ kind: 'name', id: 'plan', access: action === 'list' ? 'read' : 'write' }],

  async execute(input, context) {
    const plan = planOf(context)
    const created = await actions[input.action](input, plan)
    const tasks = await plan.list()
    return {
      tasks: tasks.map(({ id, title, details, status, parent }) => ({ id, title, details, status, parent })),
      ...(created !== undefined && { created }),
    }
  },

  render({ tasks }) {
    return tasks.length === 0 ? 'The plan is empty.' : linesOf(tasks, undefined, 0).join('\n')
  },
})

/** Answers the id of a new task. */
type TaskAction = (input: TaskInput, plan: PlanAccess) => Promise<string | undefined>

const actions: Readonly<Record<TaskInput['action'], TaskAction>> = {
  list: async () => undefined,
  async create(input, plan) {
    const { title, details = '', status = 'open', parent, id } = input
    const tasks = await plan.list()
    if (title === undefined) throw missing('title', 'create')
    if (id !== undefined)
      throw new ToolyardError('invalid_arguments', 'id: a new task is given its number', {
        hint: 'Leave id out, or use update.',
      })
    if (tasks.length >= mostTasks)
      throw new ToolyardError('budget_exhausted', `the plan has ${tasks.length} tasks, and no more may be`, {
        hint: 'Remove what is done.',
      })
    if (parent !== undefined) taskOf(tasks, parent)
    const last = Math.max(0, ...tasks.map((task) => Number(task.id) || 0))
    const created = String(last + 1)
    // The number is another's by now if a second process works on this plan.
    const isAdded = await plan.add({ id: created, title, details, status, parent })
    return isAdded ? created : actions.create(input, plan)
  },
  async update({ id, title, details, status, parent }, plan) {
    const tasks = await plan.list()
    const task = taskOf(tasks, id, 'update')
    if (parent !== undefined) checkParent(tasks, task, parent)
    await plan.save({
      id: task.id,
      title: title ?? task.title,
      details: details ?? task.details,
      status: status ?? task.status,
      parent: parent ?? task.parent,
    })
    return undefined
  },
  async complete({ id }, plan) {
    await plan.save({ ...taskOf(await plan.list(), id, 'complete'), status: 'done' })
    return undefined
  },
  async remove({ id }, plan) {
    await plan.remove(taskOf(await plan.list(), id, 'remove').id)
    return undefined
  },
}

function planOf({ services, tool }: Pick<ToolContext, 'services' | 'tool'>): PlanAccess {
  if (services.plan) return services.plan
  throw new ToolyardError('unavailable', `"${tool}" needs a place for plans, and there is none here`)
}

function taskOf(tasks: readonly PlanTask[], id: string | undefined, action = 'create'): PlanTask {
  if (id === undefined) throw missing('id', action)
  const task = tasks.find((one) => one.id === id)
  if (task) return task
  const ids = tasks.map((one) => one.id)
  const byTitle = nearest(
    id,
    tasks.map(({ title }) => title),
  )
  const meant = tasks.find(({ title }) => byTitle.includes(title))
  throw new ToolyardError('not_found', `there is no task "${id}" in the plan`, {
    hint: meant ? `Did you mean task ${meant.id}, "${meant.title}"?` : `Tasks: ${ids.join(', ') || 'none'}.`,
  })
}

/** A task is no part of itself. */
function checkParent(tasks: readonly PlanTask[], task: PlanTask, parent: string): void {
  for (let at: string | undefined = parent; at !== undefined; at = taskOf(tasks, at).parent)
    if (at === task.id)
      throw new ToolyardError('invalid_arguments', `parent: task ${task.id} would be a part of itself`, {
        hint: 'Name a task that is not below it.',
      })
}

function missing(name: string, action: string): ToolyardError {
  return new ToolyardError('invalid_arguments', `${name}: ${action} needs it`, { hint: `Give ${name}.` })
}

function linesOf(tasks: readonly PlanTask[], parent: string | undefined, depth: number): string[] {
  return tasks
    .filter((task) => task.parent === parent)
    .flatMap((task) => [
      `${'  '.repeat(depth)}${marks[task.status]} ${task.id}. ${task.title}`,
      ...(task.details === '' ? [] : [`${'  '.repeat(depth + 3)}${task.details}`]),
      ...linesOf(tasks, task.id, depth + 1),
    ])
}
