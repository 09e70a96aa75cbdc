/**
 * From flags, environment and configuration file to a running Toolyard.
 *
 * @module
 */
import { homedir } from 'node:os'
import { dirname, relative } from 'node:path'
import { ToolyardError } from '../kernel/index.ts'
import { type Approver, type PolicyMode } from '../pipeline/index.ts'
import {
  createToolyard,
  findConfig,
  loadConfig,
  openTrustStore,
  type ToolService,
  type ToolyardConfig,
  trustFile,
} from '../runtime/index.ts'

/** The flags that every command takes. */
export interface CommonFlags {
  readonly config?: string
  readonly workspace?: string
  readonly agent?: string
  readonly mode?: string
  readonly jsonOutput?: boolean
}

export interface OpenedYard {
  readonly yard: ToolService
  readonly configFile: string | undefined
  readonly config: ToolyardConfig
}

export async function openYard(flags: CommonFlags, approver?: Approver): Promise<OpenedYard> {
  const environment = process.env
  const configFile =
    flags.config ?? environment['TOOLYARD_CONFIG'] ?? (await trustedConfig(flags.workspace ?? process.cwd()))
  const config = configFile === undefined ? {} : await loadConfig(configFile)
  const workspace = flags.workspace ?? environment['TOOLYARD_WORKSPACE'] ?? config.workspace
  const mode = flags.mode ?? environment['TOOLYARD_MODE']
  const yard = await createToolyard({
    ...config,
    builtins: config.builtins ?? ['system'],
    ...(workspace !== undefined && { workspace }),
    ...(mode !== undefined && { policy: { ...config.policy, mode: mode as PolicyMode } }),
    ...(approver && { approver }),
  })
  return { yard, configFile, config }
}

async function trustedConfig(folder: string): Promise<string | undefined> {
  const file = await findConfig(folder)
  if (file === undefined) return undefined
  if (await openTrustStore(trustFile(process.env, homedir())).has(dirname(file))) return file
  const name = relative(process.cwd(), file) || file
  throw new ToolyardError('untrusted', `${name} is code, and its folder is not trusted yet`, {
    hint: `Look at it, then run "toolyard trust ${relative(process.cwd(), dirname(file)) || '.'}" once, or name it: --config ${name}`,
  })
}
