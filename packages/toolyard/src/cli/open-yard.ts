/**
 * From flags, environment and configuration file to a running Toolyard.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
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
  type TrustStore,
} from '../runtime/index.ts'
import type { Store } from '../store/index.ts'
import type { CommandContext, CommonFlags } from './command.ts'

export interface OpenedYard {
  readonly yard: ToolService
  readonly configFile: string | undefined
  readonly config: ToolyardConfig
}

export interface OpenOptions {
  /** Who is asked here, by what is done where nobody is: `wait`, `pending` or `deny`. */
  readonly approver?: ((approvals: string) => Approver | undefined) | undefined
  /** Whether the configuration's `watch` counts: it does where the process stays. */
  readonly watch?: boolean
  /** Whether the catalogue is brought up to date at the start: it is by default. */
  readonly sync?: boolean | undefined
  /** Whether the database is opened: always by default; where it is there already (`known`); or not at all. */
  readonly database?: 'always' | 'known' | 'never'
}

/** In the workspace, unless the configuration or the environment names another. */
const defaultDatabase = 'sqlite:.toolyard/toolyard.db'

/** Rejects as soon as the command is stopped, also while the configuration is still loading. */
export function openYard({ flags, signal }: CommandContext, options: OpenOptions = {}): Promise<OpenedYard> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<OpenedYard>()
  const stop = (): void => reject(new ToolyardError('cancelled', 'stopped before the tools were loaded'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  open(flags, options).then(settle, reject)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** The configuration of a folder, where it is named or trusted; nothing where there is none. */
async function findTrustedConfig(flags: CommonFlags): Promise<string | undefined> {
  const named = flags.config ?? process.env['TOOLYARD_CONFIG']
  if (named !== undefined) return named
  const file = await findConfig(flags.workspace ?? process.cwd())
  if (file === undefined || (await trustStore().has(dirname(file)))) return file
  const name = relative(process.cwd(), file) || file
  const folder = relative(process.cwd(), dirname(file))
  throw new ToolyardError('untrusted', `${name} is code, and its folder is not trusted yet`, {
    hint: `Look at it, then run "toolyard trust${folder && ` ${folder}`}" once, or name it: --config ${name}`,
  })
}

/** Loads a configuration, and says what to install where a package is missing. */
export async function readConfig(file: string): Promise<ToolyardConfig> {
  try {
    return await loadConfig(file)
  } catch (error) {
    const missing = /Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : '')?.[1]
    if (missing === undefined || !ToolyardError.isInstance(error)) throw error
    throw new ToolyardError(error.code, error.message, {
      cause: error,
      hint: `Correct its name, or run "npm install ${missing}" in ${relative(process.cwd(), dirname(file)) || 'this folder'}.`,
    })
  }
}

export function trustStore(): TrustStore {
  return openTrustStore(trustFile(process.env, homedir()))
}

function databaseOf(
  config: ToolyardConfig,
  { workspace, database }: { readonly workspace: string; readonly database: OpenOptions['database'] },
): string | Store {
  const { TOOLYARD_DATABASE: own, DATABASE_URL: common } = process.env
  // Many programs read DATABASE_URL: only what we can use is meant for us.
  const named = own ?? config.database ?? (/^postgres(?:ql)?:/i.test(common ?? '') ? common : undefined)
  if (database === 'never') return 'memory:'
  if (database === 'always' || named !== undefined) return named ?? defaultDatabase
  return existsSync(join(workspace, defaultDatabase.replace('sqlite:', ''))) ? defaultDatabase : 'memory:'
}

async function open(
  flags: CommonFlags,
  { approver, watch = false, database = 'always', sync }: OpenOptions,
): Promise<OpenedYard> {
  const environment = process.env
  const configFile = await findTrustedConfig(flags)
  const config = configFile === undefined ? {} : await readConfig(configFile)
  const workspace = flags.workspace ?? environment['TOOLYARD_WORKSPACE'] ?? config.workspace
  const mode = flags.mode ?? environment['TOOLYARD_MODE']
  const approvals = flags.approvals ?? config.approvals ?? 'deny'
  const person = approver?.(approvals)
  const yard = await createToolyard({
    ...config,
    builtins: config.builtins ?? ['files', 'shell', 'system'],
    watch: watch && config.watch === true,
    database: databaseOf(config, { workspace: resolve(workspace ?? '.'), database }),
    ...(sync !== undefined && { sync }),
    approvals: approvals as 'wait',
    ...(workspace !== undefined && { workspace }),
    ...(mode !== undefined && { policy: { ...config.policy, mode: mode as PolicyMode } }),
    ...(person && { approver: person }),
  })
  return { yard, configFile, config }
}
