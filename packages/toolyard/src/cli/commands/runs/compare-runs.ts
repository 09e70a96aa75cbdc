/** `toolyard runs compare A B`: two runs side by side. */
import { answersDiff, type RunSummary, summarise } from '../../../serve/views/index.ts'
import type { RunRecord } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { type Column, table } from '../../terminal/table.ts'
import { indent } from '../../terminal/terminal.ts'
import { dayTime } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import { costText, duration, lengthOf, tokensText } from './run-words.ts'
import type { RunsCompareOptions } from './runs.ts'

interface Side {
  readonly run: RunRecord
  readonly summary: RunSummary
}

const shape: readonly Column[] = [
  { head: '' },
  { head: 'A', least: 20, wraps: true },
  { head: 'B', least: 20, wraps: true },
]
const marks = { '-': 'red', '+': 'green', '…': 'dim' } as const

export const compareRuns: CommandRun<RunsCompareOptions> = async ({ one, other }, context) => {
  const { terminal, flags } = context
  const { style, print } = terminal
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const sides: Side[] = []
  for (const id of [one, other]) {
    const run = await yard.runs.find(id)
    sides.push({ run, summary: await summarise(yard, run) })
  }
  const [left, right] = sides as [Side, Side]
  const answers = answersDiff(left.run, right.run)
  if (flags.jsonOutput) {
    terminal.printJson({ left: shown(left), right: shown(right), answers })
    return 0
  }
  const now = Date.now()
  const rows = facts(now).map(([name, of]) => [style('dim', name), of(left), of(right)])
  print(table(rows, shape, terminal))
  print(`\n${style('bold', 'answers')}`)
  if (answers.tooLarge) print(indent('They are too long, or differ too much, to be compared line by line.'))
  else if (answers.lines.length === 0) print(indent('Both are the same.'))
  for (const { mark, text } of answers.lines) {
    const line = `${mark} ${text}`
    print(indent(mark === ' ' ? line : style(marks[mark], line)))
  }
  if (answers.hidden > 0) print(indent(style('dim', `… ${answers.hidden} more lines`)))
  return 0
}

function facts(now: number): readonly (readonly [string, (side: Side) => string])[] {
  return [
    ['run', ({ run }) => run.id],
    ['agent', ({ run }) => oneLine(run.agent)],
    [
      'status',
      ({ run }) => (run.reason === undefined ? run.status : `${run.status} (${oneLine(run.reason)})`),
    ],
    ['model', ({ run }) => oneLine(run.model ?? '–')],
    ['started', ({ run }) => dayTime(run.startedAt)],
    ['took', ({ run }) => duration(lengthOf(run, now))],
    ['model time', ({ summary }) => duration(summary.modelMs)],
    ['tool time', ({ summary }) => duration(summary.callsMs)],
    ['waiting', ({ summary }) => duration(summary.waitingMs)],
    ['steps', ({ run }) => String(run.steps)],
    ['calls', ({ summary }) => String(summary.calls)],
    ['tokens', ({ run }) => tokensText(run)],
    ['cost', ({ run }) => costText(run.cost) || '–'],
    ['tools', ({ summary }) => summary.tools.map(toolText).join(', ') || '–'],
  ]
}

function toolText({ tool, calls, failed }: RunSummary['tools'][number]): string {
  return `${oneLine(tool)} × ${calls}${failed > 0 ? ` (${failed} failed)` : ''}`
}

function shown({ run: { plan: _plan, job: _job, ...run }, summary }: Side) {
  return { run, summary }
}
