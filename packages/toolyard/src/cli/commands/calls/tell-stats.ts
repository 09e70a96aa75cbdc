/** `toolyard calls stats`: counts and percentiles of calls, a line for each tool or agent. */
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { CallFigures, CallStats } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { readNumber } from '../../parsers.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { count } from '../../terminal/layout.ts'
import { type Column, table, type TableScreen } from '../../terminal/table.ts'
import { timeSpan } from '../../terminal/times.ts'
import { readFilter } from './calls-filter.ts'
import { openJournal } from './open-journal.ts'
import type { CallsStatsOptions } from './stats.ts'

const usualLines = 20
const mostLines = 1000
const kinds = ['tool', 'agent'] as const

export const tellStats: CommandRun<CallsStatsOptions> = async (options, context) => {
  const { terminal, flags } = context
  const { by: what, tool, principal, door: origin, limit, status, since = '24h' } = options
  const by = readBy(what)
  const until = Date.now()
  const filter = readFilter(
    { ...(status !== undefined && { status }), since },
    { agent: flags.agent, now: until, limit: 1, least: 1 },
  )
  const names =
    limit === undefined ? usualLines : readNumber(limit, { flag: '--limit', least: 1, most: mostLines })
  const { yard, journal, isOff } = await openJournal(context)
  await using _ = yard
  const stats = await journal.stats({
    tool,
    agent: flags.agent,
    principal,
    origin,
    status: filter.status,
    match: 'part',
    since: filter.since ?? 0,
    until,
    by,
    names,
    offsetMs: -new Date(until).getTimezoneOffset() * 60_000,
  })
  if (flags.jsonOutput) terminal.printJson(stats)
  else if (isOff) terminal.print('No calls: the configuration switches the journal off (journal: false).')
  else if (stats.total.calls === 0) terminal.print(`No call matches since ${timeText(stats.since)}.`)
  else terminal.print(statsText(stats, by, terminal))
  return 0
}

function readBy(text: string | undefined): (typeof kinds)[number] {
  const found = kinds.find((kind) => kind === (text ?? 'tool'))
  if (found) return found
  throw new ToolyardError(
    'invalid_arguments',
    `--by: "${text}" is not known.${didYouMean(text ?? '', kinds)}`,
    { hint: `Use one of ${kinds.join(', ')}.` },
  )
}

const shape = (by: string): readonly Column[] => [
  { head: by, least: 12 },
  { head: 'calls' },
  { head: 'errors' },
  { head: 'denied' },
  { head: 'p50' },
  { head: 'p95' },
  { head: 'p99' },
  { head: 'waited p50', wideOnly: true },
]

function line(name: string, { calls, errors, denied, latency, waiting }: CallFigures): string[] {
  const [p50 = '', p95 = '', p99 = ''] = latency
    ? [latency.p50, latency.p95, latency.p99].map((ms) => timeSpan(ms))
    : []
  const waited = waiting ? timeSpan(waiting.p50) : ''
  return [name, String(calls), String(errors), String(denied), p50, p95, p99, waited]
}

function statsText(stats: CallStats, by: 'tool' | 'agent', screen: TableScreen): string {
  const { names, others, total, since, uncounted, knownSince } = stats
  const rows = [
    ...names.map(({ name, ...figures }) =>
      line(name === '' ? '(none)' : screen.style('cyan', oneLine(name, 40)), figures),
    ),
    ...(others ? [line(`(${others.names} more)`, others)] : []),
    line('all', total),
  ]
  const notes = [
    `Since ${timeText(since)}. Durations are right within 5 % and leave out waiting for people.`,
    ...(knownSince === undefined ? [] : [`Older calls are gone: complete from ${timeText(knownSince)} on.`]),
    ...(uncounted === undefined
      ? []
      : [`${count(uncounted, 'older call')} not counted yet; ask again soon.`]),
  ]
  return `${table(rows, shape(by), screen)}\n\n${screen.style('dim', notes.join('\n'))}`
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'
}
