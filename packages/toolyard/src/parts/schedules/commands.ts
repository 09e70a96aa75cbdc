/** `toolyard schedules [add|rm|pause|resume|run|history]`: their help and what they take. */
import { command, type CommandGroup, type Description } from '../../cli/command.ts'
import { argument, flag, words } from '../../cli/takes.ts'

const listed = { words: words() }
const named = { name: argument('<name>', 'name or id of a schedule') }
const added = {
  name: argument('<name>', 'what it is called'),
  schedule: argument('<schedule>', 'when: cron of 5 or 6 fields, 15m, "every 2h", or an ISO time'),
  tool: flag('--tool <name>', 'tool to call'),
  args: flag('--args <object>', 'its arguments as JSON'),
  message: flag('--message <text>', 'or what to tell the agent that --agent names'),
  thread: flag('--thread <id>', 'conversation that gets the message'),
  tz: flag('--tz <zone>', 'time zone such as Europe/Berlin; UTC by default'),
  misfire: flag('--misfire <rule>', 'times that passed while nothing ran: skip, once or all'),
  overlap: flag('--overlap <rule>', 'due while it still runs: skip, queue or allow'),
}

const example = 'schedules add report "0 9 * * 1-5" --tz Europe/Berlin --tool send_report'

const list = {
  name: 'schedules',
  summary: 'list what begins by itself, with the next times',
  takes: listed,
  examples: ['schedules', example, 'schedules history report'],
  details:
    'Schedules begin where "toolyard serve", "toolyard worker" or "toolyard mcp" runs on the same database.',
} satisfies Description

const add = {
  name: 'add',
  summary: 'call a tool, or tell an agent something, at a time or every so often',
  takes: added,
  examples: [example, 'schedules add hello "every 2h" --agent clerk --message "Anything new?"'],
} satisfies Description

const rm = {
  name: 'rm',
  summary: 'remove a schedule with its history',
  takes: named,
  examples: ['schedules rm report'],
} satisfies Description
const pause = {
  name: 'pause',
  summary: 'let it not come due until it is resumed',
  takes: named,
  examples: ['schedules pause report'],
} satisfies Description
const resume = {
  name: 'resume',
  summary: 'let it come due again',
  takes: named,
  examples: ['schedules resume report'],
} satisfies Description
const run = {
  name: 'run',
  summary: 'begin it now, beside its times',
  takes: named,
  examples: ['schedules run report'],
} satisfies Description
const history = {
  name: 'history',
  summary: 'show what became of it',
  takes: named,
  examples: ['schedules history report'],
} satisfies Description

const code = () => import('./run-commands.ts')

export const scheduleCommands: CommandGroup = {
  title: 'Agents:',
  commands: [
    command(list, async () => (await code()).listSchedules, [
      command(add, async () => (await code()).addSchedule),
      command(rm, async () => (await code()).removeSchedule),
      command(pause, async () => (await code()).changeSchedule('pause')),
      command(resume, async () => (await code()).changeSchedule('resume')),
      command(run, async () => (await code()).runSchedule),
      command(history, async () => (await code()).showHistory),
    ]),
  ],
}
