/** `schedule`: the caller's calendar. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { pathResources } from '../files/lib/path-resource.ts'
import { outOfCalendar } from '../time-lib/out-of-calendar.ts'
import { add, remove, update } from './schedule-lib/change-events.ts'
import { type ScheduleAction, openDesk, type ScheduleInput } from './schedule-lib/desk.ts'
import { exportIcs, importFile } from './schedule-lib/exchange.ts'
import { free, list } from './schedule-lib/look.ts'
import { outputSchema } from './schedule-lib/output.ts'

const words = (length: number, about: string) => z.string().min(1).max(length).optional().describe(about)

const inputSchema = z.strictObject({
  action: z.enum(['add', 'list', 'update', 'remove', 'free', 'export', 'import']).describe('What to do'),
  id: words(40, 'Id of an event, as list shows it: for update, remove, export'),
  occurrence: words(
    200,
    'For update and remove: only the repetition at this start (2026-11-20T15:00, or its day); the whole series by default',
  ),
  title: words(200, 'What it is: for add, update'),
  start: words(
    200,
    'When it starts: 2026-11-20T15:00, or words such as "next Friday 3pm"; only a day makes it last all day',
  ),
  end: words(200, 'When it ends, or the last day; an hour after the start by default'),
  duration: words(
    100,
    'Instead of end: "90 minutes". For free: how long a slot must be, 30 minutes by default',
  ),
  tz: words(60, 'Zone of the times: Asia/Shanghai, Berlin, +08:00; the zone of this machine by default'),
  repeat: words(
    500,
    'An RRULE (FREQ=WEEKLY;BYDAY=MO), or "weekly", "every weekday", "every 2 weeks", "monthly on the 31st", "weekly until 2027-03-01"; "none" ends it',
  ),
  place: z.string().max(500).optional().describe('Where it is'),
  notes: z.string().max(10_000).optional().describe('More about it'),
  from: words(200, 'Start of the range, for list and free; now by default'),
  to: words(200, 'End of the range, or its last day; 14 days for list, 7 for free by default'),
  hours: words(
    60,
    'For free: working hours, "9:00-17:00" on Monday to Friday by default, or "mon-sat 8-20", "daily 0-24"',
  ),
  path: words(4096, 'A file of the workspace (.ics): for export, import'),
  text: z
    .string()
    .min(1)
    .max(1_048_576)
    .optional()
    .describe('For import: the text of a calendar file. For list: only events with these words'),
})

export default defineTool({
  name: 'schedule',
  description:
    'The user\'s calendar: add, list, update or remove events, which may repeat; find free time; export to and import from iCalendar files. Times may be words ("next Friday 3pm", "明天下午三点"). Conflicts are told, and the event is saved all the same. To change or remove one repetition, give occurrence.',
  category: 'collab',
  permission: 'write',
  effects: 'db_write',
  tags: ['calendar', 'events', 'meetings', 'ics'],
  aliases: {
    timezone: 'tz',
    time_zone: 'tz',
    event_id: 'id',
    location: 'place',
    description: 'notes',
    summary: 'title',
    recurrence: 'repeat',
    rrule: 'repeat',
    query: 'text',
    ics: 'text',
    file: 'path',
    file_path: 'path',
    working_hours: 'hours',
  },
  examples: [
    {
      title: 'A meeting',
      input: {
        action: 'add',
        title: 'Review',
        start: '2026-11-20T15:00',
        duration: '90 minutes',
        tz: 'Europe/Berlin',
      },
    },
    {
      title: 'Every weekday',
      input: {
        action: 'add',
        title: 'Stand-up',
        start: '2026-11-23T09:30',
        end: '09:45',
        repeat: 'every weekday',
        tz: 'Asia/Shanghai',
      },
    },
    { title: 'The next two weeks', input: { action: 'list' } },
    {
      title: 'Two free hours',
      input: {
        action: 'free',
        duration: '2 hours',
        from: '2026-11-23',
        to: '2026-11-27',
        hours: '9:00-18:00',
      },
    },
    { title: 'One repetition less', input: { action: 'remove', id: 'k3f9x2ab', occurrence: '2026-11-27' } },
  ],
  inputSchema,
  outputSchema,
  permissionFor: ({ action, path }) => {
    if (action === 'list' || action === 'free') return { permission: 'read', effects: 'none' }
    if (action === 'export')
      return path === undefined
        ? { permission: 'read', effects: 'none' }
        : { permission: 'write', effects: 'local_state' }
    return { permission: 'write', effects: 'db_write' }
  },
  // One change at a time: each looks at the calendar first.
  resources: ({ action, path }, { workspace }) => [
    { kind: 'name', id: 'calendar', access: isLooking(action) ? 'read' : 'write' },
    ...(path === undefined ? [] : pathResources(path, action === 'export' ? 'write' : 'read', workspace)),
  ],

  async execute(input, context) {
    const { text, data, notes } = await done(input, context)
    return {
      content: [{ type: 'text' as const, text: [text, ...notes].join('\n') }],
      data: notes.length === 0 ? data : { ...data, notes },
    }
  },
})

/** From the start again if another process changed the same event meanwhile. */
async function done(input: ScheduleInput, context: ToolContext, tries = 10) {
  const desk = openDesk(input, context)
  try {
    return { ...(await actions[input.action](input, desk)), notes: desk.notes }
  } catch (error) {
    context.signal.throwIfAborted()
    if (tries > 1 && ToolyardError.isInstance(error) && error.code === 'conflict')
      return await done(input, context, tries - 1)
    throw outOfCalendar(error)
  }
}

const actions: Readonly<Record<ScheduleInput['action'], ScheduleAction>> = {
  add,
  list,
  update,
  remove,
  free,
  export: exportIcs,
  import: importFile,
}

function isLooking(action: ScheduleInput['action']): boolean {
  return action === 'list' || action === 'free' || action === 'export'
}
