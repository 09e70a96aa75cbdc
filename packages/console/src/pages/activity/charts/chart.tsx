/**
 * One chart: lines or bars over time, drawn by uPlot on a canvas. What it shows is in a table below it as well, for everyone who
 * can't see it, or wants the figures.
 *
 * @module
 */
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './charts.css'
import { Card } from '../../../components/page.tsx'
import { type Column, Table } from '../../../components/table.tsx'
import { usePreferences } from '../../../i18n/preferences.tsx'
import type { ChartData } from './chart-data.ts'
import { coloursOf, dashes, usePalette } from './palette.ts'

interface ChartProps {
  readonly title: string
  /** In a sentence, for those who do not see it. */
  readonly label: string
  readonly data: ChartData
  readonly kind: 'lines' | 'bars'
  readonly format: (value: number) => string
  /** By magnitude: durations reach from milliseconds to hours. */
  readonly isLogarithmic?: boolean
  /** Whole things are counted: no marks between them. */
  readonly isCounted?: boolean
  /** A place for each day: no marks within one. */
  readonly isDaily?: boolean
  readonly formatTime: (at: number) => string
  readonly aside?: ReactNode
  readonly note?: ReactNode
}

/** Of the figures beside a chart, in pixels; Chinese letters are wider. */
const letterWidth = 8
const wideLetter = 13
const height = 170
const daySeconds = 86_400
/** 1, 2, 5, 10, … a thousand million. */
const wholeSteps = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

export function Chart(props: ChartProps): ReactNode {
  const { title, label, data, format, formatTime, aside, note } = props
  const [place, setPlace] = useState<number>()
  return (
    <Card className="min-w-0 px-4 pt-3 pb-2">
      <figure aria-label={title}>
        <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-sm font-medium">{title}</h2>
          <div className="max-w-full overflow-x-auto whitespace-nowrap">{aside}</div>
        </div>
        <Legend data={data} place={place} format={format} formatTime={formatTime} />
        <Canvas {...props} onPlace={setPlace} label={label} />
        {note !== undefined && <p className="mt-1 text-xs text-ink-3">{note}</p>}
        <Figures title={title} data={data} format={format} formatTime={formatTime} />
      </figure>
    </Card>
  )
}

interface LegendProps extends Pick<ChartProps, 'data' | 'format' | 'formatTime'> {
  readonly place: number | undefined
}

function Legend({ data: { lines, times }, place, format, formatTime }: LegendProps): ReactNode {
  const at = place === undefined ? undefined : times[place]
  return (
    <div aria-hidden className="tabular flex min-h-5 flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-2">
      {lines.map(({ label, values, colour }) => {
        const value = place === undefined ? undefined : values[place]
        return (
          <span key={label} className="flex min-w-0 items-center gap-1.5">
            <span
              className="h-1 w-3 shrink-0 rounded-full"
              style={{ background: `var(--chart-${colour})` }}
            />
            <span className="max-w-40 truncate">{label}</span>
            {value !== undefined && value !== null && <span className="text-ink">{format(value)}</span>}
          </span>
        )
      })}
      {at !== undefined && <span className="ml-auto text-ink-3">{formatTime(at)}</span>}
    </div>
  )
}

interface CanvasProps extends ChartProps {
  readonly onPlace: (place: number | undefined) => void
}

function Canvas({
  label,
  data,
  kind,
  format,
  isLogarithmic = false,
  isCounted = false,
  isDaily = false,
  formatTime,
  onPlace,
}: CanvasProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const palette = usePalette()
  const { language } = usePreferences()
  const told = useEffectEvent(onPlace)
  const shown = useEffectEvent(format)
  const shownTime = useEffectEvent(formatTime)
  const lines = useMemo(
    () => data.lines.map(({ label: name, colour }) => `${colour} ${name}`).join('\n'),
    [data],
  )
  const plot = useRef<UPlot>(undefined)
  const current = useEffectEvent(() => tableOf(data, isLogarithmic))
  useEffect(() => {
    const { current: element } = box
    if (!element) return undefined
    const colours = coloursOf(element)
    const series = lines.split('\n').map((line, index, all) => {
      const stroke = colours.line(Number.parseInt(line, 10))
      return kind === 'bars' ? bars(stroke, index, all.length) : strokes(stroke, index)
    })
    const width = element.clientWidth || 300
    const options = optionsOf(series, { kind, isLogarithmic, isCounted, isDaily, colours, width })
    const made = new UPlot(
      {
        ...options,
        axes: labelled(options.axes, [(tick) => shownTime(tick * 1000), (tick) => shown(tick)]),
        hooks: { setCursor: [({ cursor: { idx } }) => told(idx ?? undefined)] },
      },
      current(),
      element,
    )
    plot.current = made
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.destroy()
      plot.current = undefined
    }
  }, [lines, kind, isLogarithmic, isCounted, isDaily, palette, language])
  useEffect(() => plot.current?.setData(tableOf(data, isLogarithmic)), [data, isLogarithmic])
  return <div ref={box} role="img" aria-label={label} className="mt-1 w-full min-w-0 overflow-hidden" />
}

