/**
 * Figures in Prometheus' own text format: families with their samples, and histograms.
 *
 * @module
 */

export type Sample = readonly [labels: string, value: number]

export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly Sample[]
}

const boundsMs: readonly number[] = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 120_000,
]

export interface Durations {
  /** Calls up to each bound, and above the last. */
  readonly counts: Float64Array
  sum: number
}

/** The row of a tool, or the one that is shared if there are enough. */
export function rowOf<T>(
  rows: Map<string, T>,
  tool: string,
  { most, make }: { readonly most: number; readonly make: () => T },
): T {
  const name = rows.has(tool) || rows.size < most ? tool : ''
  let row = rows.get(name)
  if (row === undefined) rows.set(name, (row = make()))
  return row
}

export function noDurations(): Durations {
  return { counts: new Float64Array(boundsMs.length + 1), sum: 0 }
}

/** By what stands under the label. */
export function histogramLines(
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: string },
  rows: ReadonlyMap<string, Durations>,
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...[...rows].flatMap(([key, { counts, sum }]) => {
      let count = 0
      const buckets = [...boundsMs.map((bound) => String(bound / 1000)), '+Inf'].map((le, index) => {
        count += counts[index] ?? 0
        return `${name}_bucket${labels({ [label]: key, le })} ${count}`
      })
      const told = labels({ [label]: key })
      return [...buckets, `${name}_sum${told} ${sum / 1000}`, `${name}_count${told} ${count}`]
    }),
  ]
}

export function noteDuration(durations: Durations, durationMs: number): void {
  const place = boundsMs.findIndex((bound) => durationMs <= bound)
  const index = place === -1 ? boundsMs.length : place
  durations.counts[index] = (durations.counts[index] ?? 0) + 1
  durations.sum += durationMs
}

export function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', help, samples: [['', value]] }
}

export function counter(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { name, type: 'counter', help, samples }
}

export function textOf({ name, type, help, samples }: MetricFamily): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([told, value]) => `${name}${told} ${value}`),
  ]
}

export function labels(values: Readonly<Record<string, string>>): string {
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
