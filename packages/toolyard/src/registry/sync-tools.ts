/**
 * Brings the catalogue in step with the tools that are registered, and says what that changed.
 *
 * What to do is worked out from one state of the catalogue and applied to that state or not at all; if another process
 * was quicker it is worked out again. So a sync is idempotent, and any number of processes may start at once.
 *
 * @module
 */
import { ToolyardError } from '../kernel/index.ts'
import type { AgentStore, Catalogue } from '../store/index.ts'
import type { VersionComparison } from './compare/manifest-change.ts'
import { type PlanOptions, planSync, type SyncInput, type SyncPlan, type SyncStep } from './plan-sync.ts'

export interface SyncOptions extends PlanOptions {
  /** Works out what would change, and changes nothing. */
  readonly dryRun?: boolean | undefined
}

export interface ToolChange {
  readonly tool: string
  readonly kind: Exclude<SyncStep['kind'], 'unchanged'>
  readonly version: number
  /** Against the version before. */
  readonly comparison?: VersionComparison | undefined
  /** Why it is invalid or held. */
  readonly error?: string | undefined
  /** The agents that have it, if it can't be used as before. */
  readonly agents: readonly string[]
}

/** Names of tools; of `invalid`, the file if no tool is known by it. */
export interface SyncReport {
  readonly created: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
  readonly removed: readonly string[]
  readonly invalid: readonly string[]
  readonly held: readonly string[]
  readonly changes: readonly ToolChange[]
}

const attempts = 20

export async function syncTools(
  stores: { readonly catalogue: Catalogue; readonly agents: AgentStore },
  input: SyncInput,
  options: SyncOptions,
): Promise<SyncReport> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const plan = await planSync(stores.catalogue, input, options)
    const isNothing = plan.change.tools.length === 0
    if (options.dryRun || isNothing || (await stores.catalogue.apply(plan.change)))
      return syncReport(plan, await agentsOf(stores.agents, plan.changes))
  }
  throw new ToolyardError('store_unavailable', 'the catalogue is being changed by others all the time', {
    hint: 'Try again.',
    retryable: true,
  })
}

/** Names of the agents that have a tool, by its id; looked up only if it matters. */
async function agentsOf(agents: AgentStore, changes: readonly SyncStep[]): Promise<Map<string, string[]>> {
  const affected = new Map<string, string[]>()
  if (!changes.some(affects)) return affected
  for (const agent of await agents.list()) {
    for (const { toolId } of agent.tools) {
      const names = affected.get(toolId)
      if (names) names.push(agent.name)
      else affected.set(toolId, [agent.name])
    }
  }
  return affected
}

function affects({ kind, comparison }: SyncStep): boolean {
  return kind === 'updated' ? comparison?.verdict === 'breaking' : kind !== 'created'
}

function syncReport({ steps, changes }: SyncPlan, agents: ReadonlyMap<string, string[]>): SyncReport {
  const named = (kind: SyncStep['kind']): string[] =>
    steps.filter((step) => step.kind === kind).map(({ tool }) => tool)
  return {
    created: named('created'),
    updated: named('updated'),
    unchanged: named('unchanged'),
    removed: named('removed'),
    invalid: named('invalid'),
    held: named('held'),
    changes: changes.map(({ id, ...step }) => ({
      ...step,
      kind: step.kind as ToolChange['kind'],
      agents: affects(step) ? (agents.get(id ?? '') ?? []) : [],
    })),
  }
}
