/**
 * What the catalogue says of callers and tools, kept in memory: bindings, holds, grants.
 *
 * Other processes may change the catalogue, so a view is taken anew when the catalogue's revision has moved on; a store that
 * is asked over a file or a network is asked at most every quarter of a second. If it can't be asked, calls that name an
 * agent are refused; if it never could, all calls are.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import { lookWhenTold, type RepeatedLook, type Signs } from '../engine/index.ts'
import { createClock, messageOf, nearest } from '../kernel/index.ts'
import {
  type AgentTools,
  type CallRights,
  companionTools,
  type GrantedRule,
  parseRule,
  refuse,
  type Refused,
} from '../pipeline/index.ts'
import type { AgentRecord, CatalogueOverview, CatalogueTool, Grant, Store } from '../store/index.ts'

/** How old what is known may be. */
const freshMs = 250
const watchMs = 1000

interface RightsView {
  readonly revision: number
  readonly tools: ReadonlyMap<string, CatalogueTool>
  /** By name and by id. */
  readonly agents: ReadonlyMap<string, AgentTools>
  readonly agentNames: readonly string[]
  readonly grants: ReadonlyMap<string, readonly RuleOfGrant[]>
}

interface RuleOfGrant extends GrantedRule {
  readonly grant: Grant
}

const noGrants: readonly GrantedRule[] = []

export class StoredRights implements CallRights {
  readonly #store: Store
  readonly #workspace: string
  readonly #listeners = new Set<() => void>()
  #watch: RepeatedLook | undefined
  #view: RightsView | undefined
  #checkedAt = -Infinity
  /** Counts up when what is known has to be looked up again. */
  #era = 0
  /** Whether there ever was an agent: from then on a name is not only a label. */
  #hasAgents = false
  #refreshing: Promise<void> | undefined
  #problem: string | undefined

  /** Grants that were given in another folder than `workspace` do not count. */
  constructor(store: Store, workspace: string) {
    this.#store = store
    this.#workspace = workspace
  }

