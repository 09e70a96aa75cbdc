/** Figures about the calls that are kept in memory, made anew whenever they are asked for: there are few. */
import {
  type CallCell,
  type CallNames,
  type CallStats,
  type CallStatsQuery,
  type CellKind,
  figuresOf,
  ranKind,
  stepFor,
  usualNames,
  waitedKind,
} from '../call-stats.ts'
import type { CallRecord } from '../calls.ts'
import { bucketOf } from '../duration-buckets.ts'

export function memoryStats(calls: readonly CallRecord[], query: CallStatsQuery): CallStats {
  const { since, until, by, offsetMs = 0 } = query
  const stepMs = stepFor(until - since, true)
  const nameOf = (call: CallRecord): string => (by === undefined ? '' : (call[by] ?? ''))
  const groups = [...Map.groupBy(calls, nameOf)].toSorted(
    ([one, left], [other, right]) => right.length - left.length || (one < other ? -1 : 1),
  )
  const all = by === undefined ? [] : groups.map(([name]) => name)
  const names = all.slice(0, query.names ?? usualNames)
  const cell = (call: CallRecord, kind: CellKind, ms: number): CallCell => ({
    at: Math.floor((call.startedAt + offsetMs) / stepMs) * stepMs - offsetMs,
    name: names.includes(nameOf(call)) ? nameOf(call) : null,
    status: call.status,
    kind,
    bucket: bucketOf(ms),
    count: 1,
  })
  const cells = calls.flatMap((call) => [
    cell(call, ranKind, call.activeMs ?? call.durationMs),
    ...(call.waitedMs === undefined ? [] : [cell(call, waitedKind, call.waitedMs)]),
  ])
  const otherNames = all.length - names.length
  return { since, until, stepMs, source: 'calls', ...figuresOf(cells, query, { names, otherNames }) }
}

export function memoryNames(calls: readonly (CallRecord | undefined)[]): CallNames {
  const named = (name: 'tool' | 'agent' | 'principal' | 'origin'): readonly string[] =>
    [...new Set(calls.flatMap((record) => record?.[name] ?? []))].toSorted()
  return {
    tools: named('tool'),
    agents: named('agent'),
    principals: named('principal'),
    origins: named('origin'),
  }
}
