/** `toolyard runs`: what agents did, newest first. */
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { RunStatus } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { type Column, table } from '../../terminal/table.ts'
import { ago, readSince } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import { costText, duration, lengthOf, runStatuses, runStatusText, tokensText } from './run-words.ts'
import type { RunsOptions } from './runs.ts'

const mostRows = 1000

const shape: readonly Column[] = [
  { head: 'run', below: '' },
  { head: 'agent', least: 12 },
  { head: 'status' },
  { head: 'steps' },
  { head: 'tokens' },
  { head: 'cost' },
  { head: 'took' },
  { head: 'started' },
  { head: 'by', wideOnly: true },
  { head: 'task', least: 16 },
]

export const listRuns: CommandRun<RunsOptions> = async (options, context) => {
  const { terminal, flags } = context
  const { style } = terminal
  const now = Date.now()
  const limit = Math.min(options.limit ?? 20, mostRows)
  const filter = {
    agentPart: options.name === '' ? undefined : options.name,
    status: options.status === undefined ? undefined : readStatus(options.status),
    since: options.since === undefined ? undefined : readSince(options.since, now),
    before: options.before,
    isTop: options.all !== true,
    limit,
    brief: true,
  }
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const runs = await yard.runs.list(filter)
  const next = runs.length === limit ? runs.at(-1)?.position : undefined
  if (flags.jsonOutput) {
    terminal.printJson({ runs, next: next ?? null })
    return 0
  }
  if (runs.length === 0) {
    terminal.print('No runs. Start one: toolyard agent run NAME "what to do"')
    return 0
  }
  terminal.print(
    table(
      runs.map((run) => [
        style('dim', run.id),
        `${'  '.repeat(Math.min(run.depth, 4))}${style('cyan', oneLine(run.agent))}`,
        runStatusText(run.status, style),
        String(run.steps),
        tokensText(run),
        costText(run.cost),
        duration(lengthOf(run, now)),
        ago(run.startedAt, now),
        oneLine(run.principal ?? ''),
        oneLine(run.label ?? run.task, 200),
      ]),
      shape,
      terminal,
    ),
  )
  if (next !== undefined) terminal.note(`More: add --before ${next}`)
  return 0
}

function readStatus(text: string): RunStatus {
  const status = runStatuses.find((one) => one === text)
  if (status) return status
  throw new ToolyardError('invalid_arguments', `--status: there is no status "${text}"`, {
    hint: `${didYouMean(text, runStatuses)} Statuses: ${runStatuses.join(', ')}.`.trim(),
  })
}
