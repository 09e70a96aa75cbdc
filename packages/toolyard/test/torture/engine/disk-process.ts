/** Fills the small disk that it lives on with jobs, frees some space, and looks at what is left. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { once } from 'node:events'
import { ToolyardError } from '../../../src/kernel/index.ts'
import { termsOf } from './child.ts'
import type { DiskSays } from './full.gate.ts'
import { openEngine } from './open-engine.ts'

const { folder, file } = termsOf() as { readonly folder: string; readonly file: string }
const filler = join(folder, 'filler')
const space = 1_000_000

writeFileSync(filler, Buffer.alloc(space))
const engine = await openEngine({ address: `sqlite:${file}` })
process.send?.('ready')
await once(process, 'message')
const accepted: string[] = []
let refused = ''
for (let index = 0; refused === '' && index < 100_000; index++) {
  const id = `job-${index}`
  try {
    await engine.jobs.submit({ id, queue: 'calls', kind: 'x'.repeat(500) })
    accepted.push(id)
  } catch (error) {
    refused = ToolyardError.from(error).code
  }
}
rmSync(filler)
const isUsable = (await engine.jobs.submit({ id: 'after', queue: 'later', kind: 'echo' })) === 'accepted'
const lost: string[] = []
for (const id of accepted) if ((await engine.inspection.list({ id })).length === 0) lost.push(id)
await engine.close()
const database = new DatabaseSync(file)
const integrity = String(database.prepare('pragma integrity_check').get()?.['integrity_check'])
database.close()
const says: DiskSays = { accepted: accepted.length, refused, lost, isUsable, integrity }
process.send?.(says)
