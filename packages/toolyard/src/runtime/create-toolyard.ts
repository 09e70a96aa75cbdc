/**
 * `createToolyard`: the only place where the parts meet.
 *
 * @module
 */
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AgentDirectory } from '../agents/index.ts'
import { textOf, type ToolManifest } from '../define/index.ts'
import type { DiscoveredTool, Discovery, DiscoverProblem } from '../discover/index.ts'
import { StatefulToolExecutor, StatelessToolExecutor, ThreadContextManager } from '../executors/index.ts'
import { createRedactor } from '../host/index.ts'
import { createClock, createIds, requireNode, ToolyardError } from '../kernel/index.ts'
import {
  Concurrency,
  type Core,
  type Executor,
  HookExecutor,
  KeyedLocks,
  LoopGuard,
  Pipeline,
  type PipelineSettings,
} from '../pipeline/index.ts'
import { type RegistryEntry, type Scope, ToolHistory, ToolRegistry } from '../registry/index.ts'
import { createMemoryStore, openStore, type Store } from '../store/index.ts'
import { addBuiltins } from './builtins.ts'
import { CatalogueSync } from './catalogue-sync.ts'
import { CatalogueView } from './catalogue-view.ts'
import { checkOptions } from './check-options.ts'
import { Definitions } from './definitions.ts'
import { hostOf, loadPolicy } from './host.ts'
import { Inbox } from './inbox.ts'
import { completeLimits } from './limits.ts'
import type { ToolyardOptions } from './options.ts'
import { peopleOf } from './people.ts'
import { ToolService } from './tool-service.ts'
import { findTracer } from './tracing.ts'

export async function createToolyard(options: ToolyardOptions = {}): Promise<ToolService> {
  requireNode(process.versions.node)
  checkOptions(options)
  const workspace = await findWorkspace(options.workspace ?? process.cwd())
  const store = await findStore(options, workspace)
  try {
    return await assemble(options, { workspace, store })
  } catch (error) {
    if (store !== options.database) await store.close()
    throw error
  }
}

interface Place {
  readonly workspace: string
  readonly store: Store
}

async function assemble(options: ToolyardOptions, { workspace, store }: Place): Promise<ToolService> {
  const settings: PipelineSettings = {
    ...completeLimits(options.limits ?? {}),
    explanation: options.explanation ?? 'optional',
    workspace,
  }
  const clock = createClock()
  const registry: ToolRegistry = new ToolRegistry((name, params, threadId) =>
    pipeline.call(name, params, { threadId }).then(textOf),
  )
  const threads: ThreadContextManager = new ThreadContextManager({
    clock,
    makeGuard: () => new LoopGuard(settings.loop),
    onEnd: (threadId) => pipeline.cancelThread(threadId),
    ...(options.threadIdleMs !== undefined && { idleMs: options.threadIdleMs }),
  })
  const rights = new CatalogueView(store)
  const changed = (): void => rights.expire()
  const inbox = new Inbox({ store, clock, ids: createIds(), changed })
  const policy = await loadPolicy(options, workspace)
  const host = hostOf(options, { workspace, store })
  const core = coreOf(options, { settings, clock, registry, threads, store, rights, inbox, policy, host })
  const pipeline: Pipeline = new Pipeline(core)
  for (const hook of options.hooks ?? []) core.hooks.add(hook)
  await addBuiltins(registry, options.builtins ?? [])
  for (const tool of options.tools ?? []) registry.register(tool)
  const discovered = await discover(options, workspace, registry)
  registry.registrations.onChange(() => pipeline.refresh())
  rights.onChange(() => pipeline.refresh())
  core.hooks.onChange(() => pipeline.refresh())
  const definitions = new Definitions({ explanation: settings.explanation }, core.policy)
  const now = (): number => clock.wall()
  const problems = (): readonly DiscoverProblem[] => [
    ...(discovered.discovery?.problems ?? []),
    ...discovered.clashes(),
  ]
  const sync = new CatalogueSync({ store, registry, workspace, problems, now, changed })
  const service = new ToolService({
    core,
    pipeline,
    registry,
    threads,
    definitions,
    store,
    rights,
    sync,
    inbox,
    problems,
    ownsStore: store !== options.database,
    discovery: discovered.discovery,
    history: new ToolHistory(store.catalogue, now, changed),
    agents: new AgentDirectory({ store, now, changed, sync: () => sync.ensure() }),
  })
  if (store.durable) {
    if (options.sync !== false) await sync.sync()
    sync.watch((error) => service.note(error))
  }
  await rights.fresh(clock.now())
  return service
}

