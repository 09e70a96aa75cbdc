/** Document, 2.3 and 2.4: at the start, everything that is registered goes into the database. */
import { createToolyard, type ToolService, type ToolyardOptions } from 'toolyard'
import type { SyncReport } from 'toolyard/ports'
import config from '../toolyard.config.ts'

export interface Started {
  readonly yard: ToolService
  readonly result: Pick<SyncReport, 'created' | 'updated' | 'unchanged'>
}

export interface Start {
  readonly store?: string
  readonly tools?: ToolyardOptions['tools']
}

export async function start(
  workspace: string,
  { store = 'sqlite:app.db', tools }: Start = {},
): Promise<Started> {
  const yard = await createToolyard({
    ...config,
    ...(tools && { tools }),
    files: { workspace },
    // The report is wanted here; without `sync: false` the tools are synced while the yard is made.
    database: { store, sync: false },
  })
  const { created, updated, unchanged } = await yard.catalogue.sync()
  return { yard, result: { created, updated, unchanged } }
}
