/**
 * Words and figures of runs, as the commands about them show them.
 *
 * @module
 */
import { isOpenRun, type RunRecord, type RunStatus } from '../../../store/index.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'done',
  'incomplete',
  'failed',
  'stopped',
  'unknown',
] as const satisfies readonly RunStatus[]

const styles = {
  queued: 'cyan',
  running: 'cyan',
  waiting: 'yellow',
  done: 'green',
  incomplete: 'yellow',
  failed: 'red',
  stopped: 'dim',
  unknown: 'red',
} as const

export function runStatusText(status: RunStatus, style: Terminal['style']): string {
  return style(styles[status], status)
}

/** `840ms`, `2.0s`, `1m 05s`, `2h 05m`: below each other they can be compared. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(Math.max(0, ms))}ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m ${twoPlaces(seconds % 60)}s`
  return `${Math.floor(minutes / 60)}h ${twoPlaces(minutes % 60)}m`
}

export function lengthOf(run: RunRecord, now: number): number {
  return (run.endedAt ?? (isOpenRun(run) ? now : run.startedAt)) - run.startedAt
}

export function costText(cost: number | undefined): string {
  if (cost === undefined) return ''
  return cost !== 0 && cost < 1 ? cost.toFixed(4) : cost.toFixed(2)
}

export function tokensText({
  inputTokens,
  outputTokens,
}: Pick<RunRecord, 'inputTokens' | 'outputTokens'>): string {
  const all = inputTokens + outputTokens
  return all < 10_000 ? String(all) : `${(all / 1000).toFixed(1)}k`
}

function twoPlaces(number: number): string {
  return String(number).padStart(2, '0')
}