interface Made {
  readonly settings: PipelineSettings
  readonly clock: Core['clock']
  readonly registry: ToolRegistry
  readonly threads: ThreadContextManager
  readonly store: Store
  readonly rights: CatalogueView
  readonly inbox: Inbox
  readonly policy: Core['policy']
  readonly host: Core['host']
}

function coreOf(options: ToolyardOptions, made: Made): Core {
  const { settings, clock, registry, threads, store, rights, policy, host } = made
  const environment = options.environment ?? process.env
  const redactor = createRedactor(secretsOf(options.secrets ?? [], environment))
  const executors: Core['executors'] = {
    STATELESS: new StatelessToolExecutor(),
    STATEFUL: new StatefulToolExecutor(threads),
  }
  const core = {
    settings,
    clock,
    threads,
    executors,
    rights,
    ids: createIds(),
    tools: registry.registrations,
    hooks: new HookExecutor({ workspace: settings.workspace, environment }, clock),
    policy,
    host,
    tracer: findTracer(redactor, { content: options.traceContent ?? false }),
    journal: options.journal === false ? undefined : (options.journal ?? store.calls),
    results: options.results ?? store.results,
    redactor,
    locks: new KeyedLocks(),
    concurrency: new Concurrency(settings.concurrency),
    executorFor: (manifest: ToolManifest) => executorFor(executors, manifest),
    provide: options.provide ?? (() => ({})),
  }
  return { ...core, people: peopleOf(options, made, core) }
}

function executorFor(executors: Core['executors'], manifest: ToolManifest): Executor {
  const executor = executors[manifest.type]
  if (executor) return executor
  throw new ToolyardError('internal', `nothing here runs tools of type ${manifest.type} ("${manifest.name}")`)
}

async function findStore({ database, keepResults }: ToolyardOptions, workspace: string): Promise<Store> {
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

function secretsOf(names: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  return names.flatMap((name) => environment[name] ?? [])
}

interface Discovered {
  readonly discovery: Discovery | undefined
  readonly clashes: () => readonly DiscoverProblem[]
}

async function discover(
  options: ToolyardOptions,
  workspace: string,
  registry: ToolRegistry,
): Promise<Discovered> {
  const folders = options.toolFolders ?? []
  if (folders.length === 0) return { discovery: undefined, clashes: () => [] }
  const { discoverTools } = await import('../discover/index.ts')
  const index = options.toolIndex ?? join(workspace, '.toolyard', 'tools.json')
  const discovery = await discoverTools({
    folders: folders.map((folder) => resolve(workspace, folder)),
    ...(index !== false && { indexFile: resolve(workspace, index) }),
  })
  const scope = registry.registrations.scope({ name: 'tool folders' })
  let clashes = fill(scope, discovery.tools)
  if (options.watch) {
    discovery.watch(({ tools }) => {
      clashes = fill(scope, tools)
    })
  }
  return { discovery, clashes: () => clashes }
}

function fill(scope: Scope, tools: readonly DiscoveredTool[]): DiscoverProblem[] {
  const entries = new Map<string, DiscoveredTool & RegistryEntry>(
    tools.map((tool) => [tool.manifest.name, tool]),
  )
  return scope.reset([...entries.values()]).map((error) => ({
    file: entries.get(error.tool ?? '')?.file ?? '',
    reason: error.message,
    ...(error.hint !== undefined && { hint: error.hint }),
  }))
}
