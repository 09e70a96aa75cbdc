/** Calls as rows: when, what, who, how it ended, how long it took. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CallRecord } from '../api/types.ts'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { Card } from './page.tsx'
import { visible } from './visible.ts'
import { StatusDot } from './words-of.tsx'

export function CallTable({ calls }: { readonly calls: readonly CallRecord[] }): ReactNode {
  const { activity } = useWords()
  return (
    <Card className="w-full overflow-x-auto">
      <table className="w-full table-fixed text-xs">
        <thead className="border-b bg-sunken text-left text-2xs text-ink-3">
          <tr>
            <th scope="col" className="w-24 px-3 py-1.5 font-medium">
              {activity.when}
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {activity.tool}
            </th>
            <th scope="col" className="hidden w-40 px-3 py-1.5 font-medium md:table-cell">
              {activity.who}
            </th>
            <th scope="col" className="w-24 px-3 py-1.5 font-medium">
              {activity.status}
            </th>
            <th scope="col" className="hidden w-20 px-3 py-1.5 text-right font-medium sm:table-cell">
              {activity.took}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {calls.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function CallRow({ call }: { readonly call: CallRecord }): ReactNode {
  const { time, dateTime, span } = useFormats()
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className="tabular px-3 py-1.5 text-ink-3" title={dateTime(call.startedAt)}>
        {time(call.startedAt)}
      </td>
      <td className="min-w-0 px-3 py-1.5">
        <Link
          href={`/activity/${encodeURIComponent(call.id)}`}
          className="isolate-text block truncate font-mono font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {visible(call.tool)}
        </Link>
        <span className="isolate-text block truncate text-ink-3">{summaryOf(call)}</span>
      </td>
      <td className="hidden truncate px-3 py-1.5 text-ink-2 md:table-cell">{callerOf(call)}</td>
      <td className="px-3 py-1.5">
        <StatusDot status={call.status} />
      </td>
      <td className="tabular hidden px-3 py-1.5 text-right text-ink-2 sm:table-cell">
        {call.status === 'running' ? '…' : span(call.durationMs)}
      </td>
    </tr>
  )
}

/** What went wrong, or else what was asked for. */
function summaryOf(call: CallRecord): string {
  const said = call.result?.error?.message ?? JSON.stringify(call.input) ?? ''
  return visible(said.slice(0, 200))
}

function callerOf({ agent, principal, origin }: CallRecord): string {
  return visible(agent === undefined ? `${principal} · ${origin}` : `${agent} · ${origin}`)
}
