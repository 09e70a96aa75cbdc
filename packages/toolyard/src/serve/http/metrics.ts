/**
 * Figures for Prometheus: calls of this process and what was refused, requests, connections, streams, memory, the event loop.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { DropReason } from './connections.ts'
import type { Descriptors } from './descriptors.ts'
import { LoopWatch } from './loop-delay.ts'

export interface ConnectionFigures {
  readonly count: number
  readonly dropped: Readonly<Record<DropReason, number>>
  readonly turnedAway: number
}

export interface Gauges {
  readonly running: number
  readonly waiting: number
  readonly streams: number
  readonly sessions: number
  /** Undefined if they are the host application's. */
  readonly connections: ConnectionFigures | undefined
  readonly descriptors: Descriptors | undefined
}

type Sample = readonly [labels: string, value: number]

interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly Sample[]
}

const boundsMs: readonly number[] = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 120_000,
]

/** Tools with a row of their own, the first that were called; the others share one. A histogram is many rows. */
const mostCounted = 2000
const mostTimed = 200

interface Durations {
  /** Calls up to each bound, and above the last. */
  readonly counts: Float64Array
  sum: number
}

export class Metrics {
  /** By tool, then by status. */
  readonly #calls = new Map<string, Map<string, number>>()
  readonly #durations = new Map<string, Durations>()
  /** By the class of their status. */
  readonly #requests = new Map<string, number>()
  /** Of calls whose tools were not started, by code. */
  readonly #refusals = new Map<string, number>()
  readonly #loop = new LoopWatch()
  readonly #isKnown: (tool: string) => boolean

  /** Names that callers made up must not grow the list. */
  constructor(isKnown: (tool: string) => boolean) {
    this.#isKnown = isKnown
  }

  noteCall({ tool, status, durationMs, error }: ToolResult, ran: boolean): void {
    if (!ran && error) this.#refusals.set(error.code, (this.#refusals.get(error.code) ?? 0) + 1)
    const name = this.#isKnown(tool) ? tool : ''
    const statuses = rowOf(this.#calls, name, { most: mostCounted, make: () => new Map<string, number>() })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const durations = rowOf(this.#durations, name, { most: mostTimed, make: noDurations })
    const place = boundsMs.findIndex((bound) => durationMs <= bound)
    const index = place === -1 ? boundsMs.length : place
    durations.counts[index] = (durations.counts[index] ?? 0) + 1
    durations.sum += durationMs
  }

  noteRequest(status: number): void {
    const kind = `${Math.floor(status / 100)}xx`
    this.#requests.set(kind, (this.#requests.get(kind) ?? 0) + 1)
  }

  /** In Prometheus' own text format. */
  text(gauges: Gauges): string {
    const lines = [...this.#families(), ...gaugesOf(gauges), ...this.#process(gauges)].flatMap(textOf)
    return `${[...lines, ...this.#histogram()].join('\n')}\n`
  }

  close(): void {
    this.#loop.close()
  }

  #families(): MetricFamily[] {
    const calls = [...this.#calls].flatMap(([tool, statuses]) =>
      [...statuses].map(([status, count]): Sample => [labels({ tool, status }), count]),
    )
    const requests = [...this.#requests].map(([status, count]): Sample => [labels({ status }), count])
    const refusals = [...this.#refusals].map(([code, count]): Sample => [labels({ code }), count])
    return [
      counter('toolyard_calls_total', 'Calls that ended, by tool and status.', calls),
      counter(
        'toolyard_refusals_total',
        'Calls that ended before their tool was started, by code.',
        refusals,
      ),
      counter('toolyard_http_requests_total', 'HTTP requests, by class of status.', requests),
    ]
  }

  #process({ descriptors }: Gauges): MetricFamily[] {
    const { rss, heapUsed } = process.memoryUsage()
    const { p50, p99, max } = this.#loop.read()
    const delays: Sample[] = [
      [labels({ quantile: '0.5' }), p50],
      [labels({ quantile: '0.99' }), p99],
      [labels({ quantile: '1' }), max],
    ]
    return [
      { ...gauge('nodejs_eventloop_delay_seconds', 'How late the event loop is.', 0), samples: delays },
      gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      gauge('nodejs_heap_used_bytes', 'Used memory of the JavaScript heap.', heapUsed),
      gauge('process_uptime_seconds', 'How long the process lives.', Math.round(process.uptime())),
      ...(descriptors ? [gauge('process_open_fds', 'Open file descriptors.', descriptors.open)] : []),
      ...(descriptors?.most === undefined
        ? []
        : [gauge('process_max_fds', 'File descriptors that may be open.', descriptors.most)]),
    ]
  }

  #histogram(): string[] {
    const name = 'toolyard_call_duration_seconds'
    return [
      `# HELP ${name} How long calls took, by tool.`,
      `# TYPE ${name} histogram`,
      ...[...this.#durations].flatMap(([tool, durations]) => histogramOf(name, tool, durations)),
    ]
  }
}

/** The row of a tool, or the one that is shared if there are enough. */
function rowOf<T>(
  rows: Map<string, T>,
  tool: string,
  { most, make }: { readonly most: number; readonly make: () => T },
): T {
  const name = rows.has(tool) || rows.size < most ? tool : ''
  let row = rows.get(name)
  if (row === undefined) rows.set(name, (row = make()))
  return row
}

function noDurations(): Durations {
  return { counts: new Float64Array(boundsMs.length + 1), sum: 0 }
}

function histogramOf(name: string, tool: string, { counts, sum }: Durations): string[] {
  let count = 0
  const buckets = [...boundsMs.map((bound) => String(bound / 1000)), '+Inf'].map((le, index) => {
    count += counts[index] ?? 0
    return `${name}_bucket${labels({ tool, le })} ${count}`
  })
  return [
    ...buckets,
    `${name}_sum${labels({ tool })} ${sum / 1000}`,
    `${name}_count${labels({ tool })} ${count}`,
  ]
}

function gaugesOf({ running, waiting, streams, sessions, connections }: Gauges): MetricFamily[] {
  return [
    gauge('toolyard_calls_running', 'Calls that run now.', running),
    gauge('toolyard_calls_waiting', 'Calls that wait for a place.', waiting),
    gauge('toolyard_event_streams', 'Open event streams.', streams),
    gauge('toolyard_sessions', 'Browsers that are signed in.', sessions),
    ...(connections ? connectionGauges(connections) : []),
  ]
}

function connectionGauges({ count, dropped, turnedAway }: ConnectionFigures): MetricFamily[] {
  const drops = Object.entries(dropped).map(([reason, sum]): Sample => [labels({ reason }), sum])
  return [
    gauge('toolyard_http_connections', 'Open connections.', count),
    counter(
      'toolyard_http_connections_dropped_total',
      'Connections that were closed: no room, rested too long while others waited, answer not read.',
      drops,
    ),
    counter(
      'toolyard_http_turned_away_total',
      'Requests answered 503 because there were too many connections.',
      [['', turnedAway]],
    ),
  ]
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', help, samples: [['', value]] }
}

function counter(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { name, type: 'counter', help, samples }
}

function textOf({ name, type, help, samples }: MetricFamily): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([told, value]) => `${name}${told} ${value}`),
  ]
}

function labels(values: Readonly<Record<string, string>>): string {
  return `{${Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join()}}`
}

function escaped(label: string): string {
  return label
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}
