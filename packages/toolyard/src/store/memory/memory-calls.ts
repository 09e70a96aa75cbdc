/** `CallJournal` in memory: the last rows in a ring, for the library's default and for tests. */
import type { CallFilter, CallJournal, CallRecord } from '../calls.ts'

export function createMemoryCalls(capacity = 1000): CallJournal {
  const ring: (CallRecord | undefined)[] = Array.from({ length: capacity })
  /** Only calls whose id may be asked for again: those that changed something. */
  const places = new Map<string, number>()
  let next = 0

  const place = (): number => {
    const at = next % capacity
    next++
    const old = ring[at]
    if (old && old.permission !== 'read' && places.get(old.id) === at) places.delete(old.id)
    return at
  }

  return {
    begin(record) {
      const at = place()
      ring[at] = record
      if (record.permission !== 'read') places.set(record.id, at)
    },
    finish(record) {
      const begun = record.permission === 'read' ? undefined : places.get(record.id)
      const at = begun ?? place()
      ring[at] = record
      if (record.permission !== 'read') places.set(record.id, at)
    },
    find(id) {
      const at = places.get(id)
      return at === undefined ? ring.find((record) => record?.id === id) : ring[at]
    },
    list(filter) {
      const rows: CallRecord[] = []
      for (let back = 1; back <= Math.min(next, capacity); back++) {
        const record = ring[(next - back) % capacity]
        if (record && matches(record, filter)) rows.push(record)
        if (rows.length >= (filter.limit ?? capacity)) break
      }
      return rows
    },
  }
}

function matches(record: CallRecord, { tool, threadId, agent, status }: CallFilter): boolean {
  return (
    (tool === undefined || record.tool === tool) &&
    (threadId === undefined || record.threadId === threadId) &&
    (agent === undefined || record.agent === agent) &&
    (status === undefined || record.status === status)
  )
}