  /** Calls `listener` when something may be decided otherwise than before, as soon as a call or `watch` finds out. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Looks when something was written, also while there are no calls; for those who tell others what has changed. */
  watch(now: () => number, signs?: Signs): void {
    if (!this.#store.durable) return
    const look = async (): Promise<boolean> => {
      const before = this.revision
      await this.renew(now())
      return this.revision !== before
    }
    const clock = createClock({ quiet: true })
    const silenceMs = (): number | undefined => (this.#problem === undefined ? undefined : watchMs)
    this.#watch ??= lookWhenTold({ signs, clock, look, everyMs: watchMs, leastMs: freshMs, silenceMs })
  }

  close(): void {
    void this.#watch?.stop()
  }

  /** Another number if something may be decided otherwise. */
  get revision(): number {
    return this.#view?.revision ?? 0
  }

  fresh(now: number): Promise<void> | undefined {
    if (!this.#store.durable) {
      if (this.#view?.revision === this.#store.revision()) return undefined
    } else if (this.#view && now - this.#checkedAt < freshMs) return undefined
    return (this.#refreshing ??= this.#refresh(now).finally(() => {
      this.#refreshing = undefined
    }))
  }

  /** The next call asks the store, whenever it was asked last. */
  expire(): void {
    this.#checkedAt = -Infinity
    this.#era++
  }

  /** Looks now, whenever it looked last. */
  async renew(now: number): Promise<void> {
    // One look that began earlier may not have seen what has changed.
    await this.#refreshing
    this.expire()
    await this.fresh(now)
  }

  agentName(agent: string): string {
    return this.#view?.agents.get(agent)?.agent ?? agent
  }

  toolsOf(agent: string): AgentTools | Refused | undefined {
    if (this.#problem !== undefined)
      return refuse('error', 'store_unavailable', {
        message: `what agent "${agent}" may do could not be looked up: ${this.#problem}`,
        hint: 'Try again when the database can be reached.',
        retryable: true,
      })
    const known = this.#view?.agents.get(agent)
    if (known || !(this.#store.durable || this.#hasAgents)) return known
    const names = this.#view?.agentNames ?? []
    const near = nearest(agent, names)
    return refuse('error', 'agent_not_found', {
      message: `there is no agent named "${agent.slice(0, 100)}".`,
      hint:
        near.length > 0
          ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
          : `Make it with "toolyard agent create".${names.length > 0 ? ` Agents: ${names.slice(0, 20).join(', ')}.` : ''}`,
      says: { key: 'agentNotFound', values: [agent.slice(0, 100), near[0] ?? ''] },
    })
  }

  hold({ name, fingerprint, source }: ToolManifest): Refused | undefined {
    if (!this.#view && this.#problem !== undefined)
      return refuse('error', 'store_unavailable', {
        message: `whether "${name}" may run could not be looked up: ${this.#problem}`,
        hint: 'Try again when the database can be reached.',
        retryable: true,
      })
    const known = this.#view?.tools.get(name)
    if (known && !known.enabled)
      return refuse('held', 'held', {
        message: `"${name}" is switched off.`,
        hint: `Somebody has to switch it on again: toolyard enable ${name}.`,
        says: { key: 'toolSwitchedOff', values: [name] },
      })
    const accepted = source === 'mcp' && known?.source !== source ? '' : known?.accepted
    if (accepted === undefined || accepted === fingerprint) return undefined
    return refuse('held', 'held', {
      message: `"${name}" is held: ${known?.error ?? 'nobody has accepted this version yet'}.`,
      hint: `Somebody has to look at it and accept it: toolyard accept ${name}.`,
      says: { key: 'toolHeld', values: [name, known?.error ?? ''] },
    })
  }

  grants(
    { name, fingerprint }: ToolManifest,
    caller: Parameters<CallRights['grants']>[1],
  ): readonly GrantedRule[] {
    const granted = this.#view?.grants.get(name)
    if (!granted) return noGrants
    return granted.filter(({ grant }) => {
      if (grant.fingerprint !== fingerprint || grant.workspace !== this.#workspace) return false
      return grant.threadId === undefined
        ? grant.agent !== undefined && grant.agent === caller.agent
        : grant.threadId === caller.threadId &&
            grant.agent === caller.agent &&
            grant.principal === (caller.principal ?? 'local')
    })
  }

  async #refresh(now: number): Promise<void> {
    let era: number
    do {
      era = this.#era
      await this.#look()
    } while (era !== this.#era)
    this.#checkedAt = now
  }

  async #look(): Promise<void> {
    try {
      const revision = await this.#store.revision()
      if (revision !== this.#view?.revision) {
        this.#view = await takeView(this.#store, revision)
        this.#hasAgents ||= this.#view.agents.size > 0
        for (const listener of this.#listeners) listener()
      }
      this.#problem = undefined
    } catch (error) {
      this.#problem = messageOf(error)
    }
  }
}

/** Under the number that was read first: what changes meanwhile is looked up again, whichever part has it already. */
async function takeView(store: Store, revision: number): Promise<RightsView> {
  const [overview, agents, grants] = await Promise.all([
    store.catalogue.overview(),
    store.agents.list(),
    store.grants.list(),
  ])
  return {
    revision,
    tools: new Map(overview.tools.map((tool) => [tool.name, tool])),
    agents: agentsOf(agents, overview),
    agentNames: agents.filter(({ expiresAt }) => expiresAt === undefined).map(({ name }) => name),
    grants: Map.groupBy(grants.flatMap(grantedOf), ({ grant }) => grant.tool),
  }
}

function agentsOf(agents: readonly AgentRecord[], { tools }: CatalogueOverview): Map<string, AgentTools> {
  const names = new Map(tools.map(({ id, name }) => [id, name]))
  const byName = new Map<string, AgentTools>()
  const byId = new Map<string, AgentTools>()
  for (const agent of agents) {
    const pins = new Map(
      agent.tools.flatMap(({ toolId, pinned }) => {
        const name = names.get(toolId)
        return name === undefined ? [] : [[name, pinned] as const]
      }),
    )
    const bound: AgentTools = {
      kind: 'tools',
      agent: agent.name,
      names: [...pins.keys()],
      has: (tool) => pins.has(tool) || companionTools.includes(tool),
      pinned: (tool) => pins.get(tool),
    }
    byName.set(agent.name, bound)
    byId.set(agent.id, bound)
  }
  return new Map([...byName, ...byId])
}

/** A rule that can't be read grants nothing, and takes nothing else with it. */
function grantedOf(grant: Grant): RuleOfGrant[] {
  try {
    return [{ id: grant.id, by: grant.by, grant, rule: parseRule(grant.rule, 'allow') }]
  } catch {
    return []
  }
}
