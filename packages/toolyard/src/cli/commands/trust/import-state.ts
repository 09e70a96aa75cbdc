/** `toolyard trust --import`: takes over the database of a `.toolyard/` folder that is in a workspace. */
import { lstatSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openState } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { type ImportedRows, importSqlite } from '../../../store/sqlite/index.ts'
import type { CommandRun } from '../../command.ts'
import { count } from '../../terminal/layout.ts'
import { oldFolder } from '../../yard/old-folder.ts'
import { databaseName, databaseOf } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import { loadTrusted } from '../../yard/trusted-config.ts'
import type { TrustOptions } from './trust.ts'

/** A folder that has a configuration must be trusted first. */
export const importState: CommandRun<TrustOptions> = async (options, { terminal, flags }) => {
  requirePerson()
  const folder = flags.workspace ?? resolve(options.folder)
  const { config } = await loadTrusted({ ...flags, workspace: folder })
  const workspace = resolve(flags.workspace ?? config.workspace ?? folder)
  const old = join(workspace, oldFolder)
  if (!lstatSync(old, { throwIfNoEntry: false })?.isDirectory())
    throw new ToolyardError('not_found', `there is no folder ${old}`, { hint: 'Nothing was changed.' })
  const to = join(openState(workspace), databaseName)
  if (databaseOf(config, { workspace, database: 'always' }) !== `sqlite:${to}`)
    throw new ToolyardError('invalid_arguments', 'this project names a database of its own', {
      hint: 'Take "database" out of the configuration, and TOOLYARD_DATABASE out of the environment, first.',
    })
  const { withGrants = false } = options
  const from = join(old, databaseName)
  const grantsFor = withGrants ? { workspace: realpathSync(workspace), principal: 'terminal' } : undefined
  const rows = await importSqlite({ from, to, grantsFor })
  if (flags.jsonOutput) terminal.printJson({ from, to, withGrants, ...rows })
  else for (const line of sentences(withGrants, rows)) terminal.print(line)
  return 0
}

function sentences(withGrants: boolean, rows: ImportedRows): string[] {
  const history = `${count(rows.calls, 'call')} and ${count(rows.agents, 'agent')}`
  const rights = `${count(rows.grants, 'grant')} and ${count(rows.tokens, 'token')}`
  if (withGrants) return [`Imported ${history}, with ${rights}: look through them with "toolyard grants".`]
  return [
    `Imported ${history}.`,
    `Left out: ${rights}, answered requests, and accepted definitions. Accept and grant again what you still want.`,
  ]
}
