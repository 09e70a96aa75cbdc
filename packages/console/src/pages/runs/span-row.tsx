/** One row of the waterfall: what it is, its bar, how long it took, what it used. */
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { CallStatus, RunRecord, RunSpan } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { classes } from '../../components/classes.ts'
import { runHref, RunStatusDot } from '../../components/run-status.tsx'
import { visible } from '../../components/visible.ts'
import { StatusDot } from '../../components/words-of.tsx'
import { SpanBar } from './span-bar.tsx'
import { type SpanRow, waitedMs } from './span-rows.ts'

interface SpanRowViewProps {
  readonly row: Extract<SpanRow, { kind: 'span' }>
  readonly index: number
  readonly top: number
  readonly height: number
  readonly isActive: boolean
  readonly scale: readonly [start: number, end: number]
  readonly runStart: number
  /** Undefined if nothing of it changes with time. */
  readonly now: number | undefined
  readonly onFold: (index: number) => void
}

/** On a phone the bar stands below the words. */
export const rowGrid =
  'grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-x-3 px-2 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_5rem] lg:grid-cols-[minmax(0,21rem)_minmax(0,1fr)_5rem_7rem]'

export const SpanRowView = memo(function SpanRowView(props: SpanRowViewProps): ReactNode {
  const { row, index, top, height, isActive, scale, runStart, onFold } = props
  const { span, depth, isUnfolded } = row
  const now = props.now ?? span.endedAt ?? span.startedAt
  return (
    <div
      role="row"
      aria-level={depth + 1}
      aria-rowindex={index + 2}
      aria-expanded={isUnfolded}
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      className={classes(
        rowGrid,
        'absolute inset-x-0 top-0 border-b text-xs outline-offset-[-2px] hover:bg-hover',
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span
        role="rowheader"
        className="flex min-w-0 items-center gap-1.5"
        style={{ paddingLeft: Math.min(depth, 8) * 14 }}
      >
        <Fold isUnfolded={isUnfolded} onFold={() => onFold(index)} />
        <Name span={span} now={now} />
      </span>
      <span role="gridcell" className="order-last col-span-2 sm:order-none sm:col-span-1">
        <SpanBar span={span} scale={scale} now={now} />
      </span>
      <span role="gridcell" className="tabular truncate text-right text-ink-2">
        <Length span={span} now={now} runStart={runStart} />
      </span>
      <span role="gridcell" className="tabular hidden truncate text-right text-ink-3 lg:block">
        <Use span={span} />
      </span>
    </div>
  )
})

interface FoldProps {
  readonly isUnfolded: boolean | undefined
  readonly onFold: () => void
}

/** For mouse and finger, so that it takes more room than it shows; keys fold the row itself. */
function Fold({ isUnfolded, onFold }: FoldProps): ReactNode {
  if (isUnfolded === undefined) return <span aria-hidden className="size-4 shrink-0" />
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the row folds by keys
    <span
      aria-hidden
      onClick={onFold}
      className="relative grid size-4 shrink-0 cursor-pointer place-items-center rounded after:absolute after:-inset-2 hover:bg-line"
    >
      <ChevronRight className={classes('size-3.5 text-ink-3', isUnfolded && 'rotate-90')} />
    </span>
  )
}

function Name({ span, now }: { readonly span: RunSpan; readonly now: number }): ReactNode {
  const { runs: words } = useWords()
  const { number } = useFormats()
  const { kind, name, status } = span
  if (kind === 'paused')
    return (
      <span className="truncate text-ink-3">
        {status === 'queued' ? words.pausedQueued : words.pausedResumed}
      </span>
    )
  if (kind === 'step') {
    const ends: Readonly<Record<string, string>> = words.stepEnds
    return (
      <>
        <span className="shrink-0 font-medium">{words.step(number(span.step ?? 0))}</span>
        <span className="isolate-text min-w-0 truncate text-ink-3" title={visible(span.error ?? name)}>
          {visible(span.error ?? name)}
        </span>
        <span className="flex shrink-0 gap-1.5">
          {status !== 'answered' && (
            <Badge tone={status === 'failed' ? 'bad' : status === 'running' ? 'accent' : 'warn'}>
              {ends[status] ?? status}
            </Badge>
          )}
          {(span.retries ?? 0) > 0 && (
            <Badge tone="warn">{words.retries(number(span.retries ?? 0), span.retries === 1)}</Badge>
          )}
          {(span.attempt ?? 1) > 1 && <Badge>{words.attempt(number(span.attempt ?? 1))}</Badge>}
        </span>
      </>
    )
  }
  const href = hrefOf(span)
  const text = <span className="isolate-text">{visible(name)}</span>
  return (
    <>
      {href === undefined ? (
        <span className="min-w-0 truncate font-mono">{text}</span>
      ) : (
        <Link
          href={href}
          tabIndex={-1}
          className={classes('min-w-0 truncate text-accent hover:underline', kind === 'call' && 'font-mono')}
        >
          {text}
        </Link>
      )}
      <span className="shrink-0">
        {kind === 'run' ? (
          <RunStatusDot status={status as RunRecord['status']} />
        ) : status === 'unrecorded' ? (
          <span className="text-ink-3">{words.unrecorded}</span>
        ) : (
          <StatusDot status={status as CallStatus} />
        )}
      </span>
      <Waited span={span} now={now} />
    </>
  )
}

function Waited({ span, now }: { readonly span: RunSpan; readonly now: number }): ReactNode {
  const { runs: words } = useWords()
  const { span: text } = useFormats()
  const waited = waitedMs(span, now)
  if (waited === 0) return null
  return (
    <span className="tabular min-w-0 truncate text-warn">
      {(span.endedAt === undefined ? words.waits : words.waited)(text(waited))}
    </span>
  )
}

/** What the row leads to. */
export function hrefOf({ kind, callId, runId, status }: RunSpan): string | undefined {
  if (kind === 'run' && runId !== undefined) return runHref(runId)
  const isKept = kind === 'call' && callId !== undefined && status !== 'unrecorded'
  return isKept ? `/activity/${encodeURIComponent(callId)}` : undefined
}

interface LengthProps {
  readonly span: RunSpan
  readonly now: number
  readonly runStart: number
}

function Length({ span, now, runStart }: LengthProps): ReactNode {
  const { runs: words } = useWords()
  const { span: text } = useFormats()
  const { startedAt, endedAt = Math.max(now, startedAt), firstAt, isEstimated } = span
  const said = [
    words.startsAt(text(Math.max(0, startedAt - runStart))),
    ...(firstAt === undefined ? [] : [words.firstToken(text(Math.max(0, firstAt - startedAt)))]),
    ...(isEstimated ? [words.estimated] : []),
  ]
  return (
    <span title={said.join(', ')}>
      {isEstimated && <span aria-hidden>≈ </span>}
      {text(Math.max(0, endedAt - startedAt))}
      <span className="sr-only">{`, ${said.join(', ')}`}</span>
    </span>
  )
}

function Use({ span }: { readonly span: RunSpan }): ReactNode {
  const { runs: words } = useWords()
  const { number, short, cost } = useFormats()
  const { inputTokens = 0, outputTokens = 0 } = span
  if (inputTokens + outputTokens === 0) return null
  return (
    <span title={words.inOut(number(inputTokens), number(outputTokens))}>
      {short(inputTokens + outputTokens)}
      {span.cost !== undefined && ` · ${cost(span.cost)}`}
    </span>
  )
}
