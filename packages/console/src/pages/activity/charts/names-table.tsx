/** A line of figures for each tool or agent, those with the most calls first; choosing one filters by it. */
import type { ReactNode } from 'react'
import type { JournalStats } from '../../../api/types.ts'
import { useFormats, useWords } from '../../../i18n/preferences.tsx'
import { Segments } from '../../../components/toggle.tsx'
import { type Column, Table } from '../../../components/table.tsx'
import { visible } from '../../../components/visible.ts'
import type { CallFilterValues } from '../use-call-filter.ts'
import type { GroupBy } from '../use-figures.ts'

interface NamesTableProps {
  readonly stats: JournalStats
  readonly by: GroupBy
  readonly onBy: (by: GroupBy) => void
  readonly onChoose: (changes: Partial<CallFilterValues>) => void
}

type Figures = JournalStats['total'] & {
  readonly key: string
  readonly title: string
  readonly name?: string
}

export function NamesTable({ stats, by, onBy, onChoose }: NamesTableProps): ReactNode {
  const { activity: words } = useWords()
  const { number } = useFormats()
  const rows: readonly Figures[] = [
    ...stats.names.map(({ name, calls, errors, denied, latency, waiting }) => ({
      calls,
      errors,
      denied,
      ...(latency && { latency }),
      ...(waiting && { waiting }),
      key: `name ${name}`,
      title: name === '' ? words.noAgent : visible(name),
      name,
    })),
    ...(stats.others
      ? [{ ...stats.others, key: 'others', title: words.others(number(stats.others.names)) }]
      : []),
  ]
  const columns = useColumns(by, onChoose)
  return (
    <section aria-label={words.byTable} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-sm font-medium">{words.byTable}</h2>
        <Segments
          label={words.byTable}
          value={by}
          onChange={onBy}
          options={(['tool', 'agent'] as const).map((id) => ({ id, label: words[id] }))}
        />
      </div>
      <Table columns={columns} rows={rows} keyOf={({ key }) => key} label={words.byTable} isDense />
    </section>
  )
}

function useColumns(by: GroupBy, onChoose: NamesTableProps['onChoose']): readonly Column<Figures>[] {
  const { activity: words } = useWords()
  const { number, span } = useFormats()
  const counted = (['calls', 'errors', 'denied'] as const).map((part): Column<Figures> => ({
    title: { calls: words.chartCalls, errors: words.chartErrors, denied: words.chartDenied }[part],
    className: part === 'denied' ? 'hidden text-right sm:table-cell' : 'text-right',
    cellClassName: 'tabular',
    render: (row) => number(row[part]),
  }))
  const timed = (['p50', 'p95', 'p99'] as const).map((part): Column<Figures> => ({
    title: part,
    className: part === 'p95' ? 'text-right' : 'hidden text-right sm:table-cell',
    cellClassName: 'tabular',
    render: ({ latency }) => (latency ? span(latency[part]) : '–'),
  }))
  return [
    {
      title: words[by],
      isRowHeading: true,
      render: ({ title, name }) =>
        name === undefined || name === '' ? (
          title
        ) : (
          <button
            type="button"
            className="isolate-text max-w-52 truncate text-left font-mono text-accent hover:underline sm:max-w-96"
            onClick={() => onChoose({ [by]: name })}
          >
            {title}
          </button>
        ),
    },
    ...counted,
    ...timed,
    {
      title: words.waitingShort,
      className: 'hidden text-right md:table-cell',
      cellClassName: 'tabular',
      render: ({ waiting }) => (waiting ? span(waiting.p50) : '–'),
    },
  ]
}
