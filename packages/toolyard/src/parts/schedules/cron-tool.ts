/** `cron`: work that begins by itself. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { ScheduleSlot } from '../../store/index.ts'
import { cutFields } from '../../tools/output-lib/index.ts'
import { type ScheduleAccess, type ScheduleView, workOf } from './schedule-access.ts'

const shownSlots = 20

const inputSchema = z.strictObject({
  action: z
    .enum(['add', 'list', 'remove', 'pause', 'resume', 'run', 'history'])
    .describe('What to do; run begins it now'),
  name: z.string().min(1).max(100).optional().describe('Name of the schedule: for all but list'),
  schedule: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('When: cron of 5 or 6 fields, 15m, every 2h, or an ISO time for once'),
  message: z
    .string()
    .min(1)
    .max(20_000)
    .optional()
    .describe('What to tell the agent when it is due; its answer comes into this conversation'),
  tool: z.string().min(1).max(200).optional().describe('Or a tool to call'),
  args: z.record(z.string(), z.unknown()).optional().describe('Arguments of the tool'),
  agent: z.string().min(1).max(200).optional().describe('Agent that gets the message; you by default'),
  tz: z.string().min(1).max(100).optional().describe('Time zone such as Europe/Berlin; UTC by default'),
  misfire: z
    .enum(['skip', 'once', 'all'])
    .optional()
    .describe('Times that passed while nothing ran: leave out, make up for once, or each'),
  overlap: z
    .enum(['skip', 'queue', 'allow'])
    .optional()
    .describe('If it is due while it still runs: leave out, wait, or run beside'),
})

type CronInput = z.infer<typeof inputSchema>

const schedule = z.strictObject({
  name: z.string(),
  schedule: z.string(),
  words: z.string().describe('The same in words'),
  zone: z.string(),
  message: z.string().optional(),
  tool: z.string().optional(),
  args: z.unknown().optional(),
  agent: z.string().optional(),
  misfire: z.enum(['skip', 'once', 'all']),
  overlap: z.enum(['skip', 'queue', 'allow']),
  paused: z.boolean(),
  waiting: z.boolean().describe('What was due has begun, and waits, such as for a person'),
  next: z.array(z.string()).describe('The next three times'),
})

const slot = z.strictObject({
  at: z.string(),
  state: z.enum(['queued', 'started', 'waiting', 'done', 'failed', 'skipped', 'missed', 'unknown']),
  reason: z.string().optional(),
  call_id: z.string().optional(),
  run_id: z.string().optional(),
})

const outputSchema = z.strictObject({
  schedules: z.array(schedule).describe('Those that the action was about; for list, all of yours'),
  history: z.array(slot).optional().describe('Newest first'),
  done: z.string().describe('What was done'),
  ...cutFields,
})

type CronOutput = z.infer<typeof outputSchema>

export default defineTool({
  name: 'cron',
  description:
    'Start work by itself at a time or every so often: send a message to an agent, or call a tool. Schedules survive restarts, run with your rights at that time, and come due at least 60 seconds apart. Add, list, remove, pause, resume or run your own schedules, or see the history of one.',
  category: 'collab',
  permission: 'write',
  effects: 'db_write',
  tags: ['schedule', 'timer', 'periodic', 'reminder'],
  inputSchema,
  outputSchema,
  permissionFor: ({ action }) =>
    action === 'list' || action === 'history'
      ? { permission: 'read', effects: 'none' }
      : { permission: 'write', effects: 'db_write' },
  resources: ({ action, name }) => [
    {
      kind: 'name',
      id: name === undefined ? 'schedules' : `schedule ${name}`,
      access: action === 'list' || action === 'history' ? 'read' : 'write',
    },
  ],

  execute: (input, context) => actions[input.action](input, context),

  render({ done, schedules, history }) {
    const lines = schedules.map(lineOf)
    const past = history?.map(
      ({ at, state, reason }) => `${at} ${state}${reason === undefined ? '' : `: ${reason}`}`,
    )
    return [done, ...lines, ...(past ?? [])].join('\n')
  },
})

type CronAction = (input: CronInput, context: ToolContext) => Promise<CronOutput>

const actions: Readonly<Record<CronInput['action'], CronAction>> = {
  async add(input, context) {
    const added = await accessOf(context).add({
      name: nameOf(input),
      schedule: input.schedule ?? missing('schedule', 'add'),
      work: workOf({
        ...input,
        agent: input.agent ?? context.agent,
        threadId: input.agent === undefined ? context.threadId : undefined,
      }),
      zone: input.tz,
      misfire: input.misfire,
      overlap: input.overlap,
    })
    return { done: `Added "${added.name}".`, schedules: [told(added)] }
  },
  async list(_, context) {
    const all = await accessOf(context).list()
    return {
      done: all.length === 0 ? 'There are no schedules.' : `Schedules: ${all.length}.`,
      schedules: all.map(told),
    }
  },
  async remove(input, context) {
    await accessOf(context).remove(nameOf(input))
    return { done: `Removed "${nameOf(input)}".`, schedules: [] }
  },
  async pause(input, context) {
    const changed = await accessOf(context).pause(nameOf(input))
    return { done: `Paused "${changed.name}".`, schedules: [told(changed)] }
  },
  async resume(input, context) {
    const changed = await accessOf(context).resume(nameOf(input))
    return { done: `"${changed.name}" goes on.`, schedules: [told(changed)] }
  },
  async run(input, context) {
    await accessOf(context).run(nameOf(input))
    return { done: `"${nameOf(input)}" begins now; see its history for how it ends.`, schedules: [] }
  },
  async history(input, context) {
    const slots = await accessOf(context).history(nameOf(input), shownSlots)
    const done = slots.length === 0 ? `"${nameOf(input)}" was not due yet.` : `History of "${nameOf(input)}".`
    return { done, schedules: [], history: slots.map(toldSlot) }
  },
}

function accessOf({ services, tool }: Pick<ToolContext, 'services' | 'tool'>): ScheduleAccess {
  if (services.schedules) return services.schedules
  throw new ToolyardError('unavailable', `"${tool}" needs a place for schedules, and there is none here`)
}

function nameOf({ name, action }: CronInput): string {
  return name ?? missing('name', action)
}

function told({ work, next, ...view }: ScheduleView): CronOutput['schedules'][number] {
  const { name, schedule: text, words, zone, misfire, overlap, isPaused, isWaiting } = view
  const rest =
    'tool' in work ? { tool: work.tool, args: work.args } : { message: work.message, agent: work.agent }
  return {
    name,
    schedule: text,
    words,
    zone,
    ...rest,
    misfire,
    overlap,
    paused: isPaused,
    waiting: isWaiting,
    next: next.map(timeOf),
  }
}

function toldSlot({ at, state, reason, callId, runId }: ScheduleSlot): z.infer<typeof slot> {
  return { at: timeOf(at), state, reason, call_id: callId, run_id: runId }
}

function lineOf({ name, words, paused, waiting, next }: CronOutput['schedules'][number]): string {
  const when = paused ? 'paused' : next.length === 0 ? 'over' : `next ${next.join(', ')}`
  return `${name}: ${words}; ${waiting ? 'waiting; ' : ''}${when}`
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

function missing(field: string, action: string): never {
  throw new ToolyardError('invalid_arguments', `${field}: needed for ${action}`, { hint: `Add ${field}.` })
}
