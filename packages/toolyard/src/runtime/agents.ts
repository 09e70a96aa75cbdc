/**
 * Puts together what runs agents: the runs themselves, their tools, their runners, and what tools may ask of agents
 * and tools to be found. Runners and models are loaded when the first run wants them.
 *
 * @module
 */
import { resolve } from 'node:path'
import {
  AgentDirectory,
  type AgentDirectoryParts,
  AgentRuns,
  type AgentRunsParts,
  checkRunSettings,
  openWorkspaceFile,
  DraftAgents,
  type Runner,
  RunObservers,
  SubAgents,
  usualToolTokens,
} from '../agents/index.ts'
import type { ToolFinder } from '../define/index.ts'
import { createSecretReader } from '../host/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'
import type { CallServices, CompanyCaller, Core, Pipeline } from '../pipeline/index.ts'
import type { ToolSearch } from '../registry/index.ts'
import type { Store } from '../store/index.ts'
import { type InstallationEngine, isWorking, servesQueue, toolQueues } from './engine.ts'
import type { CatalogueSync } from './catalogue-sync.ts'
import { modelsOf, offeredModels, type OfferedModels } from './models.ts'
import type { Settings } from './settings.ts'
import type { Telemetry } from './telemetry/open-telemetry.ts'
import { createRunTools, type RunToolsParts, ShownTools, toolsFor } from '../agents/tools/index.ts'
import { type BackgroundCalls, calls, startParts, type StartedParts } from '../parts/index.ts'

export interface AgentsParts extends Omit<RunToolsParts, 'shown'> {
  readonly core: Core
  readonly pipeline: Pipeline
  readonly store: Store
  readonly sync: CatalogueSync
  readonly search: ToolSearch
  readonly engine: InstallationEngine
  readonly telemetry: Telemetry | undefined
  readonly now: () => number
  /** Tells people of what went wrong behind their backs. */
  readonly failed: (part: string, error: unknown) => void
  readonly changed: () => void
}

export interface AssembledAgents {
  readonly agents: AgentDirectory
  readonly runs: AgentRuns
  /** What tools reach of them. */
  readonly company: CallServices['for']
  readonly parts: StartedParts
  readonly background: BackgroundCalls
  readonly models: () => Promise<OfferedModels>
  readonly drafts: DraftAgents
  /** How calls of tools that run in another process are made. */
  readonly elsewhere: CallServices['elsewhere']
  /** Whether jobs are done in this process. */
  readonly isWorking: boolean
}

/** Throws `invalid_config` if a setting is wrong. */
export function assembleAgents(options: Settings, parts: AgentsParts): AssembledAgents {
  const { store, core, now } = parts
  const { clock, ids, records } = core
  const engine = parts.engine.shared
  const { create: _, ...settings } = options.agents ?? {}
  checkRunSettings(settings)
  const names = modelsOf(options, core)
  const directory = directoryOf(options, { ...parts, checkModel: names.check })
  const shown = new ShownTools(settings.toolTokens ?? usualToolTokens)
  const working = isWorking(store, options.engine)
  const observers = observersOf(parts)
  const runs = new AgentRuns({
    store,
    directory,
    clock,
    ids,
    hooks: core.hooks.runs,
    settings,
    workspace: core.settings.workspace,
    policy: core.policy,
    engine,
    isDurable: store.durable && options.journal !== false,
    isWorking: working,
    parks: ['wait', 'pending'].includes(options.approvals ?? '') && options.approver === undefined,
    renewRights: () => parts.rights.renew(clock.now()),
    failed: (error) => parts.failed('runs', error),
    observers,
    runner: runnersOf(options, { core, store, observers }),
    results: records.results,
    tools: (run) => createRunTools({ ...parts, shown }, run),
    ...filesOf(parts),
    brief: (run) => started.brief(run),
  })
  const subAgents = new SubAgents({ runs, directory, store, clock, engine, limits: settings.subAgents })
  const started: StartedParts = startParts(
    { ...options },
    {
      ...parts,
      agents: directory,
      runs,
      folder: resolve(options.baseFolder ?? core.settings.workspace),
      engine,
      isWorking: working,
      here: parts.engine.here,
      queues: working ? toolQueues(options.engine?.queues) : [],
      serves: (queue) => working && servesQueue(queue, options.engine?.queues),
      toolsOf: (caller) => toolsFor(parts, caller, parts.registry.snapshot()),
    },
  )
  const company: CallServices['for'] = (caller) => {
    const finder = finderOf(caller, { ...parts, shown })
    return { ...started.services(caller), agents: subAgents.accessFor(caller), finder }
  }
  const background = started.of(calls)
  const models = offeredModels(names, { directory, usual: settings.model })
  const drafts = new DraftAgents({ directory, runs, store, now })
  const { elsewhere } = background
  const made = { runs, company, parts: started, background, elsewhere, models, drafts }
  return { ...made, agents: directory, isWorking: working }
}