interface Look extends Pick<ChartProps, 'kind' | 'isLogarithmic' | 'isCounted' | 'isDaily'> {
  readonly colours: ReturnType<typeof coloursOf>
  readonly width: number
}

function optionsOf(
  series: readonly UPlot.Series[],
  { kind, isLogarithmic, isCounted = false, isDaily = false, colours, width }: Look,
): UPlot.Options {
  const axis = { stroke: colours.ink, grid: { stroke: colours.grid, width: 1 }, ticks: { show: false } }
  return {
    width,
    height,
    series: [{}, ...series],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true, ...(kind === 'bars' && { range: withRoom }) },
      y: isLogarithmic === true ? { distr: 3, log: 10 } : { range: fromZero },
    },
    axes: [
      {
        ...axis,
        space: 80,
        size: 28,
        ...(isDaily && { incrs: [1, 2, 7, 14, 28, 84, 364].map((days) => days * daySeconds) }),
      },
      { ...axis, size: widthOf, ...(isCounted && { incrs: wholeSteps }) },
    ],
  }
}

/** A logarithmic axis has marks without a label. */
function labelled(axes: UPlot.Axis[] = [], words: readonly ((tick: number) => string)[]): UPlot.Axis[] {
  return axes.map((axis, index) => ({
    ...axis,
    values: (_plot, ticks: (number | null)[]) =>
      ticks.map((tick) => (tick === null ? '' : (words[index]?.(tick) ?? ''))),
  }))
}

/** As wide as the longest figure beside it: a phone has little room. */
function widthOf(_plot: UPlot, figures: readonly string[] | null): number {
  const widths = (figures ?? []).map((text) =>
    Array.from(text, (letter) => (letter > '\u00FF' ? wideLetter : letterWidth)).reduce(
      (sum, width) => sum + width,
      0,
    ),
  )
  return Math.max(0, ...widths) + 16
}

/** Beside each other if there are two. */
function bars(fill: string, index: number, count: number): UPlot.Series {
  const paths = UPlot.paths.bars?.(
    count === 2 ? { size: [0.38, 24], align: index === 0 ? -1 : 1 } : { size: [0.7, 40] },
  )
  return { stroke: fill, fill, width: 0, points: { show: false }, ...(paths && { paths }) }
}

/** Single measurements have no line to their neighbours, so that they are points. */
function strokes(stroke: string, index: number): UPlot.Series {
  return {
    stroke,
    width: 2,
    dash: [...(dashes[index % dashes.length] ?? [])],
    spanGaps: false,
    points: { show: true, size: 5, fill: stroke, filter: alone },
  }
}

/** So many points can be told apart. */
const mostPoints = 60

function alone({ data }: UPlot, index: number): number[] | null {
  const values = data[index] ?? []
  const isThere = (place: number): boolean => (values[place] ?? null) !== null
  if (values.length <= mostPoints) return null
  return Array.from(values.keys()).filter(
    (place) => isThere(place) && !isThere(place - 1) && !isThere(place + 1),
  )
}

/** Half a bar before the first and after the last. */
function withRoom({ data: [times] }: UPlot): UPlot.Range.MinMax {
  const [first = 0, second = first + daySeconds] = times
  const room = (second - first) / 2
  return [first - room, (times.at(-1) ?? first) + room]
}

/** From zero to the largest; at least to one. */
function fromZero(_plot: UPlot, _low: number, high: number): UPlot.Range.MinMax {
  return [0, Math.max(1, high * 1.05)]
}

/** A logarithm has no zero. */
function tableOf({ times, lines }: ChartData, isLogarithmic: boolean): UPlot.AlignedData {
  const least = isLogarithmic ? 0.05 : -Infinity
  return [
    times.map((at) => at / 1000),
    ...lines.map(({ values }) => values.map((value) => (value === null ? null : Math.max(least, value)))),
  ]
}

type FiguresProps = Pick<ChartProps, 'title' | 'data' | 'format' | 'formatTime'>

function Figures({ title, data: { times, lines }, format, formatTime }: FiguresProps): ReactNode {
  const { words } = usePreferences()
  const rows = times
    .map((at, place) => ({ at, place }))
    .filter(({ place }) => lines.some(({ values }) => (values[place] ?? 0) > 0))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: words.activity.when, isRowHeading: true, render: ({ at }) => formatTime(at) },
    ...lines.map(({ label, values }) => ({
      title: label,
      cellClassName: 'tabular',
      render: ({ place }: { readonly place: number }) => {
        const value = values[place]
        return value === null || value === undefined ? '–' : format(value)
      },
    })),
  ]
  return (
    <details className="mt-1 text-xs">
      <summary className="w-fit text-ink-3 hover:text-ink">{words.activity.asTable}</summary>
      <div className="mt-2 max-h-72 overflow-auto">
        <Table label={title} columns={columns} rows={rows} keyOf={({ at }) => String(at)} isDense />
      </div>
    </details>
  )
}
