/**
 * How many calls there were and how long they took, over time. Two rows over one time axis, drawn as SVG; the same figures
 * are in a table for those who can't see it.
 *
 * @module
 */
import { type ReactNode, useMemo, useState } from 'react'
import { useStats } from '../../api/queries.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Card } from '../../components/page.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { ceilingOf, magnitude, type Slot, slotsOf } from './chart-scale.ts'
import { type SpanName, spans } from './use-call-filter.ts'

const columns = 60
const width = 900
const barsHeight = 72
const lineTop = 92
const lineHeight = 56
const height = lineTop + lineHeight + 4
const slotWidth = width / columns

export function TimingChart({ span }: { readonly span: SpanName }): ReactNode {
  const { activity: words } = useWords()
  const { number } = useFormats()
  const spanMs = spans[span]
  const bucketMs = Math.max(1000, spanMs / columns)
  const { data, dataUpdatedAt } = useStats(spanMs, bucketMs)
  const slots = useMemo(
    () => slotsOf(data ?? [], spanMs, { bucketMs, now: dataUpdatedAt }),
    [data, spanMs, bucketMs, dataUpdatedAt],
  )
  const [chosen, setChosen] = useState<number>()
  const filled = slots.flatMap(({ bucket }) => bucket ?? [])
  const calls = filled.reduce((sum, { count }) => sum + count, 0)
  const errors = filled.reduce((sum, { errors: bad }) => sum + bad, 0)
  const label = words.chartLabel(number(calls), number(errors))
  if (!data) return <Card className="mb-4 h-52">{null}</Card>
  return (
    <Card className="mb-4 px-4 pt-3 pb-2">
      <Legend slot={chosen === undefined ? undefined : slots[chosen]} label={label} />
      <div className="relative">
        <Scale slots={slots} />
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="block h-36 w-full"
          onPointerLeave={() => setChosen(undefined)}
        >
          <Bars slots={slots} />
          <Durations slots={slots} />
          {slots.map(({ at }, index) => (
            <rect
              key={at}
              x={index * slotWidth}
              width={slotWidth}
              height={height}
              className={index === chosen ? 'fill-ink opacity-5' : 'fill-transparent'}
              onPointerEnter={() => setChosen(index)}
            />
          ))}
        </svg>
      </div>
      <Axis slots={slots} />
      <FigureTable slots={slots} />
    </Card>
  )
}

function Legend({ slot, label }: { readonly slot: Slot | undefined; readonly label: string }): ReactNode {
  const { activity: words } = useWords()
  const { number, span, time } = useFormats()
  const bucket = slot?.bucket
  return (
    <div className="tabular mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-2 rounded-[2px] bg-line-strong" />
        {words.chartCalls}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-2 rounded-[2px] bg-bad" />
        {words.chartErrors}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-3 bg-accent" />
        {words.chartLatency}
      </span>
      <span className="ml-auto text-ink-3">
        {slot
          ? `${time(slot.at)} · ${number(bucket?.count ?? 0)}${bucket ? ` · ${words.p50} ${span(bucket.p50)} · ${words.p95} ${span(bucket.p95)}` : ''}`
          : label}
      </span>
    </div>
  )
}

/** The largest of each row, beside it. */
function Scale({ slots }: { readonly slots: readonly Slot[] }): ReactNode {
  const { number, span } = useFormats()
  const filled = slots.flatMap(({ bucket }) => bucket ?? [])
  if (filled.length === 0) return null
  const style = 'tabular pointer-events-none absolute left-0 text-2xs text-ink-3'
  return (
    <div aria-hidden>
      <span className={`${style} top-0`}>
        {number(ceilingOf(Math.max(...filled.map(({ count }) => count))))}
      </span>
      <span className={`${style} top-[58%]`}>{span(Math.max(...filled.map(({ p95 }) => p95)))}</span>
    </div>
  )
}

function Bars({ slots }: { readonly slots: readonly Slot[] }): ReactNode {
  const top = ceilingOf(Math.max(0, ...slots.map(({ bucket }) => bucket?.count ?? 0)))
  const tall = (count: number): number => (count / top) * barsHeight
  return (
    <g>
      <line
        x1="0"
        x2={width}
        y1={barsHeight}
        y2={barsHeight}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
      {slots.map(({ at, bucket }, index) => {
        if (!bucket) return null
        const x = index * slotWidth + 1
        const all = Math.max(2, tall(bucket.count))
        const bad = bucket.errors === 0 ? 0 : Math.max(2, tall(bucket.errors))
        return (
          <g key={at}>
            <rect
              x={x}
              y={barsHeight - all}
              width={slotWidth - 2}
              height={all}
              className="fill-line-strong"
            />
            <rect x={x} y={barsHeight - bad} width={slotWidth - 2} height={bad} className="fill-bad" />
          </g>
        )
      })}
    </g>
  )
}

/** A band from the middle call to the slow ones, by magnitude. */
function Durations({ slots }: { readonly slots: readonly Slot[] }): ReactNode {
  const largest = Math.max(1, ...slots.map(({ bucket }) => bucket?.p95 ?? 0))
  const y = (ms: number): number => lineTop + lineHeight - magnitude(ms, largest) * lineHeight
  return (
    <g>
      <line
        x1="0"
        x2={width}
        y1={lineTop + lineHeight}
        y2={lineTop + lineHeight}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
      {slots.map(({ at, bucket }, index) => {
        if (!bucket) return null
        const x = index * slotWidth + 1
        const slow = y(bucket.p95)
        const middle = y(bucket.p50)
        return (
          <g key={at}>
            <rect
              x={x}
              y={slow}
              width={slotWidth - 2}
              height={Math.max(1, middle - slow)}
              className="fill-accent-soft"
            />
            <rect x={x} y={slow - 1} width={slotWidth - 2} height={2} className="fill-accent opacity-60" />
            <rect x={x} y={middle - 1} width={slotWidth - 2} height={2} className="fill-accent" />
          </g>
        )
      })}
    </g>
  )
}

function Axis({ slots }: { readonly slots: readonly Slot[] }): ReactNode {
  const { dateTime, time } = useFormats()
  const first = slots[0]
  const last = slots.at(-1)
  const isLong = first !== undefined && last !== undefined && last.at - first.at > 86_000_000
  const said = (at: number): string => (isLong ? dateTime(at) : time(at))
  return (
    <div aria-hidden className="tabular mt-1 flex justify-between text-2xs text-ink-3">
      {[first, slots[Math.floor(slots.length / 2)], last].map(
        (slot) => slot && <span key={slot.at}>{said(slot.at)}</span>,
      )}
    </div>
  )
}

function FigureTable({ slots }: { readonly slots: readonly Slot[] }): ReactNode {
  const { activity: words } = useWords()
  const { number, span, time } = useFormats()
  const figures: readonly Column<Slot>[] = [
    { title: words.when, isRowHeading: true, render: ({ at }) => time(at) },
    { title: words.chartCalls, render: ({ bucket }) => number(bucket?.count ?? 0) },
    { title: words.chartErrors, render: ({ bucket }) => number(bucket?.errors ?? 0) },
    { title: words.p50, render: ({ bucket }) => span(bucket?.p50 ?? 0) },
    { title: words.p95, render: ({ bucket }) => span(bucket?.p95 ?? 0) },
  ]
  const filled = slots.filter(({ bucket }) => bucket !== undefined)
  return (
    <Table
      isUnseen
      label={words.chartLatency}
      columns={figures}
      rows={filled}
      keyOf={({ at }) => String(at)}
    />
  )
}
