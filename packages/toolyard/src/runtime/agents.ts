/**
 * Puts together what runs agents: the runs themselves, their tools, their runners, and what tools may ask of agents, plans
 * and tools to be found. Runners and models are loaded when the first run wants them.
 *
 * @module
 */
import {
  AgentDirectory,
  AgentRuns,
  checkRunSettings,
  type Runner,
  SubAgents,
  usualToolTokens,
} from '../agents/index.ts'
import type { PlanAccess, ToolFinder } from '../define/index.ts'
import { createSecretReader } from '../host/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'
import type { CallServices, CompanyCaller, Core } from '../pipeline/index.ts'
import type { ToolSearch } from '../registry/index.ts'
import type { Store, TaskRecord } from '../store/index.ts'
import type { CatalogueSync } from './catalogue-sync.ts'
import type { Settings } from './settings.ts'
import { createRunTools, type RunToolsParts, ShownTools, toolsFor } from '../agents/tools/index.ts'
import { servicesOf } from './services/index.ts'

export interface AgentsParts extends Omit<RunToolsParts, 'shown'> {
  readonly core: Core
  readonly store: Store
  readonly sync: CatalogueSync
  readonly search: ToolSearch
  readonly now: () => number
  readonly changed: () => void
}

export interface AssembledAgents {
  readonly agents: AgentDirectory
  readonly runs: AgentRuns
  /** What tools reach of them. */
  readonly company: CallServices['for']
}

/** Throws `invalid_config` if a setting is wrong. */
export function assembleAgents(options: Settings, parts: AgentsParts): AssembledAgents {
  const { store, core, sync, now, changed } = parts
  const { clock, ids } = core
  const { create: _, ...settings } = options.agents ?? {}
  checkRunSettings(settings)
  const directory = new AgentDirectory({ store, now, changed, sync: () => sync.ensure() })
  const shown = new ShownTools(settings.toolTokens ?? usualToolTokens)
  const runs = new AgentRuns({
    store,
    directory,
    clock,
    ids,
    settings,
    runner: runnersOf(options, core),
    tools: (run) => createRunTools({ ...parts, shown }, run),
  })
  const subAgents = new SubAgents({ runs, directory, store, clock, limits: settings.subAgents })
  const services = servicesOf(options, {
    ...parts,
    toolsOf: (caller) => toolsFor(parts, caller, parts.registry.snapshot()),
  })
  const company: CallServices['for'] = (caller) => ({
    ...services(caller),
    agents: subAgents.accessFor(caller),
    plan: planOf(caller, store, now),
    finder: finderOf(caller, { ...parts, shown }),
  })
  return { agents: directory, runs, company }
}

/** Each runner is made once, when it is first asked for. */
function runnersOf(options: Settings, core: Core): (name: string) => Promise<Runner> {
  const made = new Map<string, Promise<Runner>>()
  const makers: Readonly<Record<string, () => Promise<Runner>>> = {
    async loop() {
      const [{ createLoopRunner }, { createModels }] = await Promise.all([
        import('../agents/loop/index.ts'),
        import('../agents/models/index.ts'),
      ])
      const { clock, ids, redactor, settings } = core
      const models = createModels(options.models ?? {}, {
        folder: settings.workspace,
        secrets: createSecretReader(options.environment ?? process.env, redactor),
        redact: (text) => redactor.redact(text),
      })
      return createLoopRunner({ models, clock, ids, explanation: settings.explanation })
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

/** The plan of the caller's thread. */
function planOf({ threadId = 'default' }: CompanyCaller, { tasks }: Store, now: () => number): PlanAccess {
  const list = async (): Promise<readonly TaskRecord[]> => tasks.list(threadId)
  return {
    list,
    async save({ id, title, details, status, parent }) {
      const known = (await list()).find((task) => task.id === id)
      const at = now()
      const createdAt = known?.createdAt ?? at
      await tasks.save({ id, title, details, status, parent, threadId, createdAt, updatedAt: at })
    },
    remove: async (id) => tasks.remove(threadId, id),
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
