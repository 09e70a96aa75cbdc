/** Runs as rows; those of sub-agents fold out below the run that started them. */
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedRun } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../../components/classes.ts'
import { personName } from '../../components/caller-words.ts'
import { Card } from '../../components/page.tsx'
import { runHref, RunStatusDot } from '../../components/run-status.tsx'
import { Cells, type Column, RowLink, rowClass, tableClass, TableHead } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { isOpen, useSubRuns } from './queries.ts'

interface RunTableProps {
  readonly runs: readonly ListedRun[]
  readonly now: number
  /** Where the row of a run leads; to its page if nothing is said. */
  readonly hrefOf?: ((run: ListedRun) => string) | undefined
}

export function RunTable({ runs, now, hrefOf = ({ id }) => runHref(id) }: RunTableProps): ReactNode {
  const { runs: words } = useWords()
  const columns = useColumns(now, hrefOf)
  return (
    <Card className="w-full overflow-x-auto">
      <table aria-label={words.list} className={tableClass({ isLinked: true, isDense: true })}>
        <TableHead columns={columns} />
        <tbody>
          {runs.map((run) => (
            <RunRows key={run.id} run={run} columns={columns} depth={0} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface RunRowsProps {
  readonly run: ListedRun
  readonly columns: readonly Column<ListedRun>[]
  readonly depth: number
}

/** More is seen on the page of the run. */
const deepest = 4

function RunRows({ run, columns, depth }: RunRowsProps): ReactNode {
  const { runs: words } = useWords()
  const { number } = useFormats()
  const [isUnfolded, setUnfolded] = useState(false)
  const mayHold = depth > 0 ? depth < deepest : run.subRuns !== undefined
  const { data } = useSubRuns(run.id, mayHold && (isUnfolded || depth > 0))
  const count = depth === 0 ? (run.subRuns ?? 0) : (data?.items.length ?? 0)
  const fold = count > 0 && (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={() => setUnfolded(!isUnfolded)}
      className="relative z-10 -ml-1 inline-flex items-center gap-1 py-1 text-2xs text-ink-2 hover:text-ink"
    >
      <ChevronRight aria-hidden className={classes('size-3', isUnfolded && 'rotate-90')} />
      {words.subRuns(number(count), count === 1)}
      <span className="sr-only">{`: ${visible(run.agent)}`}</span>
    </button>
  )
  return (
    <>
      <tr className={rowClass(true)}>
        <Cells columns={withFold(columns, depth, fold)} row={run} className="py-1.5" />
      </tr>
      {isUnfolded &&
        data?.items
          .toReversed()
          .map((child) => <RunRows key={child.id} run={child} columns={columns} depth={depth + 1} />)}
    </>
  )
}

/** The first column says how deep a run is, and unfolds those below it: a row of its own would span columns that a phone does not show. */
function withFold(
  columns: readonly Column<ListedRun>[],
  depth: number,
  fold: ReactNode,
): readonly Column<ListedRun>[] {
  return columns.map((column, index) =>
    index > 0
      ? column
      : {
          ...column,
          render: (run) => (
            <div style={{ paddingLeft: depth * 16 }}>
              {column.render(run)}
              {fold}
            </div>
          ),
        },
  )
}

function useColumns(now: number, hrefOf: (run: ListedRun) => string): readonly Column<ListedRun>[] {
  const { runs: words } = useWords()
  const { number, short, cost, span, ago, dateTime } = useFormats()
  return [
    {
      title: words.agent,
      isRowHeading: true,
      render: (run) => (
        <>
          <RowLink href={hrefOf(run)}>{visible(run.agent)}</RowLink>
          <span className="isolate-text block truncate text-ink-3">{visible(run.label ?? run.task)}</span>
        </>
      ),
    },
    { title: words.status, className: 'w-24', render: ({ status }) => <RunStatusDot status={status} /> },
    {
      title: words.steps,
      className: 'hidden w-16 text-right md:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ steps }) => number(steps),
    },
    {
      title: words.tokens,
      className: 'hidden w-20 text-right md:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ inputTokens, outputTokens }) => (
        <span title={words.inOut(number(inputTokens), number(outputTokens))}>
          {short(inputTokens + outputTokens)}
        </span>
      ),
    },
    {
      title: words.cost,
      className: 'hidden w-20 text-right lg:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: (run) => (run.cost === undefined ? '–' : cost(run.cost)),
    },
    {
      title: words.duration,
      className: 'w-20 text-right',
      cellClassName: 'tabular text-ink-2',
      render: (run) =>
        span(Math.max(0, (run.endedAt ?? (isOpen(run) ? now : run.startedAt)) - run.startedAt)),
    },
    {
      title: words.startedBy,
      className: 'hidden w-36 lg:table-cell',
      cellClassName: 'truncate text-ink-2',
      render: ({ principal }) => (principal === undefined ? '–' : personName(principal)),
    },
    {
      title: words.started,
      className: 'hidden w-28 sm:table-cell',
      cellClassName: 'truncate text-ink-3',
      render: ({ startedAt }) => <span title={dateTime(startedAt)}>{ago(startedAt, now)}</span>,
    },
  ]
}
