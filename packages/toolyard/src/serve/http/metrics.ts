/**
 * Figures for Prometheus: calls of this process and what was refused, requests, connections, streams, memory, the event loop; and
 * the queues of jobs.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { QueueCounts } from '../../engine/index.ts'
import type { DropReason } from './connections.ts'
import type { Descriptors } from './descriptors.ts'
import { LoopWatch } from './loop-delay.ts'
import {
  counter,
  type Durations,
  gauge,
  histogramLines,
  labels,
  type MetricFamily,
  noDurations,
  noteDuration,
  rowOf,
  type Sample,
  textOf,
} from './metric-text.ts'
import { RunFigures } from './run-figures.ts'

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
  /** Of every queue of jobs; undefined if the engine does not answer. */
  readonly jobs: readonly QueueCounts[] | undefined
  /** Wall time. */
  readonly now: number
}

const jobStates = ['waiting', 'delayed', 'running', 'parked', 'failed'] as const

/** Tools with a row of their own, the first that were called; the others share one. A histogram is many rows. */
const mostCounted = 2000
const mostTimed = 200

export class Metrics {
  /** By tool, then by status. */
  readonly #calls = new Map<string, Map<string, number>>()
  readonly #durations = new Map<string, Durations>()
  /** By the class of their status. */
  readonly #requests = new Map<string, number>()
  /** Of calls whose tools were not started, by code. */
  readonly #refusals = new Map<string, number>()
  /** Runs of agents, told by those who run them. */
  readonly runs = new RunFigures()
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
    noteDuration(durations, durationMs)
  }

  noteRequest(status: number): void {
    const kind = `${Math.floor(status / 100)}xx`
    this.#requests.set(kind, (this.#requests.get(kind) ?? 0) + 1)
  }

  /** In Prometheus' own text format. */
  text(gauges: Gauges): string {
    const families = [
      ...this.#families(),
      ...gaugesOf(gauges),
      ...jobGauges(gauges),
      ...this.#process(gauges),
    ]
    const lines = families.flatMap(textOf)
    return `${[...lines, ...this.#histogram(), ...this.runs.lines()].join('\n')}\n`
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
    return histogramLines({ name, help: 'How long calls took, by tool.', label: 'tool' }, this.#durations)
  }
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

function jobGauges({ jobs, now }: Gauges): MetricFamily[] {
  const up = gauge('toolyard_engine_up', 'Whether the engine of jobs answers.', jobs ? 1 : 0)
  if (!jobs) return [up]
  const counts = jobs.flatMap(({ queue, ...row }) =>
    jobStates.map((state): Sample => [labels({ queue, state }), row[state]]),
  )
  const ages = jobs.map(({ queue, oldest = now }): Sample => [
    labels({ queue }),
    Math.max(0, now - oldest) / 1000,
  ])
  const workers = jobs.map(({ queue, workers: count }): Sample => [labels({ queue }), count])
  return [
    up,
    family('toolyard_jobs', 'Jobs, by queue and state.', counts),
    family('toolyard_jobs_oldest_seconds', 'How long the job that waits longest has waited.', ages),
    family('toolyard_job_workers', 'Workers that serve a queue, in all processes.', workers),
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

function family(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { ...gauge(name, help, 0), samples }
}
