/**
 * `createToolyard`: the only place where the parts meet.
 *
 * @module
 */
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type DiscoverProblem, textOf } from '../define/index.ts'
import type { LegacyRegistry } from '../discover/legacy/index.ts'
import type { LoadedPlugins } from '../discover/plugins/index.ts'
import { createRedactor, createSecretReader, type Redactor } from '../host/index.ts'
import type { TrustedPlace } from '../host/trust/index.ts'
import { createClock, createIds, requireNode, ToolyardError } from '../kernel/index.ts'
import {
  argumentProblems,
  type Core,
  LoopGuard,
  Pipeline,
  type PipelineSettings,
  ThreadContextManager,
} from '../pipeline/index.ts'
import { ToolRegistry } from '../registry/index.ts'
import { createMemoryStore, openStore, type Store } from '../store/index.ts'
import { makeFirstAgents } from './first-agents.ts'
import { assembleAgents } from './agents.ts'
import { findTelemetry } from './telemetry/open-telemetry.ts'
import { addBuiltins } from './builtins.ts'
import { CatalogueSync } from './catalogue-sync.ts'
import { Inbox, StoredRights } from '../people/index.ts'
import { checkOptions } from './check-options.ts'
import { coreOf, type LateServices } from './core.ts'
import { Definitions } from '../agents/tools/index.ts'
import { engineOf, type InstallationEngine } from './engine.ts'
import { executorsOf } from './executors.ts'
import { hostOf, type HostPlace, policyOf } from './host.ts'
import { keepJournal } from './journal-keeper.ts'
import { completeLimits } from './limits.ts'
import { McpConnections, serversOfFile } from './mcp.ts'
import { type Disabled, disabledBy } from './disabled.ts'
import { openSources, readOlderRegistry } from './open-sources.ts'
import type { ToolyardOptions } from './options.ts'
import type { Settings } from './settings.ts'
import { type OwnState, ownStateOf } from './own-state.ts'
import { addPluginHooks, loadPluginsOf, pluginExecutors, pluginSource } from './plugins.ts'
import { Sources } from './sources.ts'
import { openToolSearch } from './tool-search.ts'
import { ToolService } from './service/tool-service.ts'
import { Triggers } from './triggers/index.ts'

export function createToolyard(options: ToolyardOptions = {}): Promise<ToolService> {
  return openToolyard(options)
}

/** The same for a configuration that was found in a folder: only what was trusted of it is loaded and started. */
export async function openToolyard(given: ToolyardOptions, trust?: TrustedPlace): Promise<ToolService> {
  requireNode(process.versions.node)
  const options = checkOptions(given)
  const workspace = await findWorkspace(options.workspace ?? process.cwd())
  const store = await findStore(options, workspace)
  try {
    return await assemble(options, { workspace, store, trust })
  } catch (error) {
    if (store !== options.database) await store.close()
    throw error
  }
}

interface Place {
  readonly workspace: string
  readonly store: Store
  readonly trust: TrustedPlace | undefined
}

