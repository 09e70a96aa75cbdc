/** The bar of a span on the time scale: what ran, and apart from it what waited. The columns beside it say the same in words. */
import type { ReactNode } from 'react'
import type { RunSpan } from '../../api/types.ts'
import { classes } from '../../components/classes.ts'
import { placeOf } from './span-rows.ts'

interface SpanBarProps {
  readonly span: RunSpan
  readonly scale: readonly [start: number, end: number]
  readonly now: number
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly look: string
}

export const looks = {
  model: 'bg-accent',
  asked: 'bg-accent/40',
  compacted: 'bg-ink-3/50',
  call: 'bg-ok',
  bad: 'bg-bad',
  waiting: 'bar-waiting border border-warn',
  run: 'border-2 border-accent bg-accent-soft',
  paused: 'border border-dashed border-ink-3',
} as const

const fine: ReadonlySet<string> = new Set(['ok', 'running', 'pending', 'skipped', 'unrecorded'])

export function SpanBar({ span, scale, now }: SpanBarProps): ReactNode {
  return (
    <span aria-hidden className="relative block h-3.5 w-full">
      {piecesOf(span, now).map(({ from, to, look }) => {
        const { left, width } = placeOf([from, to], scale)
        return (
          <span
            key={`${look} ${from}`}
            className={classes('absolute inset-y-0 min-w-0.5 rounded-xs', look)}
            style={{ left: `min(${left}%, calc(100% - 2px))`, width: `${width}%` }}
          />
        )
      })}
    </span>
  )
}

function piecesOf(span: RunSpan, now: number): readonly Piece[] {
  const { kind, startedAt: from, endedAt: to = Math.max(now, from), waits = [] } = span
  if (kind === 'paused') return [{ from, to, look: looks.paused }]
  if (kind === 'run') return [{ from, to, look: looks.run }]
  if (kind === 'call')
    return [
      { from, to, look: fine.has(span.status) ? looks.call : looks.bad },
      ...waits.map(({ startedAt, endedAt = now }) => ({
        from: startedAt,
        to: Math.max(endedAt, startedAt),
        look: `${looks.waiting} bg-surface`,
      })),
    ]
  const asked = span.compactedAt ?? from
  const isBad = span.status === 'failed'
  const spoke = span.firstAt ?? (span.status === 'running' ? to : asked)
  return [
    ...(asked > from ? [{ from, to: asked, look: looks.compacted }] : []),
    ...(spoke > asked ? [{ from: asked, to: spoke, look: isBad ? looks.bad : looks.asked }] : []),
    ...(to > spoke || spoke === asked ? [{ from: spoke, to, look: isBad ? looks.bad : looks.model }] : []),
  ]
}
