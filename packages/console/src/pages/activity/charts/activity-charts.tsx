/** How many calls, how they ended, how long they took and waited, over time and by name; what runs used. Loaded when it is needed. */
import { type ReactNode, useMemo, useState } from 'react'
import { Callout } from '../../../components/callout.tsx'
import { Segments } from '../../../components/toggle.tsx'
import { Card } from '../../../components/page.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { useFormats, usePreferences, useWords } from '../../../i18n/preferences.tsx'
import type { JournalStats } from '../../../api/types.ts'
import type { CallFilterValues } from '../use-call-filter.ts'
import { type GroupBy, useStats } from '../use-figures.ts'
import { Chart } from './chart.tsx'
import { type ChartData, countsAt, type Part, placesOf, valuesAt } from './chart-data.ts'
import { NamesTable } from './names-table.tsx'
import { RunUsage } from './run-usage.tsx'
import { timeFormat } from './time-format.ts'
import { Totals } from './totals.tsx'

interface ActivityChartsProps {
  readonly filter: CallFilterValues
  readonly onChange: (changes: Partial<CallFilterValues>) => void
  /** Brings the calls themselves into sight: they stand below all figures. */
  readonly onList: () => void
}

export function ActivityCharts({ filter, onChange, onList }: ActivityChartsProps): ReactNode {
  const [by, setBy] = useState<GroupBy>('tool')
  const { data, error, refetch } = useStats(filter, by)
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Card className="mb-4 h-64">{null}</Card>
    )
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Notes stats={data} />
      <Totals stats={data} onList={onList} />
      {data.total.calls > 0 && (
        <>
          <div className="grid min-w-0 grid-cols-1 gap-3 lg:grid-cols-2">
            <CallsChart stats={data} />
            <LatencyChart stats={data} by={by} />
            <FailedChart stats={data} />
            <WaitingChart stats={data} />
            <RunUsage stats={data} />
          </div>
          <NamesTable stats={data} by={by} onBy={setBy} onChoose={onChange} />
        </>
      )}
    </div>
  )
}

/** What the figures do not hold is said, not left out in silence. */
function Notes({ stats: { knownSince, uncounted } }: { readonly stats: JournalStats }): ReactNode {
  const { activity: words } = useWords()
  const { dateTime, number } = useFormats()
  const notes = [
    ...(knownSince === undefined ? [] : [words.knownSince(dateTime(knownSince))]),
    ...(uncounted === undefined ? [] : [words.uncounted(number(uncounted))]),
  ]
  return notes.map((note) => <Callout key={note} tone="warn" title={note} />)
}

function useTimes(stats: JournalStats) {
  const { language } = usePreferences()
  const times = useMemo(() => placesOf(stats), [stats])
  return { times, formatTime: timeFormat(language, stats) }
}

function CallsChart({ stats }: { readonly stats: JournalStats }): ReactNode {
  const { activity: words } = useWords()
  const { number, short } = useFormats()
  const { times, formatTime } = useTimes(stats)
  const data = useMemo<ChartData>(
    () => ({
      times,
      lines: [
        { label: words.chartCalls, colour: 0, values: countsAt(times, stats.slots, ({ calls }) => calls) },
      ],
    }),
    [times, stats, words],
  )
  const { calls, errors, denied } = stats.total
  const label = words.chartLabel(number(calls), number(errors), number(denied))
  return (
    <Chart
      title={words.chartCalls}
      label={label}
      data={data}
      kind="bars"
      format={short}
      formatTime={formatTime}
      isCounted
    />
  )
}

/** On a scale of their own: a few among thousands are what matters. */
function FailedChart({ stats }: { readonly stats: JournalStats }): ReactNode {
  const { activity: words } = useWords()
  const { number, short } = useFormats()
  const { times, formatTime } = useTimes(stats)
  const data = useMemo<ChartData>(
    () => ({
      times,
      lines: [
        { label: words.chartErrors, colour: 1, values: countsAt(times, stats.slots, ({ errors }) => errors) },
        { label: words.chartDenied, colour: 3, values: countsAt(times, stats.slots, ({ denied }) => denied) },
      ],
    }),
    [times, stats, words],
  )
  const { errors, denied } = stats.total
  if (errors + denied === 0) return null
  return (
    <Chart
      title={words.chartFailed}
      label={words.failedLabel(number(errors), number(denied))}
      data={data}
      kind="bars"
      format={short}
      formatTime={formatTime}
      isCounted
    />
  )
}

const parts: readonly Part[] = ['p50', 'p95', 'p99']

function LatencyChart({ stats, by }: { readonly stats: JournalStats; readonly by: GroupBy }): ReactNode {
  const { activity: words } = useWords()
  const { span, number } = useFormats()
  const [part, setPart] = useState<Part | 'all'>('all')
  const { times, formatTime } = useTimes(stats)
  const data = useMemo<ChartData>(() => {
    const lines =
      part === 'all'
        ? parts.map((name, colour) => ({
            label: name,
            colour,
            values: valuesAt(times, stats.slots, ({ latency }) => latency?.[name]),
          }))
        : stats.names.map(({ name, slots }, colour) => ({
            label: name === '' ? words.noAgent : name,
            colour,
            values: valuesAt(times, slots, ({ latency }) => latency?.[part]),
          }))
    return { times, lines }
  }, [times, stats, part, words])
  const others = part === 'all' ? undefined : stats.others
  const { latency } = stats.total
  return (
    <Chart
      title={words.chartLatency}
      label={
        latency
          ? words.latencyLabel(span(latency.p50), span(latency.p95), span(latency.p99))
          : words.noLatency
      }
      data={data}
      kind="lines"
      isLogarithmic
      format={span}
      formatTime={formatTime}
      aside={
        <Segments
          label={words.lines}
          value={part}
          onChange={setPart}
          options={[
            { id: 'all', label: words.all },
            ...parts.map((id) => ({ id, label: words.byName(id, words[by]) })),
          ]}
        />
      }
      note={others ? words.othersNotDrawn(number(others.names)) : words.withoutWaiting}
    />
  )
}

function WaitingChart({ stats }: { readonly stats: JournalStats }): ReactNode {
  const { activity: words } = useWords()
  const { span, number } = useFormats()
  const { times, formatTime } = useTimes(stats)
  const data = useMemo<ChartData>(
    () => ({
      times,
      lines: (['p50', 'p95'] as const).map((name, colour) => ({
        label: name,
        colour: colour + 2,
        values: valuesAt(times, stats.slots, ({ waiting }) => waiting?.[name]),
      })),
    }),
    [times, stats],
  )
  const { waiting } = stats.total
  if (!waiting) return null
  return (
    <Chart
      title={words.chartWaiting}
      label={words.waitingLabel(number(waiting.count), span(waiting.p50), span(waiting.p95))}
      data={data}
      kind="lines"
      isLogarithmic
      format={span}
      formatTime={formatTime}
    />
  )
}
