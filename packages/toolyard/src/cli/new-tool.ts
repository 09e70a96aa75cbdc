/** `toolyard new tool NAME`: a file to start from, and the configuration that finds it where there is none. */
import { dirname, relative, resolve } from 'node:path'
import { findConfig } from '../runtime/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { findPlace, loadTrusted } from './trusted-config.ts'
import { isInToolCall } from './person.ts'
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
  const { place } = await findPlace(context.flags)
  const isTrusted = found !== undefined && place.record !== undefined && !isInToolCall()
  const [file] = await scaffold(
    { root, folder: target, toolName, withConfig: found === undefined, isTrusted },
    context,
  )
  if (!isTrusted || file === undefined) return 0
  // The person has made it just now, with our own text.
  const graph = place.graph()
  graph.file(file, 'loaded')
  place.take(graph)
  return 0
}

/** Where the project keeps its tools; its configuration is code, and is not run for this unless it may be. */
async function firstToolFolder(
  file: string | undefined,
  { flags }: CommandContext,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  const root = dirname(resolve(file))
  const loaded = await loadTrusted(flags).catch(() => undefined)
  const [first] = loaded?.config.toolFolders ?? []
  return first === undefined ? undefined : relative(root, resolve(loaded?.config.baseFolder ?? root, first))
}
