/** A Toolyard over a database that other processes use too. */
import { join } from 'node:path'
import { createToolyard, type ToolService } from 'toolyard'

export function openYard(folder: string): Promise<ToolService> {
  return createToolyard({
    builtins: ['collab'],
    workspace: folder,
    policy: { mode: 'bypass' },
    database: `sqlite:${join(folder, 'calendar.db')}`,
  })
}
