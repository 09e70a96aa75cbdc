/** `toolyard runs show ID`: where the time of a run went, with its sub-agents inside. */
import type { ToolService } from '../../../runtime/index.ts'
import { readSpans, type RunSummary, summarise } from '../../../serve/views/index.ts'
import type { RunRecord } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { factTable } from '../../terminal/table.ts'
import { ago, dayTime } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import { costText, duration, lengthOf, runStatusText, tokensText } from './run-words.ts'
import type { RunsShowOptions } from './runs.ts'
import { legend, type SpanLine, waterfallLines } from './text-waterfall.ts'

/** More of them are seen in the console. */
const mostLines = 2000
const deepest = 8

export const showRun: CommandRun<RunsShowOptions> = async ({ id }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const run = await yard.runs.find(id)
  const summary = await summarise(yard, run)
  const lines = await linesOf(yard, run, { depth: 0, room: mostLines })
  if (flags.jsonOutput) {
    const { plan: _plan, job: _job, ...shown } = run
    terminal.printJson({ run: shown, summary, spans: lines.map(({ span, depth }) => ({ ...span, depth })) })
    return 0
  }
  const now = Date.now()
  terminal.print(
    `${terminal.style('bold', oneLine(run.agent))}  ${runStatusText(run.status, terminal.style)} in ${duration(lengthOf(run, now))}`,
  )
  terminal.print(factTable(factsOf(run, summary, now), terminal))
  terminal.print('')
  const scale = { from: run.startedAt, to: run.endedAt ?? now, now }
  for (const line of waterfallLines(lines, scale, terminal)) terminal.print(line)
  terminal.print(terminal.style('dim', legend))
  if (lines.length >= mostLines) terminal.note(`Only the first ${mostLines} lines are shown.`)
  return 0
}

interface Below {
  readonly depth: number
  /** Lines that may still come. */
  readonly room: number
}

async function linesOf(
  yard: ToolService,
  run: RunRecord,
  { depth, room }: Below,
): Promise<readonly SpanLine[]> {
  const lines: SpanLine[] = []
  let after: string | undefined
  do {
    const page = await readSpans(yard, run, { after })
    for (const span of page.spans) {
      if (lines.length >= room) return lines
      lines.push({ span, depth: depth + span.level })
      const child = span.runId === undefined ? undefined : await yard.store.runs.find(span.runId)
      if (child && depth < deepest)
        lines.push(
          ...(await linesOf(yard, child, { depth: depth + span.level + 1, room: room - lines.length })),
        )
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return lines
}

function factsOf(run: RunRecord, summary: RunSummary, now: number): (readonly [string, string])[] {
  const { modelMs, callsMs, waitingMs } = summary
  const facts: (readonly [string, string] | undefined)[] = [
    ['run', run.id],
    ['task', oneLine(run.label ?? run.task, 300)],
    run.model === undefined ? undefined : ['model', oneLine(run.model)],
    ['started', `${dayTime(run.startedAt)}, ${ago(run.startedAt, now)}${by(run)}`],
    [
      'time',
      `model ${duration(modelMs)}, tools ${duration(callsMs)}, waiting for people ${duration(waitingMs)}`,
    ],
    [
      'used',
      [`${run.steps} steps`, `${summary.calls} calls`, `${tokensText(run)} tokens`, costText(run.cost)]
        .filter((text) => text !== '')
        .join(', '),
    ],
    run.error === undefined ? undefined : ['error', oneLine(run.error, 500)],
    ['thread', oneLine(run.threadId)],
    run.parentId === undefined ? undefined : ['below', `run ${run.parentId}`],
  ]
  return facts.filter((fact) => fact !== undefined)
}

function by({ principal }: RunRecord): string {
  return principal === undefined ? '' : `, by ${oneLine(principal)}`
}
