/**
 * `toolyard.config.ts`: found from a folder upward, loaded only when named or trusted.
 *
 * A configuration is code, and so are the tools beside it: loading it is running it.
 *
 * @module
 */
import { access } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isPlainObject, messageOf, ToolyardError } from '../kernel/index.ts'
import { checkConfig } from './check-options.ts'
import type { PolicySettings, SecretSettings } from './option-groups.ts'
import type { ToolyardOptions } from './options.ts'
import { earlierNames, type Settings } from './settings.ts'

export interface ToolyardConfig extends Omit<
  ToolyardOptions,
  'approver' | 'environment' | 'policy' | 'secrets'
> {
  readonly policy?: Omit<PolicySettings, 'approver'> | undefined
  readonly secrets?: readonly string[] | Omit<SecretSettings, 'environment'> | undefined
}

/** A configuration as the runtime reads it. */
export type LoadedConfig = Omit<Settings, 'approver' | 'environment'>

export const configNames: readonly string[] = [
  'toolyard.config.ts',
  'toolyard.config.mts',
  'toolyard.config.js',
  'toolyard.config.mjs',
]

/** Gives a configuration its types. */
export function defineConfig(config: ToolyardConfig): ToolyardConfig {
  return config
}

/** The nearest configuration file from `folder` upward. */
export async function findConfig(folder: string): Promise<string | undefined> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    for (const name of configNames) {
      const file = join(at, name)
      if (await exists(file)) return file
    }
    if (dirname(at) === at) return undefined
  }
}

/** Runs the file. Folders in it are relative to its own; so is the workspace, which is that folder by default. */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  const config: LoadedConfig = checkConfig(await readWritten(file), basename(file))
  const folder = dirname(resolve(file))
  return {
    ...config,
    workspace: resolve(folder, config.workspace ?? '.'),
    baseFolder: resolve(folder, config.baseFolder ?? '.'),
  }
}

/** The settings that a file has under names from before the groups. A file that was loaded is not run again. */
export async function earlierNamesIn(file: string): Promise<ReturnType<typeof earlierNames>> {
  return earlierNames(await readWritten(file))
}

/** The configuration as its file has it. */
async function readWritten(file: string): Promise<Record<string, unknown>> {
  const path = resolve(file)
  if (!(await exists(path)))
    throw new ToolyardError('invalid_config', `there is no configuration file "${file}"`, {
      hint: 'Check the path given to --config.',
    })
  let loaded: unknown
  try {
    loaded = ((await import(pathToFileURL(path).href)) as { default?: unknown }).default
  } catch (cause) {
    if (ToolyardError.isInstance(cause) && cause.code === 'untrusted') throw cause
    throw new ToolyardError('invalid_config', `${basename(file)} could not be loaded: ${messageOf(cause)}`, {
      cause,
      hint: `Look at ${path}.`,
    })
  }
  if (!isPlainObject(loaded))
    throw new ToolyardError('invalid_config', `${basename(file)} has no default export that is an object`, {
      hint: "Write export default defineConfig({ tools: { folders: ['tools'] } }).",
    })
  return loaded
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
