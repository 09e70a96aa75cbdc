/**
 * From flags, environment and configuration file to a running Toolyard.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ToolyardError, visibleText } from '../kernel/index.ts'
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
import type { Terminal } from './terminal.ts'

export interface OpenedYard {
  readonly yard: ToolService
  readonly configFile: string | undefined
  readonly config: ToolyardConfig
}

export interface OpenOptions {
  /** Who is asked here, by what is done where nobody is: `wait`, `pending` or `deny`. */
  readonly approver?: ((approvals: string) => Approver | undefined) | undefined
  /** Whether the configuration's `watch` counts: it does where the process stays; `always` watches whatever it says. */
  readonly watch?: boolean | 'always'
  /** What is done where nobody is here to ask, unless flags or configuration say it: `deny` by default. */
  readonly approvals?: 'wait'
  /** Whether the catalogue is brought up to date at the start: it is by default. */
  readonly sync?: boolean | undefined
  /** Whether the database is opened: always by default; where it is there already (`known`); or not at all. */
  readonly database?: 'always' | 'known' | 'never'
  /**
   * MCP servers whose tools are not known yet are waited for a moment (by default) or patiently, left to come, or not reached
   * at all; where tools are named, theirs alone are waited for.
   */
  readonly servers?: 'wait' | 'patient' | 'come' | 'none' | readonly string[]
}

/** How long servers may take before the command goes on without them: where it is about them, and where it is not. */
const patienceMs = 15_000
const momentMs = 2000

/** In the workspace, unless the configuration or the environment names another. */
const defaultDatabase = 'sqlite:.toolyard/toolyard.db'

/** Rejects as soon as the command is stopped, also while the configuration is still loading. */
export function openYard(context: CommandContext, options: OpenOptions = {}): Promise<OpenedYard> {
  const { signal } = context
  const { promise, resolve: settle, reject } = Promise.withResolvers<OpenedYard>()
  const stop = (): void => reject(new ToolyardError('cancelled', 'stopped before the tools were loaded'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  open(context, options).then(settle, reject)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** The configuration of a folder, where it is named or trusted; nothing where there is none. */
export async function findTrustedConfig(flags: CommonFlags): Promise<string | undefined> {
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

export function databaseOf(
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

/** Files that are known by their names, with the options that they stand for. */
export const knownFiles = { mcpFile: 'mcp.json', toolRegistry: 'configs/tools/__registry__.toml' } as const

interface Found {
  readonly configFile: string | undefined
  readonly folder: string
  readonly terminal: Terminal
}

/**
 * They start programs and load code, and what an agent runs may have put them there: only where a person has trusted the
 * folder while they were in it.
 */
async function foundBeside(
  config: ToolyardConfig,
  { configFile, folder, terminal }: Found,
): Promise<Pick<ToolyardConfig, 'mcpFile' | 'toolRegistry'>> {
  const base = resolve(config.baseFolder ?? folder)
  const wanted = Object.entries(knownFiles).filter(
    // A project that has a configuration has moved on from the older form, or names it there.
    ([option, file]) =>
      existsSync(join(base, file)) &&
      !(option in config) &&
      !(option === 'toolRegistry' && configFile !== undefined),
  )
  const store = trustStore()
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const [option, file] of wanted)
    if (await store.has(base, file)) found[option] = join(base, file)
    else unknown.push(relative(process.cwd(), join(base, file)))
  if (unknown.length > 0)
    terminal.note(
      `${terminal.noteStyle('yellow', 'not loaded:')} ${unknown.join(', ')} may start programs, and nobody has trusted it yet. Look at it, then run "toolyard trust${base === process.cwd() ? '' : ` ${relative(process.cwd(), base)}`}" once.`,
    )
  return found
}

async function open(
  { flags, terminal }: CommandContext,
  { approver, watch = false, database = 'always', sync, servers = 'wait', approvals: fallback }: OpenOptions,
): Promise<OpenedYard> {
  const environment = process.env
  const configFile = await findTrustedConfig(flags)
  const config = configFile === undefined ? {} : await readConfig(configFile)
  const workspace = flags.workspace ?? environment['TOOLYARD_WORKSPACE'] ?? config.workspace
  const beside = await foundBeside(config, {
    configFile,
    folder: workspace ?? process.cwd(),
    terminal,
  })
  const mode = flags.mode ?? environment['TOOLYARD_MODE']
  const approvals = flags.approvals ?? config.approvals ?? fallback ?? 'deny'
  const person = approver?.(approvals)
  const yard = await createToolyard({
    ...(servers === 'none' ? withoutServers(config) : { ...beside, ...config }),
    builtins: config.builtins ?? ['files', 'shell', 'system', 'collab'],
    secrets: [...(config.secrets ?? []), 'TOOLYARD_TOKEN'],
    watch: watch === 'always' || (watch && config.watch === true),
    database: databaseOf(config, { workspace: resolve(workspace ?? '.'), database }),
    ...(sync !== undefined && { sync }),
    approvals: approvals as 'wait',
    ...(workspace !== undefined && { workspace }),
    ...(mode !== undefined && { policy: { ...config.policy, mode: mode as PolicyMode } }),
    ...(person && { approver: person }),
  })
  if (servers !== 'come' && servers !== 'none') await waitForServers(yard, terminal, servers)
  return { yard, configFile, config }
}

function withoutServers({ mcpFile: _file, mcpServers: _servers, ...config }: ToolyardConfig): ToolyardConfig {
  return config
}

/** Tools of servers that were never reached before come later than the others. */
export async function waitForServers(
  yard: ToolService,
  terminal: Terminal,
  wanted: 'wait' | 'patient' | readonly string[],
): Promise<void> {
  const { registrations } = yard.registry
  const { version } = registrations
  const servers = await connectingOf(yard, wanted)
  if (servers.length === 0) return
  const ms = wanted === 'wait' ? momentMs : patienceMs
  const note = setTimeout(() => terminal.note(`Waiting for MCP servers: ${listed(servers)}`), momentMs / 2)
  await Promise.race([
    yard.settled(typeof wanted === 'string' ? {} : { servers }),
    sleep(ms, undefined, { ref: false }),
  ])
  clearTimeout(note)
  const late = await connectingOf(yard, wanted)
  if (late.length > 0) terminal.note(`still connecting: ${listed(late)}`)
  if (registrations.version !== version && yard.store.durable) await yard.syncTools()
}

/** Servers that have not said yet which tools they have: all, or those of the tools that are named. */
async function connectingOf(
  { mcp }: ToolService,
  wanted: string | readonly string[],
): Promise<readonly string[]> {
  const all = (mcp?.servers() ?? []).filter(({ state }) => state === 'connecting').map(({ name }) => name)
  if (all.length === 0 || typeof wanted === 'string') return all
  const { serverPrefix } = await import('../discover/mcp/index.ts')
  const owners = new Set(wanted.flatMap((tool) => [tool, tool.split('__')[0]]))
  return all.filter((name) => owners.has(name) || owners.has(serverPrefix(name)))
}

function listed(names: readonly string[]): string {
  return names.map((name) => visibleText(name)).join(', ')
}
