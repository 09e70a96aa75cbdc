/**
 * Registers many tools with JSON Schemas and prints what that cost: CPU, and heap.
 *
 * @module
 */
import { makeTools } from '../catalogue-tool.ts'
import { cpuOf } from '../harness.ts'
import type { Catalogue } from '../peer.ts'
import { catalogueOf } from '../peers/toolyard.ts'
import { settledHeap } from './heap.ts'

export interface ManyTools extends Readonly<Record<string, number>> {
  readonly count: number
  /** Microseconds of registering and of the first definitions. */
  readonly micros: number
  readonly empty: number
  /** With the schemas that the application made, before anything is registered. */
  readonly schemas: number
  readonly registered: number
  readonly defined: number
}

const count = Number(process.argv[2])

const warm = await catalogueOf(makeTools(Math.min(2000, count), 'json'))
await warm.definitions()
await warm.close?.()

const empty = await settledHeap()
const tools = makeTools(count, 'json')
const schemas = await settledHeap()
let catalogue: Catalogue | undefined
let micros = await cpuOf(async () => {
  catalogue = await catalogueOf(tools)
})
const registered = await settledHeap()
let definitions: readonly object[] = []
micros += await cpuOf(async () => {
  definitions = (await catalogue?.definitions()) ?? []
})
const defined = await settledHeap()
if (definitions.length !== count) throw new Error(`${definitions.length} definitions of ${count} tools`)
console.log(JSON.stringify({ count, micros, empty, schemas, registered, defined } satisfies ManyTools))
await catalogue?.close?.()
