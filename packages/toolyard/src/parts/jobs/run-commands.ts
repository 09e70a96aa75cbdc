/** What `toolyard jobs` and the commands below it do. */
import type { JobState, JobView, QueueCounts } from '../../engine/index.ts'
import { didYouMean, ToolyardError } from '../../kernel/index.ts'
import type { CommandContext, CommandRun } from '../../cli/command.ts'
import { readNumber } from '../../cli/parsers.ts'
import { oneLine } from '../../cli/terminal/call-words.ts'
import { count } from '../../cli/terminal/layout.ts'
import { type Column, table } from '../../cli/terminal/table.ts'
import type { TextStyle } from '../../cli/terminal/terminal.ts'
import { dayTime, timeSpan } from '../../cli/terminal/times.ts'
import { unknownCommand } from '../../cli/unknown-command.ts'
import { openYard } from '../../cli/yard/open-yard.ts'
import { personHere, requirePerson } from '../../cli/yard/person.ts'
import { type JobAccess, jobStates } from './job-access.ts'
import { jobs } from './part.ts'

const pageSize = 50
const mostRows = 1000
const mostSkipped = 10_000
const below = ['list', 'retry', 'cancel']

const queueShape: readonly Column[] = [
  { head: 'queue', least: 16 },
  { head: 'workers' },
  { head: 'running' },
  { head: 'waiting' },
  { head: 'delayed' },
  { head: 'parked' },
  { head: 'failed' },
  { head: 'oldest' },
]
const jobShape: readonly Column[] = [
  { head: 'state' },
  { head: 'since' },
  { head: 'job', least: 24 },
  { head: 'kind', wideOnly: true },
  { head: 'queue', least: 10 },
  { head: 'tenant', least: 8, wideOnly: true },
  { head: 'tries', wideOnly: true },
  { head: 'reason', least: 16, below: '', wraps: true },
]

interface ListOptions {
  readonly queue?: string
  readonly state?: readonly string[]
  readonly tenant?: string
  readonly limit?: string
  readonly after?: string
}

interface OneOptions {
  readonly id: string
}

async function withJobs<T>(context: CommandContext, use: (access: JobAccess) => Promise<T>): Promise<T> {
  const { yard } = await openYard(context, { sync: false, servers: 'none' })
  await using _ = yard
  return await use(yard.installation.part(jobs))
}

export const showQueues: CommandRun<{ readonly words: readonly string[] }> = async ({ words }, context) => {
  if (words[0] !== undefined) throw unknownCommand('jobs', words[0], below)
  const { terminal, flags } = context
  const counts = await withJobs(context, (access) => access.counts())
  if (flags.jsonOutput) terminal.printJson({ queues: counts })
  else if (counts.length === 0)
    terminal.print('No jobs. Background calls, runs and schedules make them; see "toolyard schedules".')
  else {
    terminal.print(
      table(
        counts.map((row) => queueRow(row, context)),
        queueShape,
        terminal,
      ),
    )
    terminal.print(
      terminal.style('dim', `\n${count(counts.length, 'queue')}. See the jobs with "toolyard jobs list".`),
    )
  }
  return 0
}

export const listJobs: CommandRun<ListOptions> = async (options, context) => {
  const { terminal, flags } = context
  const { queue, tenant } = options
  const states = options.state?.map(readState)
  const limit = numberOf(options.limit, { flag: '--limit', least: 1, most: mostRows }) ?? pageSize
  const skip = numberOf(options.after, { flag: '--after', least: 0, most: mostSkipped }) ?? 0
  const page = await withJobs(context, (access) => access.list({ queue, tenant, states, skip, limit }))
  if (flags.jsonOutput) terminal.printJson({ jobs: page.jobs, next: page.next ?? null })
  else if (page.jobs.length === 0) terminal.print('No such jobs. Run "toolyard jobs" to see the queues.')
  else {
    terminal.print(
      table(
        page.jobs.map((view) => jobRow(view, context)),
        jobShape,
        terminal,
      ),
    )
    const more = page.next === undefined ? '' : ` More of them: add --after ${page.next}.`
    terminal.print(terminal.style('dim', `\n${count(page.jobs.length, 'job')}.${more}`))
  }
  return 0
}

export const retryJob: CommandRun<OneOptions> = async ({ id }, context) => {
  requirePerson()
  tell(context, 'retried', await withJobs(context, (access) => access.retry(id)))
  return 0
}

export const cancelJob: CommandRun<OneOptions & { readonly reason?: string }> = async (options, context) => {
  requirePerson()
  const { id, reason } = options
  const view = await withJobs(context, (access) => access.cancel(id, { by: personHere(), reason }))
  tell(context, view.state === 'running' ? 'told to stop' : 'cancelled', view)
  return 0
}

function tell({ terminal, flags }: CommandContext, done: string, view: JobView): void {
  if (flags.jsonOutput) terminal.printJson({ job: view })
  else terminal.print(`${terminal.style('green', done)} ${oneLine(view.job.id)}`)
}

function queueRow(row: QueueCounts, { terminal }: CommandContext): string[] {
  const { waiting, delayed, running, parked, failed, workers, oldest } = row
  const isIdle = workers === 0 && waiting > 0
  return [
    oneLine(row.queue),
    isIdle ? terminal.style('yellow', '0') : String(workers),
    ...[running, waiting, delayed, parked].map(String),
    failed > 0 ? terminal.style('red', String(failed)) : '0',
    oldest === undefined ? '' : timeSpan(Math.max(0, Date.now() - oldest)),
  ]
}

const colours: Partial<Readonly<Record<JobState, TextStyle>>> = {
  done: 'green',
  failed: 'red',
  unknown: 'yellow',
}

function jobRow({ job, state, since, attempt, reason }: JobView, { terminal }: CommandContext): string[] {
  const colour = colours[state]
  const wait = state === 'delayed' && job.notBefore !== undefined ? `due ${dayTime(job.notBefore)}` : ''
  return [
    colour === undefined ? state : terminal.style(colour, state),
    dayTime(since),
    oneLine(job.id, 120),
    oneLine(job.kind, 30),
    oneLine(job.queue, 60),
    oneLine(job.tenant ?? '', 60),
    String(attempt),
    oneLine(reason ?? wait, 300),
  ]
}

function readState(text: string): JobState {
  const found = jobStates.find((state) => state === text.toLowerCase())
  if (found) return found
  throw new ToolyardError(
    'invalid_arguments',
    `--state: "${text}" is not a state.${didYouMean(text, jobStates)}`,
    { hint: `Use ${jobStates.join(', ')}, with commas between several.` },
  )
}

function numberOf(
  text: string | undefined,
  rule: { readonly flag: string; readonly least: number; readonly most: number },
): number | undefined {
  return text === undefined ? undefined : readNumber(text, rule)
}