/** The workspace, as runs reach it. */
function filesOf({ core: { host }, pipeline }: AgentsParts): Pick<AgentRunsParts, 'files' | 'openFile'> {
  return {
    files: () => host.files,
    openFile: (request) => openWorkspaceFile({ files: host.files, pipeline }, request),
  }
}

function observersOf({ telemetry }: AgentsParts): RunObservers {
  const observers = new RunObservers()
  for (const observer of telemetry?.runs ?? []) observers.add(observer)
  return observers
}

function directoryOf(
  options: Settings,
  { store, now, changed, sync, checkModel }: AgentsParts & Pick<AgentDirectoryParts, 'checkModel'>,
): AgentDirectory {
  const runners = ['loop', 'claude', ...Object.keys(options.runners ?? {})]
  return new AgentDirectory({ store, now, changed, runners, checkModel, sync: () => sync.ensure() })
}

interface RunnerGround {
  readonly core: Core
  readonly store: Store
  readonly observers: RunObservers
}

/** Each runner is made once, when it is first asked for. */
function runnersOf(
  options: Settings,
  { core, store, observers }: RunnerGround,
): (name: string) => Promise<Runner> {
  const made = new Map<string, Promise<Runner>>()
  const makers: Readonly<Record<string, () => Promise<Runner>>> = {
    async loop() {
      const [{ createLoopRunner }, { createModels, observedModels }] = await Promise.all([
        import('../agents/loop/index.ts'),
        import('../agents/models/index.ts'),
      ])
      const { clock, ids, redactor, settings } = core
      const models = createModels(options.models ?? {}, {
        folder: settings.workspace,
        secrets: createSecretReader(options.environment ?? process.env, redactor),
        redact: (text) => redactor.redact(text),
      })
      const observed = observedModels(models, observers)
      return createLoopRunner({ models: observed, clock, ids, explanation: settings.explanation })
    },
    async claude() {
      const { createClaudeRunner } = await import('../agents/claude/index.ts')
      const { clock, ids, host, redactor, settings } = core
      return createClaudeRunner({
        host,
        clock,
        ids,
        settings: options.claude,
        prices: options.models?.prices,
        explanation: settings.explanation,
        sessions: store.records,
        redact: (text) => redactor.redact(text),
      })
    },
    ...Object.fromEntries(
      Object.entries(options.runners ?? {}).map(([name, runner]) => [name, async () => runner]),
    ),
  }
  return (name) => {
    const make = Object.hasOwn(makers, name) ? makers[name] : undefined
    const names = Object.keys(makers)
    if (!make)
      throw new ToolyardError('invalid_config', `there is no runner "${name}".${didYouMean(name, names)}`, {
        hint: `Runners: ${names.join(', ')}.`,
      })
    const runner = made.get(name) ?? make()
    made.set(name, runner)
    // What can't be made now may be made later.
    runner.catch(() => made.delete(name))
    return runner
  }
}

function finderOf(caller: CompanyCaller, parts: AgentsParts & { readonly shown: ShownTools }): ToolFinder {
  return {
    async find(query, limit) {
      const manifests = await toolsFor(parts, caller, parts.registry.snapshot())
      const others = manifests.filter(({ name }) => name !== 'search_tools')
      const { tools, note } = await parts.search.find({ manifests: others, query, limit })
      if (caller.threadId !== undefined)
        parts.shown.find(caller.threadId, tools.map(({ name }) => name).toReversed())
      return { tools: tools.map(({ name, description }) => ({ name, description })), note }
    },
  }
}
