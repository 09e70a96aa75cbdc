/** What became of the runs of a schedule, newest first. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Schedule, ScheduleSlot } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { personName } from '../../components/caller-words.ts'
import { runHref } from '../../components/run-status.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { useHistory } from './queries.ts'
import { SlotState } from './schedule-state.tsx'

export function ScheduleHistory({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words } = useWords()
  const { dateTime } = useFormats()
  const { data, error, refetch } = useHistory(schedule.id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0) return <p className="text-sm text-ink-2">{words.noHistory}</p>
  const columns: readonly Column<ScheduleSlot>[] = [
    {
      title: words.due,
      className: 'w-28 sm:w-44',
      cellClassName: 'tabular text-ink-2',
      render: ({ at }) => dateTime(at),
    },
    { title: words.state, className: 'w-24', render: ({ state }) => <SlotState state={state} /> },
    { title: words.details, render: (slot) => <SlotDetails slot={slot} /> },
  ]
  return <Table columns={columns} rows={data.items} keyOf={({ id }) => id} label={words.history} />
}

function SlotDetails({ slot }: { readonly slot: ScheduleSlot }): ReactNode {
  const { schedules: words } = useWords()
  const { callId, runId, reason, by, isRetried } = slot
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5">
      {reason !== undefined && <span className="isolate-text min-w-0 break-words">{visible(reason)}</span>}
      {callId !== undefined && (
        <Link href={`/activity/${encodeURIComponent(callId)}`} className="text-accent hover:underline">
          {words.viewCall}
        </Link>
      )}
      {runId !== undefined && (
        <Link href={runHref(runId)} className="text-accent hover:underline">
          {words.viewRun}
        </Link>
      )}
      {by !== undefined && <span className="text-ink-3">{words.by(personName(by))}</span>}
      {isRetried && <span className="text-ink-3">{words.retried}</span>}
    </span>
  )
}
