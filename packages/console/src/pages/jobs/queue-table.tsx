/** Queues with their figures; each leads to the jobs that it counts. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { QueueCounts } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { classes } from '../../components/classes.ts'
import { type Column, Table } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { jobsHref } from './job-filter.ts'

const figures = ['running', 'waiting', 'delayed', 'parked', 'failed'] as const

export function QueueTable({ queues }: { readonly queues: readonly QueueCounts[] }): ReactNode {
  const { jobs: words } = useWords()
  const { number, span } = useFormats()
  const columns: readonly Column<QueueCounts>[] = [
    {
      title: words.queue,
      className: 'min-w-40',
      isRowHeading: true,
      render: (row) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Link
            href={jobsHref({ queue: row.queue })}
            className="isolate-text font-mono break-all text-accent hover:underline"
          >
            {visible(row.queue)}
          </Link>
          {row.workers === 0 && row.waiting > 0 && (
            <Badge tone="warn" title={words.noWorkersHint}>
              {words.noWorkers}
            </Badge>
          )}
        </span>
      ),
    },
    {
      title: words.workers,
      className: 'text-right',
      cellClassName: 'tabular',
      render: ({ workers }) => number(workers),
    },
    ...figures.map((state): Column<QueueCounts> => ({
      title: words.figures[state],
      className: 'text-right',
      cellClassName: 'tabular',
      render: (row) => <Figure row={row} state={state} />,
    })),
    {
      title: words.oldest,
      className: 'text-right whitespace-nowrap',
      cellClassName: 'tabular text-ink-2',
      render: ({ oldest }) => (oldest === undefined ? '–' : span(Math.max(0, Date.now() - oldest))),
    },
  ]
  return <Table columns={columns} rows={queues} keyOf={({ queue }) => queue} label={words.queues} />
}

interface FigureProps {
  readonly row: QueueCounts
  readonly state: (typeof figures)[number]
}

function Figure({ row, state }: FigureProps): ReactNode {
  const { number } = useFormats()
  const count = row[state]
  if (count === 0) return <span className="text-ink-3">{number(0)}</span>
  return (
    <Link
      href={jobsHref({ queue: row.queue, state })}
      className={classes('hover:underline', state === 'failed' ? 'text-bad' : 'text-accent')}
    >
      {number(count)}
    </Link>
  )
}
