/** `RecordStore` in memory. */
import type { KeptRecord, RecordStore } from '../records.ts'

export function createMemoryRecords(): RecordStore {
  const scopes = new Map<string, Map<string, KeptRecord>>()
  const scopeOf = (kind: string, scope: string): Map<string, KeptRecord> | undefined =>
    scopes.get(JSON.stringify([kind, scope]))
  return {
    list: (kind, scope) => [...(scopeOf(kind, scope)?.values() ?? [])],
    find: ({ kind, scope, id }) => scopeOf(kind, scope)?.get(id),
    save({ at, expects, ...facts }) {
      const { kind, scope, id } = facts
      const records = scopeOf(kind, scope) ?? new Map<string, KeptRecord>()
      const known = records.get(id)
      if (expects !== undefined && expects !== (known?.version ?? 0)) return false
      scopes.set(JSON.stringify([kind, scope]), records)
      records.set(id, {
        ...facts,
        value: structuredClone(facts.value),
        version: (known?.version ?? 0) + 1,
        createdAt: known?.createdAt ?? at,
        updatedAt: at,
      })
      return true
    },
    remove(kind, scope, ids) {
      const records = scopeOf(kind, scope)
      const gone = ids.filter((id) => records?.delete(id)).length
      if (records?.size === 0) scopes.delete(JSON.stringify([kind, scope]))
      return gone
    },
  }
}
