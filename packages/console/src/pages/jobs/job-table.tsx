/** Jobs as rows: how they stand, why, and what can be done about them. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../api/session.tsx'
import type { Job, JobState } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Dot, type Tone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { personName } from '../../components/caller-words.ts'
import { type Column, Table } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { CancelJob } from './cancel-job.tsx'
import { mayCancel, mayRetry } from './job-filter.ts'
import { useRetry } from './queries.ts'

const tones: Readonly<Record<JobState, Tone>> = {
  running: 'accent',
  waiting: 'plain',
  delayed: 'plain',
  parked: 'warn',
  failed: 'bad',
  unknown: 'warn',
  cancelled: 'plain',
  done: 'ok',
}

export function JobTable({ jobs }: { readonly jobs: readonly Job[] }): ReactNode {
  const { jobs: words } = useWords()
  const { ago, dateTime } = useFormats()
  const mayAct = useMay('operator')
  const columns: readonly Column<Job>[] = [
    {
      title: words.state,
      className: 'w-28',
      cellClassName: 'whitespace-nowrap',
      render: ({ state }) => <Dot tone={tones[state]}>{words.states[state]}</Dot>,
    },
    { title: words.job, isRowHeading: true, render: (job) => <JobName job={job} /> },
    {
      title: words.queue,
      className: 'hidden md:table-cell',
      cellClassName: 'isolate-text font-mono text-xs break-all text-ink-2',
      render: ({ queue }) => visible(queue),
    },
    {
      title: words.tenant,
      className: 'hidden lg:table-cell',
      cellClassName: 'isolate-text break-words text-ink-2',
      render: ({ tenant }) => (tenant === undefined ? '–' : personName(tenant)),
    },
    {
      title: words.since,
      className: 'hidden sm:table-cell',
      cellClassName: 'whitespace-nowrap text-ink-2',
      render: ({ since }) => <span title={dateTime(since)}>{ago(since)}</span>,
    },
  ]
  const actions: Column<Job> = {
    title: words.actions,
    isTitleHidden: true,
    className: 'w-0 text-right',
    render: (job) => <JobActions job={job} />,
  }
  return (
    <Table
      columns={mayAct ? [...columns, actions] : columns}
      rows={jobs}
      keyOf={({ id }) => id}
      label={words.list}
    />
  )
}

function JobName({ job }: { readonly job: Job }): ReactNode {
  const { jobs: words } = useWords()
  const { number } = useFormats()
  const { id, kind, attempt, state } = job
  const kinds: Readonly<Record<string, string>> = words.kinds
  const href = hrefOf(job)
  const name = <span className="isolate-text font-mono text-xs break-all">{visible(id)}</span>
  return (
    <>
      {href === undefined ? (
        name
      ) : (
        <Link href={href} className="text-accent hover:underline">
          {name}
        </Link>
      )}
      <span className="block text-xs text-ink-3">
        {(Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? visible(kind)}
        {attempt > 1 && ` · ${words.tries(number(attempt))}`}
      </span>
      <Why job={job} isBad={state === 'failed' || state === 'unknown'} />
    </>
  )
}

/** The page of what the job does, if there is one. */
function hrefOf({ id, kind }: Job): string | undefined {
  if (kind === 'call') return `/activity/${encodeURIComponent(id)}`
  // The id of a run as an address has it, the attempt and the time.
  const [, run] = /^(.+)\.\d+\.\d+$/.exec(id) ?? []
  if (kind === 'run') return run === undefined ? undefined : `/runs/${run}`
  const [, schedule] = /^slot-([\w.]+)-\d+/.exec(id) ?? []
  return kind === 'schedule' && schedule !== undefined ? `/schedules/${schedule}` : undefined
}

/** Why it failed, or what it waits for. */
function Why({ job, isBad }: { readonly job: Job; readonly isBad: boolean }): ReactNode {
  const { jobs: words } = useWords()
  const { dateTime } = useFormats()
  const { reason, state, notBefore, parkedOn } = job
  const said = [
    reason,
    state === 'delayed' && notBefore !== undefined ? words.startsAt(dateTime(notBefore)) : undefined,
    state === 'parked' && parkedOn !== undefined ? words.parkedOn(parkedOn) : undefined,
  ].filter((text) => text !== undefined)
  return said.map((text) => (
    <span
      key={text}
      className={`isolate-text block text-xs break-words ${isBad ? 'text-bad' : 'text-ink-2'}`}
    >
      {visible(text)}
    </span>
  ))
}

function JobActions({ job }: { readonly job: Job }): ReactNode {
  const { jobs: words } = useWords()
  const { mutate, isPending } = useRetry(job.id)
  if (mayCancel(job.state)) return <CancelJob job={job} />
  if (!mayRetry(job.state)) return null
  return (
    <Button size="sm" disabled={isPending} onClick={() => mutate()}>
      {words.retry}
      <span className="sr-only">{`: ${visible(job.id)}`}</span>
    </Button>
  )
}
