/** `toolyard init [FOLDER]`: a project to start from: configuration, first tool, and what git should not keep. */
import { mkdir } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { ToolyardError } from '../kernel/index.ts'
import { findConfig } from '../runtime/index.ts'
import type { CommandRun } from './command.ts'
import { scaffold } from './scaffold.ts'

export interface InitOptions {
  readonly folder: string
}

export const init: CommandRun<InitOptions> = async ({ folder }, context) => {
  const root = resolve(folder)
  const found = await findConfig(root)
  if (found !== undefined && dirname(found) === root)
    throw new ToolyardError(
      'invalid_arguments',
      `${relative(process.cwd(), found)} is there already; nothing was changed`,
      { hint: 'Add a tool to this project with "toolyard new tool NAME".' },
    )
  await mkdir(root, { recursive: true })
  const description = 'Greets somebody by name.'
  await scaffold(
    { root, folder: 'tools', toolName: 'hello', description, withConfig: true, isTrusted: false },
    context,
  )
  return 0
}
