/** `toolyard trust [FOLDER]`: lets the configuration and the tools of a folder be loaded without being named. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ToolyardError } from '../kernel/index.ts'
import { findConfig } from '../runtime/index.ts'
import type { CommandRun } from './command.ts'
import { trustStore } from './open-yard.ts'
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
  const file = await findConfig(folder)
  if (file === undefined)
    throw new ToolyardError('not_found', `there is no toolyard.config.ts in ${resolve(folder)} or above it`, {
      hint: 'Make one with "toolyard init".',
    })
  const store = trustStore()
  const trusted = dirname(file)
  await (remove ? store.remove(trusted) : store.add(trusted))
  if (flags.jsonOutput) terminal.printJson({ folder: trusted, trusted: !remove })
  else
    terminal.print(
      remove
        ? `${trusted} is no longer trusted.`
        : `${trusted} is trusted: its configuration and its tools are run from now on.`,
    )
  return 0
}
