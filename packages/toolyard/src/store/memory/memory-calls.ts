/** `CallJournal` in memory: the last rows in a ring, for the library's default and for tests. */
import { type CallStatsQuery, isSelected } from '../call-stats.ts'
import { type CallFilter, type CallJournal, type CallRecord, withoutStack } from '../calls.ts'
import { memoryNames, memoryStats } from './memory-stats.ts'

export function createMemoryCalls(capacity = 1000): CallJournal {
  const ring: (CallRecord | undefined)[] = Array.from({ length: capacity })
  /** Only calls whose id may be asked for again: those that changed something. */
  const places = new Map<string, number>()
  let next = 0

  /** Most journals hold looks alone, and an id that is never asked for is not even read. */
  const placeOf = (id: string): number | undefined => (places.size === 0 ? undefined : places.get(id))

  const place = (): number => {
    const at = next % capacity
    next++
    const old = ring[at]
    if (old && placeOf(old.id) === at) places.delete(old.id)
    return at
  }

  return {
    begin(record, { again = false } = {}) {
      const known = placeOf(record.id)
      if (known !== undefined && !mayBegin(ring[known], again)) return false
      const at = known ?? place()
      ring[at] = record
      if (record.permission !== 'read') places.set(record.id, at)
      return true
    },
    finish(record) {
      const known = placeOf(record.id)
      if (known !== undefined && !mayEnd(ring[known])) return
      const at = known ?? place()
      ring[at] = record
      if (record.permission !== 'read') places.set(record.id, at)
    },
    find(id) {
      const at = places.get(id)
      if (at !== undefined) return ring[at]
      // A look that was made again under its id has several rows: the newest one counts.
      const begin = next % capacity
      const isIt = (record: CallRecord | undefined): boolean => record?.id === id
      return ring.slice(0, begin).findLast(isIt) ?? ring.slice(begin).findLast(isIt)
    },
    list(filter) {
      const rows: CallRecord[] = []
      for (let back = 0; back < Math.min(next, capacity); back++) {
        if (rows.length >= (filter.limit ?? capacity)) break
        const position = next - back
        const record = ring[(position - 1) % capacity]
        if (record && matches(record, filter, position))
          rows.push({ ...(filter.brief ? briefly(record) : withoutStack(record)), position })
      }
      return rows
    },
    stats(query) {
      const rows = ring.flatMap((record) => (record && fits(record, query) ? [record] : []))
      const oldest = next > capacity ? Math.min(...ring.map((record) => record?.startedAt ?? Infinity)) : 0
      return { ...memoryStats(rows, query), ...(oldest > query.since && { knownSince: oldest }) }
    },
    names: () => memoryNames(ring),
    /** No other process can write here. */
    verify: () => ({ rows: Math.min(next, capacity), entries: 0, problems: [], heads: [] }),
  }
}

function briefly(record: CallRecord): CallRecord {
  return {
    ...withoutStack(record),
    input: undefined,
    explanation: undefined,
    result: undefined,
    steps: undefined,
  }
}

/** A call that ended before its tool was started leaves nothing to repeat. */
function mayBegin(before: CallRecord | undefined, again: boolean): boolean {
  if (!before) return true
  return before.status === 'unknown' ? again : before.status !== 'running' && before.ran === false
}

/** The row of a call that has run belongs to that call. */
function mayEnd(before: CallRecord | undefined): boolean {
  return before?.status === 'running' || mayBegin(before, false)
}

function matches(record: CallRecord, filter: CallFilter, position: number): boolean {
  const { status, since = -Infinity, until = Infinity, before = Infinity, after = -Infinity } = filter
  return (
    position > after &&
    position < before &&
    record.startedAt >= since &&
    record.startedAt < until &&
    (filter.ids === undefined || filter.ids.includes(record.id)) &&
    isSelected(record, filter) &&
    (status === undefined || record.status === status) &&
    (filter.parentId === undefined || record.parentId === filter.parentId)
  )
}

function fits(record: CallRecord, query: CallStatsQuery): boolean {
  const { since, until, status } = query
  return (
    record.status !== 'running' &&
    record.startedAt >= since &&
    record.startedAt < until &&
    (status === undefined || record.status === status) &&
    isSelected(record, query)
  )
}
