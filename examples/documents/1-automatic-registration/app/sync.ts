/** Document, 2.3 and 2.4: at the start, everything that is registered goes into the database. */
import { createToolyard, type SyncReport, type ToolService, type ToolyardOptions } from 'toolyard'
import config from '../toolyard.config.ts'

export interface Started {
  readonly yard: ToolService
  readonly result: Pick<SyncReport, 'created' | 'updated' | 'unchanged'>
}

export async function start(workspace: string, options: ToolyardOptions = {}): Promise<Started> {
  const yard = await createToolyard({
    ...config,
    workspace,
    // The report is wanted here; without this line the tools are synced while the yard is made.
    sync: false,
    ...options,
  })
  const { created, updated, unchanged } = await yard.syncTools()
  return { yard, result: { created, updated, unchanged } }
}
