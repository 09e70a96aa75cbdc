/** `toolyard new tool NAME`: a file to start from, and the configuration that finds it where there is none. */
import { dirname, relative, resolve } from 'node:path'
import { findConfig } from '../runtime/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { readConfig, trustStore } from './open-yard.ts'
import { scaffold, toolNameFrom } from './scaffold.ts'

export interface NewToolOptions {
  readonly name: string
  readonly folder?: string
}

export const newTool: CommandRun<NewToolOptions> = async ({ name, folder }, context) => {
  const toolName = toolNameFrom(name)
  const found = context.flags.config ?? (await findConfig(process.cwd()))
  const root = found === undefined ? process.cwd() : dirname(resolve(found))
  const target = folder ?? (await firstToolFolder(found, context)) ?? 'tools'
  await scaffold({ root, folder: target, toolName, withConfig: found === undefined }, context)
  return 0
}

/** Where the project keeps its tools; its configuration is code, and is not run for this unless it may be. */
async function firstToolFolder(
  file: string | undefined,
  { flags }: CommandContext,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  const root = dirname(resolve(file))
  if (flags.config === undefined && !(await trustStore().has(root))) return undefined
  const config = await readConfig(file).catch(() => undefined)
  const [first] = config?.toolFolders ?? []
  return first === undefined ? undefined : relative(root, resolve(config?.baseFolder ?? root, first))
}
