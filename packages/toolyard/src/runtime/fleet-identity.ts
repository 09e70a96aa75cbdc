/**
 * Which fleet a database belongs to: an id that is written into it once. It keeps the jobs of two databases in one Redis apart.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { ToolyardError } from '../kernel/index.ts'
import type { Store } from '../store/index.ts'

const key = { kind: 'engine', scope: 'installation', id: 'fleet' } as const

export async function fleetOf({ records }: Pick<Store, 'records'>): Promise<string> {
  const change = { ...key, title: '', text: '', value: randomUUID(), at: Date.now(), expects: 0 }
  const known = (await records.find(key)) ?? ((await records.save(change)) ? change : await records.find(key))
  if (typeof known?.value === 'string') return known.value
  throw new ToolyardError('internal', 'the database has no id of its fleet')
}
