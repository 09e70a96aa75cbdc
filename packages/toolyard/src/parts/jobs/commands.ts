/** `toolyard jobs [list|retry|cancel]`: their help and what they take. */
import { command, type CommandGroup, type Description } from '../../cli/command.ts'
import { nameList } from '../../cli/parsers.ts'
import { argument, flag, words } from '../../cli/takes.ts'

const queues = { words: words() }
const listed = {
  queue: flag('--queue <name>', 'only jobs of this queue'),
  state: flag(
    '--state <names>',
    'only these states, with commas: running, waiting, delayed, parked, failed, unknown, cancelled, done',
    nameList,
  ),
  tenant: flag('--tenant <name>', 'only jobs of this caller'),
  limit: flag('--limit <number>', 'at most so many (default: 50)'),
  after: flag('--after <number>', 'the next page: the number that the page before has shown'),
}
const one = { id: argument('<id>', 'id of a job') }
const cancelled = { ...one, reason: flag('--reason <text>', 'why, for those who look at it later') }

const show = {
  name: 'jobs',
  summary: 'show the queues of background work: what waits, runs, is parked or failed',
  takes: queues,
  examples: ['jobs', 'jobs list --state failed,unknown', 'jobs retry run_2m0z8k1c'],
  details:
    'Jobs are runs, background calls and schedules that outlive a process. They are kept in the database.',
} satisfies Description

const list = {
  name: 'list',
  summary: 'list jobs in the order in which they came; what runs first if states are named',
  takes: listed,
  examples: ['jobs list', 'jobs list --queue schedules --state failed,unknown'],
} satisfies Description

const retry = {
  name: 'retry',
  summary: 'start a job anew that failed, was cancelled or is unknown',
  takes: one,
  examples: ['jobs retry run_2m0z8k1c'],
} satisfies Description

const cancel = {
  name: 'cancel',
  summary: 'cancel a job; one that runs is told to stop, wherever it runs',
  takes: cancelled,
  examples: ['jobs cancel run_2m0z8k1c --reason "started by mistake"'],
} satisfies Description

const code = () => import('./run-commands.ts')

export const jobCommands: CommandGroup = {
  title: 'Agents:',
  commands: [
    command(show, async () => (await code()).showQueues, [
      command(list, async () => (await code()).listJobs),
      command(retry, async () => (await code()).retryJob),
      command(cancel, async () => (await code()).cancelJob),
    ]),
  ],
}
