/** The runs that a call started: of tools that put agents to work. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { keys } from '../api/queries.ts'
import { useApi } from '../api/session.tsx'
import type { ListedRun, Page } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { runHref, RunStatusDot } from './run-status.tsx'
import { visible } from './visible.ts'

/** Only these are asked about. */
const startsRuns: ReadonlySet<string> = new Set(['team_agent', 'spawn', 'task_broadcast'])

export function CallRuns({ callId, tool }: { readonly callId: string; readonly tool: string }): ReactNode {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...keys.runs, 'of call', callId],
    queryFn: ({ signal }) =>
      api.get<Page<ListedRun>>('/api/runs', { call: callId, brief: 'true', limit: 200 }, signal),
    enabled: startsRuns.has(tool),
  })
  return data && data.items.length > 0 ? <RunLinks runs={data.items.toReversed()} /> : null
}

export function RunLinks({ runs }: { readonly runs: readonly ListedRun[] }): ReactNode {
  const { runs: words } = useWords()
  return (
    <ul aria-label={words.startedRuns} className="flex min-w-0 flex-col gap-1 text-sm">
      {runs.map(({ id, agent, status, label, task }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-3">
          <Link href={runHref(id)} className="isolate-text shrink-0 text-accent hover:underline">
            {visible(agent)}
          </Link>
          <span className="shrink-0 text-xs">
            <RunStatusDot status={status} />
          </span>
          <span className="isolate-text min-w-0 truncate text-xs text-ink-3">{visible(label ?? task)}</span>
        </li>
      ))}
    </ul>
  )
}
