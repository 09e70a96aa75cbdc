/**
 * What was found, a line each: ours, the reference, the ratio, the bar, and whether it was met.
 *
 * @module
 */
import { cpus } from 'node:os'

export interface Line {
  readonly what: string
  readonly ours: number
  readonly reference?: { readonly name: string; readonly value: number }
  readonly unit: string
  readonly ratio?: number
  /** What the contract allows; a line without one is for information. */
  readonly bar?: { readonly of: 'ours' | 'ratio'; readonly below: number; readonly text: string }
}

export type Verdict = 'PASS' | 'MISS' | 'info'

export interface Section {
  readonly scenario: string
  readonly lines: readonly Line[]
}

export function verdictOf({ ours, ratio, bar }: Line): Verdict {
  if (!bar) return 'info'
  const value = bar.of === 'ours' ? ours : (ratio ?? Number.NaN)
  return value <= bar.below ? 'PASS' : 'MISS'
}

export function machine(): Readonly<Record<string, string | number>> {
  const all = cpus()
  return {
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
}

/** `ours` against `reference`, at most `times` as dear. */
export function atMost(times: number): NonNullable<Line['bar']> {
  return { of: 'ratio', below: times, text: `<= ${format(times)}x` }
}

export function printMachine(): void {
  const { cpu, cores, node, platform } = machine()
  console.log(`${cpu}, ${cores} cores, Node ${node}, ${platform}`)
}

export function printSection({ scenario, lines }: Section): void {
  console.log(`\n${scenario}`)
  const rows = lines.map((line) => cellsOf(line))
  const widths = columns.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  for (const row of [columns, ...rows])
    console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
}

export function printSummary(sections: readonly Section[]): void {
  const judged = sections.flatMap(({ scenario, lines }) =>
    lines.filter(({ bar }) => bar).map((line) => ({ scenario, line, verdict: verdictOf(line) })),
  )
  const misses = judged.filter(({ verdict }) => verdict === 'MISS')
  console.log(`\n${judged.length - misses.length} of ${judged.length} bars met.`)
  for (const { scenario, line } of misses)
    console.log(`  MISS  ${scenario}: ${cellsOf(line).slice(0, -1).filter(Boolean).join(', ')}`)
}

const columns: readonly string[] = ['what', 'figure', 'reference', 'ratio', 'bar', '']

function cellsOf(line: Line): string[] {
  const { what, ours, reference, unit, ratio, bar } = line
  return [
    what,
    `${format(ours)} ${unit}`,
    reference ? `${reference.name} ${format(reference.value)} ${unit}` : '',
    ratio === undefined ? '' : `${format(ratio)}x`,
    bar?.text ?? '',
    verdictOf(line),
  ]
}

function format(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(digits)
}
