/** Calls as rows: when, what, who, how it ended, how long it took. */
import type { ReactNode } from 'react'
import type { CallRecord, Fault } from '../api/types.ts'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import type { Words } from '../i18n/words.ts'
import { AgainLink } from './call-actions.tsx'
import { originName, personName } from './caller-words.ts'
import { serverWords } from './server-words.ts'
import { type Column, RowLink, Table } from './table.tsx'
import { visible } from './visible.ts'
import { StatusDot } from './words-of.tsx'

interface CallTableProps {
  readonly calls: readonly CallRecord[]
  /** Whether each row offers to run the call again. */
  readonly hasAgain?: boolean
}

export function CallTable({ calls, hasAgain = false }: CallTableProps): ReactNode {
  const { activity, tests, errors } = useWords()
  const { time, dateTime, span } = useFormats()
  const columns: readonly Column<CallRecord>[] = [
    {
      title: activity.when,
      className: 'w-24',
      cellClassName: 'tabular text-ink-3',
      render: ({ startedAt }) => <span title={dateTime(startedAt)}>{time(startedAt)}</span>,
    },
    {
      title: activity.tool,
      render: (call) => (
        <>
          <RowLink href={`/activity/${encodeURIComponent(call.id)}`} className="font-mono">
            {visible(call.tool)}
          </RowLink>
          <span className="isolate-text block truncate text-ink-3">{summaryOf(call, errors)}</span>
          {call.agent !== undefined && (
            <span className="isolate-text block truncate text-ink-2 md:hidden">{visible(call.agent)}</span>
          )}
        </>
      ),
    },
    {
      title: activity.who,
      className: 'hidden w-40 md:table-cell',
      cellClassName: 'truncate text-ink-2',
      render: (call) => `${callerOf(call)} · ${originName(call.origin, activity)}`,
    },
    { title: activity.status, className: 'w-24', render: ({ status }) => <StatusDot status={status} /> },
    {
      title: activity.took,
      className: 'hidden w-20 text-right sm:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ status, durationMs }) => (status === 'running' ? '…' : span(durationMs)),
    },
    ...(hasAgain
      ? [
          {
            title: tests.runAgain,
            className: 'w-28',
            render: (call: CallRecord) => <AgainLink call={call} />,
          },
        ]
      : []),
  ]
  return <Table columns={columns} rows={calls} keyOf={({ id }) => id} isLinked isDense />
}

/** What went wrong, or else what was asked for. */
function summaryOf({ result, input }: CallRecord, words: Words['errors']): string {
  return visible(saidOf(result?.error, words)?.slice(0, 200) ?? (JSON.stringify(input) ?? '').slice(0, 200))
}

/** What a tool wrote itself tells more than its code does. */
function saidOf(error: Fault | undefined, words: Words['errors']): string | undefined {
  return error?.says ? serverWords(error, words).text : error?.message
}

function callerOf({ agent, principal }: CallRecord): string {
  return agent === undefined ? personName(principal) : visible(agent)
}
