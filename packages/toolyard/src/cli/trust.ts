/** `toolyard trust [FOLDER]`: lets the configuration and the tools of a folder be loaded without being named. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ToolyardError } from '../kernel/index.ts'
import { findConfig } from '../runtime/index.ts'
import type { CommandRun } from './command.ts'
import { knownFiles, trustStore } from './open-yard.ts'
import { requirePerson } from './person.ts'

export interface TrustOptions {
  readonly folder: string
  readonly remove?: boolean
}

export const trust: CommandRun<TrustOptions> = async ({ folder, remove = false }, { terminal, flags }) => {
  requirePerson()
  if (!existsSync(folder))
    throw new ToolyardError('not_found', `there is no folder "${folder}"`, {
      hint: 'Check the path; nothing was changed.',
    })
  const trusted = await folderToTrust(resolve(folder))
  const store = trustStore()
  const names = Object.values(knownFiles)
  await (remove ? store.remove(trusted, names) : store.add(trusted, names.filter(isIn(trusted))))
  if (flags.jsonOutput) terminal.printJson({ folder: trusted, trusted: !remove })
  else
    terminal.print(
      remove
        ? `${trusted} is no longer trusted.`
        : `${trusted} is trusted: its configuration and its tools are run from now on.`,
    )
  return 0
}

/** The folder of the nearest configuration, or this one where it holds another file that we load. */
async function folderToTrust(folder: string): Promise<string> {
  if (Object.values(knownFiles).some(isIn(folder))) return folder
  const file = await findConfig(folder)
  if (file !== undefined) return dirname(file)
  throw new ToolyardError('not_found', `there is no toolyard.config.ts in ${folder} or above it`, {
    hint: 'Make one with "toolyard init".',
  })
}

function isIn(folder: string): (file: string) => boolean {
  return (file) => existsSync(join(folder, file))
}
