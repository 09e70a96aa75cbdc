/** All schedules: when they are due, what they do, and when they start next. */
import { CalendarClock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import { useMay } from '../../api/session.tsx'
import type { Schedule } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Callout } from '../../components/callout.tsx'
import { classes } from '../../components/classes.ts'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { type Column, RowLink, Table } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { NewScheduleButton } from './new-schedule.tsx'
import { useSchedules } from './queries.ts'
import { ScheduleState } from './schedule-state.tsx'
import { dependsOnZone, whenWords, workWords, zoneHere } from './timetable-words.ts'

export function SchedulesPage(): ReactNode {
  const { schedules: words } = useWords()
  const mayChange = useMay('operator')
  return (
    <Page title={words.title} lead={words.lead(zoneHere())} actions={mayChange && <NewScheduleButton />}>
      {!mayChange && (
        <div className="mb-3">
          <Callout tone="info" title={words.mayNot} />
        </div>
      )}
      <Schedules />
    </Page>
  )
}

function Schedules(): ReactNode {
  const { schedules: words } = useWords()
  const { data, error, refetch } = useSchedules()
  const mayChange = useMay('operator')
  const search = useSearch()
  const [q, setQ] = useState(() => new URLSearchParams(search).get('agent') ?? '')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={<CalendarClock aria-hidden />}
        title={words.emptyTitle}
        actions={mayChange && <NewScheduleButton />}
      >
        {words.emptyHint}
      </EmptyState>
    )
  const wanted = q.toLowerCase()
  const shown = data.items.filter(({ name, tool = '', agent = '' }) =>
    [name, tool, agent].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <SearchInput
        label={words.searchLabel}
        value={q}
        onChange={setQ}
        hasShortcut
        className="mb-3 w-full sm:w-72"
      />
      {shown.length === 0 ? (
        <p className="text-sm text-ink-2">{words.noMatch}</p>
      ) : (
        <ScheduleTable schedules={shown} />
      )}
    </>
  )
}

function ScheduleTable({ schedules }: { readonly schedules: readonly Schedule[] }): ReactNode {
  const { schedules: words, common } = useWords()
  const formats = useFormats()
  const language = { words, formats }
  const columns: readonly Column<Schedule>[] = [
    {
      title: common.name,
      isRowHeading: true,
      render: (schedule) => (
        <>
          <RowLink href={`/schedules/${encodeURIComponent(schedule.id)}`}>{visible(schedule.name)}</RowLink>
          <span className="isolate-text block truncate text-xs text-ink-3">
            {workWords(schedule, language)}
          </span>
        </>
      ),
    },
    {
      title: words.when,
      className: 'w-36 sm:w-60',
      cellClassName: 'text-ink-2',
      render: (schedule) => (
        <>
          <span
            className={classes('block', schedule.pattern.kind === 'other' && 'font-mono text-xs break-words')}
          >
            {whenWords(schedule, language)}
          </span>
          {dependsOnZone(schedule.pattern) && (
            <span className="block text-xs text-ink-3">{visible(schedule.zone)}</span>
          )}
        </>
      ),
    },
    {
      title: words.nextRun,
      className: 'hidden w-52 md:table-cell',
      cellClassName: 'text-ink-2',
      render: ({ next: [first] }) =>
        first === undefined ? (
          '–'
        ) : (
          <>
            <span className="tabular block">{formats.dateTime(first)}</span>
            <span className="block text-xs text-ink-3">{formats.until(first)}</span>
          </>
        ),
    },
    {
      title: words.state,
      className: 'w-24',
      render: (schedule) => <ScheduleState schedule={schedule} />,
    },
  ]
  return <Table columns={columns} rows={schedules} keyOf={({ id }) => id} label={words.title} isLinked />
}
