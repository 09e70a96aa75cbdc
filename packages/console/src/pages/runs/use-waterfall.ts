/**
 * The state of a waterfall: its rows, which of them are drawn, which has the focus, and on which scale of time they stand.
 *
 * @module
 */
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RunRecord } from '../../api/types.ts'
import { isOpen } from './queries.ts'
import { rangeOf, type SpanRow, rowsOf } from './span-rows.ts'
import type { SpanTree } from './span-tree.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { useNow } from './use-now.ts'
import { useSpanTree } from './use-span-tree.ts'

const rowHeight = 34
/** With the bar below the words. */
const narrowHeight = 56
const overscan = 8

export type ScaleName = 'run' | 'view'

interface WaterfallState {
  readonly tree: SpanTree
  readonly rows: readonly SpanRow[]
  readonly drawn: Virtualizer<HTMLDivElement, Element>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly height: number
  readonly now: number
  readonly scale: readonly [start: number, end: number]
  /** The row that has the focus, or would get it. */
  readonly here: number
  readonly note: (index: number) => void
  readonly toggle: (index: number) => void
  readonly focus: (index: number) => void
}

export function useWaterfall(run: RunRecord, scaleName: ScaleName): WaterfallState {
  const { tree, loaded } = useSpanTree(`${run.status} ${run.attempt} ${run.steps}`)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const now = useNow(isOpen(run))
  const height = useIsNarrow() ? narrowHeight : rowHeight
  const rows = useMemo(() => rowsOf(run.id, { loaded, toggled }), [run.id, loaded, toggled])
  const scroller = useRef<HTMLDivElement>(null)
  const here = Math.min(active, Math.max(0, rows.length - 1))
  const drawn = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
    getItemKey: (index) => rows[index]?.key ?? index,
    // The row that has the focus stays, also out of sight.
    rangeExtractor: (range) =>
      [...new Set([here, ...defaultRangeExtractor(range)])]
        .filter((index) => index < rows.length)
        .toSorted((left, right) => left - right),
  })
  useEffect(() => drawn.measure(), [drawn, height])
  const toggle = useCallback(
    (index: number) => {
      const row = rows[index]
      if (row?.kind === 'span' && row.isUnfolded !== undefined)
        setToggled((before) => without(before, row.span.id))
    },
    [rows],
  )
  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setActive(next)
    drawn.scrollToIndex(next)
    focusRow(scroller.current, next)
  }
  const { startIndex = 0, endIndex = 0 } = drawn.range ?? {}
  const end = Math.max(run.endedAt ?? now, run.startedAt + 1)
  const [from, to] =
    scaleName === 'run' ? [run.startedAt, end] : rangeOf(rows.slice(startIndex, endIndex + 1), now)
  const scale = useMemo(() => [from, to] as const, [from, to])
  return { tree, rows, drawn, scroller, height, now, scale, here, note: setActive, toggle, focus }
}

/** Without what is in it; with what is not. */
function without(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

/** The row may have to be drawn first. */
function focusRow(scroller: HTMLElement | null, row: number, attempts = 5): void {
  const found = scroller?.querySelector<HTMLElement>(`[data-row="${row}"]`)
  if (found) found.focus({ preventScroll: true })
  else if (attempts > 0) requestAnimationFrame(() => focusRow(scroller, row, attempts - 1))
}
