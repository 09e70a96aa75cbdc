/**
 * `.toolyard/` in a workspace: where state was kept before, and where a repository may bring a database of its own. Nothing
 * in it is used; people are told so once.
 *
 * @module
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '../../host/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { Terminal } from '../terminal/terminal.ts'

export const oldFolder = '.toolyard'
/** Stands in the state folder once people were told. */
const mark = 'told-of-old-folder'

export function noteOldFolder({ installation, store }: ToolService, state: string, terminal: Terminal): void {
  const folder = join(installation.workspace, oldFolder)
  if (!existsSync(folder) || isWithin(folder, store.location) || isTold(state)) return
  const hasDatabase = existsSync(join(folder, 'toolyard.db'))
  const how = hasDatabase ? ' To take over its database, run "toolyard trust --import".' : ''
  terminal.note(
    `${terminal.noteStyle('yellow', 'not used:')} ${oldFolder}/ in this folder. Toolyard keeps its state in your own state folder ("toolyard doctor" tells where).${how}`,
  )
}

/** If there is no state folder yet, it is told again. */
function isTold(state: string): boolean {
  try {
    writeFileSync(join(state, mark), '', { flag: 'wx', mode: 0o600 })
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}
