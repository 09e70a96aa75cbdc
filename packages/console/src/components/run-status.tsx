/** How a run stands, as a dot and a word. */
import type { ReactNode } from 'react'
import type { RunRecord } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { Badge, Dot, type Tone } from './badge.tsx'

const tones: Readonly<Record<RunRecord['status'], Tone>> = {
  queued: 'plain',
  running: 'accent',
  waiting: 'warn',
  done: 'ok',
  incomplete: 'warn',
  failed: 'bad',
  stopped: 'plain',
  unknown: 'warn',
}

export function RunStatusDot({ status }: { readonly status: RunRecord['status'] }): ReactNode {
  const { runs } = useWords()
  return <Dot tone={tones[status]}>{runs.statuses[status]}</Dot>
}

export function RunStatusBadge({ status }: { readonly status: RunRecord['status'] }): ReactNode {
  const { runs } = useWords()
  return <Badge tone={tones[status]}>{runs.statuses[status]}</Badge>
}

/** The page of a run. */
export function runHref(id: string): string {
  return `/runs/${encodeURIComponent(id)}`
}
