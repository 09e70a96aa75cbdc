/**
 * From flags, environment and configuration file to a running Toolyard.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openState, workspaceState } from '../../host/index.ts'
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import { type Approver, type PolicyMode } from '../../pipeline/index.ts'
import {
  type EngineSettings,
  filesBeside,
  openToolyard,
  type ToolService,
  type LoadedConfig,
  type Settings,
} from '../../runtime/index.ts'
import type { Store } from '../../store/index.ts'
import type { CommandContext } from '../command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { noteOldFolder } from './old-folder.ts'
import { loadTrusted, type TrustedConfig } from './trusted-config.ts'

export interface OpenedYard {
  readonly yard: ToolService
  readonly configFile: string | undefined
  readonly config: LoadedConfig
  /** The path of a file in the state folder of the workspace. Throws `invalid_config` if it can't be used. */
  readonly stateFile: (name: string) => string
}

export interface OpenOptions {
  /** Who is asked here, by what is done if no person is: `wait`, `pending` or `deny`. */
  readonly approver?: ((approvals: string) => Approver | undefined) | undefined
  /** Whether the configuration's `watch` counts: it does if the process stays; `always` watches whatever it says. */
  readonly watch?: boolean | 'always'
  /** Whether schedules and other jobs run here, unless the configuration says no: not by default. */
  readonly works?: boolean | undefined
  /** What flags say of the engine: it wins over the configuration. */
  readonly engine?: EngineSettings | undefined
  /** What is done if no person is here to ask, unless flags or configuration say it: `deny` by default. */
  readonly approvals?: 'wait'
  /** Whether the catalogue is brought up to date at the start: it is by default. */
  readonly sync?: boolean | undefined
  /** Whether the database is opened: always by default; if it is there already (`known`); or not at all. */
  readonly database?: 'always' | 'known' | 'never'
  /**
   * MCP servers whose tools are not known yet are waited for a moment (by default) or patiently, left to come, or not reached
   * at all; if tools are named, theirs alone are waited for.
   */
  readonly servers?: 'wait' | 'patient' | 'come' | 'none' | readonly string[]
}

/** How long servers may take before the command goes on without them: if it is about them, and if it is not. */
const patienceMs = 15_000
const momentMs = 2000

/** In the state folder of the workspace, unless the configuration or the environment names another. */
export const databaseName = 'toolyard.db'

