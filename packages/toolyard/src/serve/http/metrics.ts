/**
 * Figures for Prometheus: calls of this process, requests, streams, memory.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'

export interface Gauges {
  readonly running: number
  readonly waiting: number
  readonly streams: number
  readonly sessions: number
}

const boundsMs: readonly number[] = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 120_000,
]

export class Metrics {
  /** By tool, then by status. */
  readonly #calls = new Map<string, Map<string, number>>()
  readonly #durations = new Float64Array(boundsMs.length + 1)
  #durationSum = 0
  /** By the class of their status. */
  readonly #requests = new Map<string, number>()
  readonly #isKnown: (tool: string) => boolean

  /** Names that callers made up must not grow the list. */
  constructor(isKnown: (tool: string) => boolean) {
    this.#isKnown = isKnown
  }

  noteCall({ tool, status, durationMs }: ToolResult): void {
    const name = this.#isKnown(tool) ? tool : ''
    let statuses = this.#calls.get(name)
    if (!statuses) this.#calls.set(name, (statuses = new Map()))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const place = boundsMs.findIndex((bound) => durationMs <= bound)
    const index = place === -1 ? boundsMs.length : place
    this.#durations[index] = (this.#durations[index] ?? 0) + 1
    this.#durationSum += durationMs
  }

  noteRequest(status: number): void {
    const kind = `${Math.floor(status / 100)}xx`
    this.#requests.set(kind, (this.#requests.get(kind) ?? 0) + 1)
  }

  /** In Prometheus' own text format. */
  text({ running, waiting, streams, sessions }: Gauges): string {
    const { rss, heapUsed } = process.memoryUsage()
    const lines: string[] = []
    const family = (
      name: string,
      type: string,
      samples: readonly (readonly [labels: string, value: number])[],
    ): void => {
      lines.push(`# TYPE ${name} ${type}`, ...samples.map(([labels, value]) => `${name}${labels} ${value}`))
    }
    const calls = [...this.#calls].flatMap(([tool, statuses]) =>
      [...statuses].map(
        ([status, count]) => [`{tool="${escaped(tool)}",status="${status}"}`, count] as const,
      ),
    )
    family('toolyard_calls_total', 'counter', calls)
    lines.push(...this.#histogram())
    family(
      'toolyard_http_requests_total',
      'counter',
      [...this.#requests].map(([kind, count]) => [`{status="${kind}"}`, count]),
    )
    family('toolyard_calls_running', 'gauge', [['', running]])
    family('toolyard_calls_waiting', 'gauge', [['', waiting]])
    family('toolyard_event_streams', 'gauge', [['', streams]])
    family('toolyard_sessions', 'gauge', [['', sessions]])
    family('process_resident_memory_bytes', 'gauge', [['', rss]])
    family('nodejs_heap_used_bytes', 'gauge', [['', heapUsed]])
    family('process_uptime_seconds', 'gauge', [['', Math.round(process.uptime())]])
    return `${lines.join('\n')}\n`
  }

  #histogram(): string[] {
    const name = 'toolyard_call_duration_seconds'
    let count = 0
    const buckets = boundsMs.map((bound, index) => {
      count += this.#durations[index] ?? 0
      return `${name}_bucket{le="${bound / 1000}"} ${count}`
    })
    count += this.#durations[boundsMs.length] ?? 0
    return [
      `# TYPE ${name} histogram`,
      ...buckets,
      `${name}_bucket{le="+Inf"} ${count}`,
      `${name}_sum ${this.#durationSum / 1000}`,
      `${name}_count ${count}`,
    ]
  }
}

function escaped(label: string): string {
  return label
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}