async function assemble(options: Settings, { workspace, store, trust }: Place): Promise<ToolService> {
  const folder = resolve(options.baseFolder ?? workspace)
  const disabled = disabledBy(options.disable ?? [])
  const plugins = await loadPluginsOf(options, { folder, disabled, trust })
  const older = await readOlderRegistry(options, folder, trust)
  const state = ownStateOf(options, workspace)
  const servers = await serversOfFile(options, folder, trust)
  const made = make(options, { workspace, store, state, trust, folder, plugins, older, servers })
  const { core, registry, rights, mcp, clock } = made
  const sources = new Sources(registry, disabled.entry, core.redactor)
  core.hooks.runs.failed = (error) => sources.fail('hooks', error)
  for (const hook of options.hooks ?? []) core.hooks.add(hook)
  addPluginHooks(plugins, core.hooks)
  await addBuiltins(registry, options.builtins ?? [], withoutClient(options, disabled))
  for (const tool of options.tools ?? []) registry.register(tool)
  sources.add(pluginSource(plugins))
  await openSources(sources, options, { folder, state, host: core.host, mcp, older })
  refreshOnChange(made)
  const now = (): number => clock.wall()
  const { changed } = made
  const problems = (): readonly DiscoverProblem[] => sources.problems
  const sync = new CatalogueSync({ store, registry, workspace, problems, now, changed })
  const search = await openToolSearch(options, { core, store })
  const { company, ...agents } = assembleAgents(options, {
    ...made,
    store,
    search,
    sync,
    now,
    changed,
    failed: (part, error) => sources.fail(part, error),
  })
  made.late.for = company
  made.late.answered = (id) => agents.runs.keeper.answered(id)
  made.late.elsewhere = agents.elsewhere
  made.late.failed = (error) => sources.fail('engine', error)
  const service: ToolService = new ToolService({
    ...made,
    ...agents,
    store,
    sync,
    sources,
    search,
    triggers: new Triggers(options.triggers ?? {}, { ...made, ...agents }),
    ownsStore: store !== options.database,
    keeper: keepJournal(store, {
      days: options.keepJournal?.days,
      statsDays: options.keepJournal?.statsDays,
      now,
      failed: (error) => service.catalogue.note(error),
    }),
  })
  if (store.durable) {
    if (options.sync !== false) await sync.sync()
    sync.watch((error) => service.catalogue.note(error))
  }
  await addFirstAgents(options, service, sources)
  await rights.fresh(clock.now())
  return service
}

async function addFirstAgents(
  { agents = {} }: Settings,
  { agents: directory, store }: ToolService,
  sources: Sources,
): Promise<void> {
  if (!agents.create?.length) return
  const isThere = async (name: string): Promise<boolean> => (await store.agents.find(name)) !== undefined
  const problems = await makeFirstAgents(agents.create, { directory, isThere })
  sources.add({ name: 'agents', entries: () => [], problems: () => problems })
}

/** What reaches any MCP server is of no use where there is none. */
function withoutClient({ mcpServers, mcpFile, toolRegistry }: Settings, disabled: Disabled): Disabled {
  if (mcpServers ?? mcpFile ?? toolRegistry) return disabled
  return { ...disabled, entry: (entry) => entry.manifest.name === 'mcp_client' || disabled.entry(entry) }
}

interface Yard extends Place {
  readonly state: OwnState
  /** What paths in the options are relative to. */
  readonly folder: string
  readonly plugins: LoadedPlugins
  readonly older: LegacyRegistry | undefined
  readonly servers: HostPlace['servers']
}

/** The parts of the way of a call, in the order in which they need each other. */
function make(options: Settings, yard: Yard) {
  const { workspace, store, state, folder, plugins, older } = yard
  const settings = pipelineSettings(options, yard)
  const clock = createClock()
  const registry: ToolRegistry = registryOf(() => ({ core, pipeline, definitions, rights, engine }))
  const threads: ThreadContextManager = new ThreadContextManager({
    clock,
    makeGuard: () => new LoopGuard(settings.loop),
    onEnd: (threadId) => pipeline.cancelThread(threadId),
    ...(options.threadIdleMs !== undefined && { idleMs: options.threadIdleMs }),
  })
  const rights = new StoredRights(store, workspace)
  const changed = (): void => rights.expire()
  const late: LateServices = {}
  const environment = options.environment ?? process.env
  const redactor = redactorOf(options, older)
  const secrets = createSecretReader(environment, redactor)
  const engine = engineOf(options.engine, { ...yard, clock, settings, secrets, late })
  const inbox = new Inbox({
    ...engine,
    store,
    clock,
    ids: createIds(),
    redactor,
    changed,
    ...answering(late),
  })
  const policy = policyOf(options, yard)
  const telemetry = findTelemetry(redactor, { content: options.traceContent ?? false })
  const host = hostOf(options, { ...yard, secrets })
  const mcp = new McpConnections(options, { folder, state, host, clock, redactor })
  const executors = {
    ...executorsOf(threads, () => mcp.executor()),
    ...pluginExecutors(plugins),
  }
  const core: Core = coreOf(options, {
    late,
    settings,
    limits: engine.limits,
    clock,
    registry,
    threads,
    store,
    rights,
    inbox,
    policy,
    host,
    redactor,
    mcp,
    executors,
    telemetry,
  })
  const pipeline: Pipeline = new Pipeline(core)
  const definitions: Definitions = new Definitions({ explanation: settings.explanation }, policy)
  const behind = { engine, late, telemetry, changed }
  return { core, pipeline, registry, definitions, threads, rights, inbox, mcp, clock, ...behind }
}