/** Rejects as soon as the command is stopped, also while the configuration is still loading. */
export function openYard(context: CommandContext, options: OpenOptions = {}): Promise<OpenedYard> {
  const { signal } = context
  const { promise, resolve: settle, reject } = Promise.withResolvers<OpenedYard>()
  const stop = (): void => reject(new ToolyardError('cancelled', 'stopped before the tools were loaded'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  // Tools that were compiled tell their stacks by the lines of their sources.
  module.setSourceMapsSupport?.(true, { nodeModules: false })
  open(context, options).then(settle, reject)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

export function databaseOf(
  config: LoadedConfig,
  { workspace, database }: { readonly workspace: string; readonly database: OpenOptions['database'] },
): string | Store {
  const { TOOLYARD_DATABASE: own, DATABASE_URL: common } = process.env
  // Many programs read DATABASE_URL: only what we can use is meant for us.
  const named = own ?? config.database ?? (/^postgres(?:ql)?:/i.test(common ?? '') ? common : undefined)
  if (database === 'never') return 'memory:'
  if (named !== undefined) return named
  const isThere = existsSync(join(workspaceState(workspace), databaseName))
  // A workspace that does not exist is refused by who opens it.
  const isWanted = isThere || (database === 'always' && existsSync(workspace))
  return isWanted ? `sqlite:${join(openState(workspace), databaseName)}` : 'memory:'
}

/** The environment wins. Without a database there is nothing to share. */
export function engineSettings({ engine = {} }: LoadedConfig, database: string | Store): EngineSettings {
  const named = process.env['TOOLYARD_REDIS']
  const { redis, ...others } = engine
  if (database === 'memory:') return others
  if (!named) return engine
  return { ...others, redis: typeof redis === 'object' ? { ...redis, url: named } : named }
}

/**
 * They start programs and load code, and what an agent runs may have put them there: only in the content that a person has
 * trusted.
 */
async function foundBeside(
  config: LoadedConfig,
  { configFile, place }: TrustedConfig,
  terminal: Terminal,
): Promise<Pick<LoadedConfig, 'mcpFile' | 'toolRegistry'>> {
  const base = resolve(config.baseFolder ?? config.workspace ?? '.')
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const [option, path] of filesBeside(config, { base, hasConfig: configFile !== undefined })) {
    const isKnown = await place.files([path]).then(
      () => true,
      () => false,
    )
    if (isKnown) found[option] = path
    else unknown.push(relative(process.cwd(), path))
  }
  if (unknown.length > 0)
    terminal.note(
      `${terminal.noteStyle('yellow', 'not loaded:')} ${unknown.join(', ')} may start programs, and nobody has trusted it yet, or it has changed since. Look at it, then run "toolyard trust${base === process.cwd() ? '' : ` ${relative(process.cwd(), base)}`}" once.`,
    )
  return found
}

async function open(
  context: CommandContext,
  {
    approver,
    watch = false,
    database = 'always',
    sync,
    servers = 'wait',
    approvals: fallback,
    works = false,
    engine = {},
  }: OpenOptions,
): Promise<OpenedYard> {
  const { flags, terminal } = context
  const environment = process.env
  const trusted = await loadTrusted(flags, context)
  const { configFile, config, place } = trusted
  const workspace = flags.workspace ?? environment['TOOLYARD_WORKSPACE'] ?? config.workspace
  const beside = await foundBeside(config, trusted, terminal)
  const mode = flags.mode ?? environment['TOOLYARD_MODE']
  const approvals = flags.approvals ?? config.approvals ?? fallback ?? 'deny'
  const person = approver?.(approvals)
  const kept = databaseOf(config, { workspace: resolve(workspace ?? '.'), database })
  const options: Settings = {
    ...(servers === 'none' ? withoutServers(config) : { ...beside, ...config }),
    builtins: config.builtins ?? ['files', 'shell', 'web', 'system', 'collab'],
    secrets: [...(config.secrets ?? []), 'TOOLYARD_TOKEN'],
    watch: watch === 'always' || (watch && config.watch === true),
    database: kept,
    ...(sync !== undefined && { sync }),
    engine: { ...engineSettings(config, kept), ...(!works && { work: false }), ...engine },
    approvals: approvals as 'wait',
    ...(workspace !== undefined && { workspace }),
    ...(mode !== undefined && { policy: { ...config.policy, mode: mode as PolicyMode } }),
    ...(person && { approver: person }),
  }
  const yard = await openToolyard(options, place)
  // What was loaded so far was named by a person; from now on only that counts.
  if (flags.trustChanges !== true) place.isRecording = false
  noteOldFolder(yard, workspaceState(yard.installation.workspace), terminal)
  if (servers !== 'come' && servers !== 'none') await waitForServers(yard, terminal, servers)
  const stateFile = (name: string): string => join(openState(yard.installation.workspace), name)
  return { yard, configFile, config, stateFile }
}

function withoutServers({ mcpFile: _file, mcpServers: _servers, ...config }: LoadedConfig): LoadedConfig {
  return config
}

/** Tools of servers that were never reached before come later than the others. */
export async function waitForServers(
  yard: ToolService,
  terminal: Terminal,
  wanted: 'wait' | 'patient' | readonly string[],
): Promise<void> {
  const { registry } = yard
  const { version } = registry.snapshot()
  const servers = await connectingOf(yard, wanted)
  if (servers.length === 0) return
  const ms = wanted === 'wait' ? momentMs : patienceMs
  const note = setTimeout(() => terminal.note(`Waiting for MCP servers: ${listed(servers)}`), momentMs / 2)
  await Promise.race([
    yard.servers.settled(typeof wanted === 'string' ? {} : { servers }),
    sleep(ms, undefined, { ref: false }),
  ])
  clearTimeout(note)
  const late = await connectingOf(yard, wanted)
  if (late.length > 0) terminal.note(`still connecting: ${listed(late)}`)
  if (registry.snapshot().version !== version && yard.store.durable) await yard.catalogue.sync()
}

/** Servers that have not said yet which tools they have: all, or those of the tools that are named. */
async function connectingOf(
  { servers }: ToolService,
  wanted: string | readonly string[],
): Promise<readonly string[]> {
  const states = servers.access?.servers() ?? []
  const all = states.filter(({ state }) => state === 'connecting').map(({ name }) => name)
  if (all.length === 0 || typeof wanted === 'string') return all
  const { serverPrefix } = await import('../../kinds/mcp/definition/index.ts')
  const owners = new Set(wanted.flatMap((tool) => [tool, tool.split('__')[0]]))
  return all.filter((name) => owners.has(name) || owners.has(serverPrefix(name)))
}

function listed(names: readonly string[]): string {
  return names.map((name) => visibleText(name)).join(', ')
}
