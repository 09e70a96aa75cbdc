/**
 * The list as a table of which only the rows in sight are drawn. Arrow keys go from row to row.
 *
 * @module
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import type { ToolSummary } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/visible.ts'
import { PermissionBadge, StateDot, StatusDot } from '../../components/words-of.tsx'
import { stateOf } from './filter-tools.ts'

const rowHeight = 52
const columns =
  'grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-x-4 px-3 md:grid-cols-[minmax(0,1fr)_6rem_5rem_5rem] lg:grid-cols-[minmax(0,1fr)_6rem_5rem_5rem_3.5rem] xl:grid-cols-[minmax(0,1fr)_6rem_6rem_5rem_5rem_3.5rem_8rem]'
/** Where each column is shown. */
const places = {
  middle: 'hidden md:block',
  broad: 'hidden lg:block',
  wide: 'hidden xl:block',
}

interface ToolTableProps {
  readonly tools: readonly ToolSummary[]
  readonly dialect: string
}

export function ToolTable({ tools, dialect }: ToolTableProps): ReactNode {
  const { tools: words } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const current = Number(
      (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1,
    )
    if (step === undefined || current < 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(tools.length - 1, step(current, tools.length)))
    rows.scrollToIndex(next)
    focusRow(scroller.current, next)
  }
  return (
    <div
      role="table"
      aria-label={words.rows}
      aria-rowcount={tools.length + 1}
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
    >
      <Head dialect={dialect} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys go from link to link inside */}
      <div ref={scroller} role="rowgroup" onKeyDown={move} className="min-h-0 flex-1 overflow-y-auto">
        <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const tool = tools[index]
            return tool && <Row key={tool.id} {...{ tool, index, start, dialect }} />
          })}
        </div>
      </div>
    </div>
  )
}

const steps: Readonly<Record<string, (row: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row) => row + 10,
  PageUp: (row) => row - 10,
  Home: () => 0,
  End: (_row, count) => count - 1,
}

/** The row may have to be drawn first. */
function focusRow(scroller: HTMLElement | null, row: number, attempts = 5): void {
  const link = scroller?.querySelector<HTMLElement>(`[data-row="${row}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (attempts > 0) requestAnimationFrame(() => focusRow(scroller, row, attempts - 1))
}

function Head({ dialect }: { readonly dialect: string }): ReactNode {
  const { tools: words, common } = useWords()
  return (
    <div role="rowgroup" className="border-b bg-sunken">
      <div role="row" aria-rowindex={1} className={classes(columns, 'h-8 text-2xs font-medium text-ink-3')}>
        <HeadCell text={common.name} />
        <HeadCell text={words.category} className={places.middle} />
        <HeadCell text={`${words.type} · ${words.source}`} className={places.wide} />
        <HeadCell text={words.permission} className={places.middle} />
        <HeadCell text={words.state} />
        <span role="columnheader" title={dialect} className={classes('text-right', places.broad)}>
          {words.tokensColumn}
        </span>
        <HeadCell text={words.lastCall} className={places.wide} />
      </div>
    </div>
  )
}

function HeadCell({ text, className }: { readonly text: string; readonly className?: string }): ReactNode {
  return (
    <span role="columnheader" className={classes('truncate', className)}>
      {text}
    </span>
  )
}

interface RowProps {
  readonly tool: ToolSummary
  readonly index: number
  readonly start: number
  readonly dialect: string
}

function Row({ tool, index, start, dialect }: RowProps): ReactNode {
  const { number } = useFormats()
  const tokens = tool.tokens[dialect]
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={classes(columns, 'absolute inset-x-0 border-b text-xs focus-within:bg-hover hover:bg-hover')}
      style={{ height: rowHeight, transform: `translateY(${start}px)` }}
    >
      <span role="cell" className="min-w-0">
        <Link
          href={`/tools/${encodeURIComponent(tool.name)}`}
          className="isolate-text block truncate font-mono text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {visible(tool.name)}
        </Link>
        <span
          className={classes(
            'isolate-text block truncate',
            tool.error === undefined ? 'text-ink-2' : 'text-bad',
          )}
        >
          {visible(tool.error ?? tool.description)}
        </span>
      </span>
      <span role="cell" className={classes('isolate-text truncate text-ink-2', places.middle)}>
        {visible(tool.category)}
      </span>
      <span role="cell" className={classes('min-w-0 text-ink-2', places.wide)}>
        <span className="block truncate lowercase">{tool.type}</span>
        <span className="block truncate text-ink-3">{tool.source}</span>
      </span>
      <span role="cell" className={places.middle}>
        <PermissionBadge permission={tool.permission} />
      </span>
      <span role="cell" className="min-w-0">
        <StateDot state={stateOf(tool)} title={tool.error} />
      </span>
      <span role="cell" className={classes('tabular text-right text-ink-2', places.broad)}>
        {tokens === undefined ? '–' : number(tokens)}
      </span>
      <span role="cell" className={classes('min-w-0', places.wide)}>
        <LastCall tool={tool} />
      </span>
    </div>
  )
}

function LastCall({ tool: { lastCall } }: { readonly tool: ToolSummary }): ReactNode {
  const { tools: words } = useWords()
  const { ago } = useFormats()
  if (!lastCall) return <span className="text-ink-3">{words.never}</span>
  return (
    <span className="block min-w-0" title={lastCall.error}>
      <StatusDot status={lastCall.status} />
      <span className="block truncate pl-3 text-ink-3">{ago(lastCall.at)}</span>
    </span>
  )
}