function answering(late: LateServices): { readonly answered: (id: string) => Promise<void> } {
  return { answered: async (id) => late.answered?.(id) }
}

function redactorOf(
  { secrets = [], environment = process.env }: Settings,
  older: LegacyRegistry | undefined,
): Redactor {
  const redactor = createRedactor(secretsOf(secrets, environment))
  for (const secret of older?.secrets ?? []) redactor.add(secret, 'the tool registry')
  return redactor
}

function pipelineSettings(
  { limits, explanation = 'optional' }: Settings,
  { older, workspace }: Pick<Yard, 'older' | 'workspace'>,
): PipelineSettings {
  const ratePerMinute = { ...ratesOf(older), ...limits?.ratePerMinute }
  return { ...completeLimits({ ...limits, ratePerMinute }), explanation, workspace }
}

/** Plans are made anew after tools, rights or hooks changed. */
function refreshOnChange({ registry, rights, core, pipeline }: ReturnType<typeof make>): void {
  registry.registrations.onChange(() => pipeline.refresh())
  rights.onChange(() => pipeline.refresh())
  core.hooks.onChange(() => pipeline.refresh())
}

interface BehindRegistry {
  readonly core: Core
  readonly pipeline: Pipeline
  readonly definitions: Definitions
  readonly rights: StoredRights
  readonly engine: InstallationEngine
}

/** The parts behind it are made after it, and of it. */
function registryOf(parts: () => BehindRegistry): ToolRegistry {
  return new ToolRegistry({
    execute: (name, params, threadId) => parts().pipeline.call(name, params, { threadId }).then(textOf),
    attachHooks: (tool, hooks) => parts().core.hooks.addFor(tool, hooks),
    isShown: (manifest) => parts().definitions.isShown(manifest, parts().rights),
    definition: (manifest, dialect) => parts().definitions.compile(manifest, dialect).definition,
    onRightsChanged: (listener) => {
      const { rights, core, engine } = parts()
      rights.watch(() => core.clock.now(), engine.signs)
      return rights.onChange(listener)
    },
    problems: (tool, params) => argumentProblems(parts().core, tool, params),
  })
}

/** Limits that the files of an older registry set for their tools. */
function ratesOf(older: LegacyRegistry | undefined): Record<string, number> {
  const limited = older?.definitions.flatMap(({ facts, ratePerMinute: rate }) =>
    rate === undefined ? [] : [[facts.name, rate] as const],
  )
  return Object.fromEntries(limited ?? [])
}

async function findStore({ database, keepResults }: Settings, workspace: string): Promise<Store> {
  if (database === undefined) return createMemoryStore()
  if (typeof database !== 'string') return database
  return openStore(database, { folder: workspace, results: keepResults })
}

async function findWorkspace(path: string): Promise<string> {
  try {
    return await realpath(resolve(path))
  } catch (cause) {
    throw new ToolyardError('invalid_config', `the workspace "${path}" does not exist`, {
      cause,
      hint: 'Name a folder that is there.',
    })
  }
}

function secretsOf(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
): [name: string, value: string][] {
  return names.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
}
