/** `CallJournal` in memory: the last rows in a ring, for the library's default and for tests. */
import type { CallFilter, CallJournal, CallRecord } from '../calls.ts'

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
      return at === undefined ? ring.find((record) => record?.id === id) : ring[at]
    },
    list(filter) {
      const rows: CallRecord[] = []
      for (let back = 0; back < Math.min(next, capacity); back++) {
        if (rows.length >= (filter.limit ?? capacity)) break
        const position = next - back
        const record = ring[(position - 1) % capacity]
        if (record && matches(record, filter, position))
          rows.push({ ...(filter.brief ? briefly(record) : record), position })
      }
      return rows
    },
    timings({ since = -Infinity, limit }) {
      return ring
        .flatMap((record) => (record && record.startedAt >= since ? [record] : []))
        .map(({ startedAt, status, durationMs }) => ({ startedAt, status, durationMs }))
        .toSorted((left, right) => right.startedAt - left.startedAt)
        .slice(0, limit)
    },
    /** No other process can write here. */
    verify: () => ({ rows: Math.min(next, capacity), entries: 0, problems: [], heads: [] }),
  }
}

function briefly(record: CallRecord): CallRecord {
  return { ...record, input: undefined, explanation: undefined, result: undefined, steps: undefined }
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
  const { tool, threadId, agent, status, since = -Infinity, before = Infinity, after = -Infinity } = filter
  return (
    position > after &&
    position < before &&
    record.startedAt >= since &&
    (tool === undefined || record.tool === tool) &&
    (threadId === undefined || record.threadId === threadId) &&
    (agent === undefined || record.agent === agent) &&
    (filter.principal === undefined || record.principal === filter.principal) &&
    (status === undefined || record.status === status) &&
    (filter.parentId === undefined || record.parentId === filter.parentId)
  )
}
