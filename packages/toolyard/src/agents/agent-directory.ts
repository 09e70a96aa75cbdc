/**
 * Agents as people make them: a name, a prompt, a model, and the tools that they have.
 *
 * A binding names a tool by its id, so that it outlives a tool that disappears: it stays visible, and marked. What is wrong
 * is refused by name and changes nothing.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { checkKeys, nearest, tellValue, ToolyardError } from '../kernel/index.ts'
import type {
  AgentBinding,
  AgentRecord,
  CatalogueOverview,
  CatalogueTool,
  Store,
  ToolState,
} from '../store/index.ts'

export interface AgentSpec {
  readonly name: string
  readonly prompt?: string | undefined
  readonly model?: string | undefined
  readonly runner?: string | undefined
  /** Ids or names of tools. */
  readonly toolIds?: readonly string[] | undefined
  /** Whether the agent stays with the versions that its tools have now. */
  readonly pinned?: boolean | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** One tool of an agent, as it stands now. */
export interface BoundTool {
  readonly id: string
  readonly name: string
  /** `changed`: the agent is bound to another version. */
  readonly state: ToolState | 'disabled' | 'changed'
  readonly pinned?: string | undefined
}

export interface Agent extends Omit<AgentRecord, 'tools'> {
  readonly toolIds: readonly string[]
  readonly tools: readonly BoundTool[]
}

export interface AgentDirectoryParts {
  readonly store: Store
  readonly now: () => number
  /** Brings the catalogue up to date: ids are looked up there. */
  readonly sync: () => Promise<unknown>
  /** Told when bindings change. */
  readonly changed: () => void
}

const specNames: readonly (keyof AgentSpec)[] = [
  'name',
  'prompt',
  'model',
  'runner',
  'toolIds',
  'pinned',
  'settings',
]
const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u

export class AgentDirectory {
  readonly #parts: AgentDirectoryParts

  constructor(parts: AgentDirectoryParts) {
    this.#parts = parts
  }

  async list(): Promise<readonly Agent[]> {
    const { store } = this.#parts
    const [agents, overview] = await Promise.all([store.agents.list(), store.catalogue.overview()])
    return agents.map((agent) => agentOf(agent, overview))
  }

  /** By id or name; throws `agent_not_found`. */
  async find(idOrName: string): Promise<Agent> {
    const { store } = this.#parts
    return agentOf(await this.#record(idOrName), await store.catalogue.overview())
  }

  async create(spec: AgentSpec): Promise<Agent> {
    checkSpec(spec)
    await this.#checkFree(spec.name)
    const { now } = this.#parts
    const overview = await this.#overview()
    const at = now()
    return this.#save(
      {
        id: randomUUID(),
        name: spec.name,
        prompt: spec.prompt ?? '',
        model: spec.model,
        runner: spec.runner,
        settings: spec.settings ?? {},
        tools: bindings(spec.toolIds ?? [], { overview, pinned: spec.pinned ?? false, agent: spec.name }),
        createdAt: at,
        updatedAt: at,
      },
      overview,
    )
  }

  /** What is not given stays as it is. */
  async update(idOrName: string, spec: Partial<AgentSpec>): Promise<Agent> {
    const before = await this.#record(idOrName)
    checkSpec({ ...spec, name: spec.name ?? before.name })
    const isRenamed = spec.name !== undefined && spec.name !== before.name
    if (isRenamed) await this.#checkFree(spec.name)
    const overview = await this.#overview()
    const { toolIds, pinned, ...facts } = spec
    const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
    const isPinned = pinned ?? before.tools.some((tool) => tool.pinned !== undefined)
    const renewed =
      toolIds === undefined && pinned === undefined
        ? before.tools
        : bindings(toolIds ?? before.tools.map(({ toolId }) => toolId), {
            overview,
            pinned: isPinned,
            agent: before.name,
          })
    if (isRenamed) await this.#revokeGrants([before.name])
    return this.#save({ ...before, ...given, tools: renewed, updatedAt: this.#parts.now() }, overview)
  }

  async remove(idOrName: string): Promise<Agent> {
    const agent = await this.find(idOrName)
    await this.#revokeGrants([agent.name, agent.id])
    await this.#parts.store.agents.remove(agent.id)
    this.#parts.changed()
    return agent
  }

  /** Neither a name nor an id of another: calls name an agent by either. */
  async #checkFree(name: string): Promise<void> {
    if (await this.#parts.store.agents.find(name))
      throw new ToolyardError('name_taken', `there is an agent named "${name}" already`, {
        hint: 'Give it another name, or change that one with "toolyard agent update".',
      })
  }

  /** What was granted to an agent is not for the next one that has its name. */
  async #revokeGrants(keys: readonly string[]): Promise<void> {
    const { grants } = this.#parts.store
    for (const { id, agent } of await grants.list())
      if (agent !== undefined && keys.includes(agent)) await grants.revoke(id)
  }

  async #record(idOrName: string): Promise<AgentRecord> {
    const { store } = this.#parts
    const found = await store.agents.find(idOrName)
    if (found) return found
    const names = (await store.agents.list()).map(({ name }) => name)
    const near = nearest(idOrName, names)
    throw new ToolyardError('agent_not_found', `there is no agent named "${idOrName}"`, {
      hint:
        near.length > 0
          ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
          : names.length > 0
            ? `Agents: ${names.slice(0, 20).join(', ')}.`
            : 'Make one with "toolyard agent create".',
    })
  }

  async #overview(): Promise<CatalogueOverview> {
    await this.#parts.sync()
    return this.#parts.store.catalogue.overview()
  }

  async #save(record: AgentRecord, overview: CatalogueOverview): Promise<Agent> {
    await this.#parts.store.agents.save(record)
    this.#parts.changed()
    return agentOf(record, overview)
  }
}

function agentOf({ tools, ...facts }: AgentRecord, overview: CatalogueOverview): Agent {
  const known = new Map(overview.tools.map((tool) => [tool.id, tool]))
  return {
    ...facts,
    toolIds: tools.map(({ toolId }) => toolId),
    tools: tools.map((binding) => boundTool(binding, known.get(binding.toolId))),
  }
}

function boundTool({ toolId, pinned }: AgentBinding, tool: CatalogueTool | undefined): BoundTool {
  if (!tool) return { id: toolId, name: toolId, state: 'removed' }
  const state = tool.enabled ? tool.state : 'disabled'
  const isOther = state === 'active' && pinned !== undefined && pinned !== tool.fingerprint
  return {
    id: toolId,
    name: tool.name,
    state: isOther ? 'changed' : state,
    ...(pinned !== undefined && { pinned }),
  }
}

interface BindingContext {
  readonly overview: CatalogueOverview
  readonly pinned: boolean
  readonly agent: string
}

/** Every id or name once, and of a tool that is in the catalogue. */
function bindings(wanted: readonly string[], { overview, pinned, agent }: BindingContext): AgentBinding[] {
  const byId = new Map(overview.tools.map((tool) => [tool.id, tool]))
  const byName = new Map(overview.tools.map((tool) => [tool.name, tool]))
  const taken = new Map<string, AgentBinding>()
  for (const name of wanted) {
    const tool = byId.get(name) ?? byName.get(name)
    if (!tool) throw unknownTool(name, [...byName.keys()], agent)
    if (taken.has(tool.id))
      throw new ToolyardError('invalid_arguments', `agent "${agent}": tool "${tool.name}" is named twice`, {
        hint: 'Name every tool once.',
      })
    taken.set(tool.id, { toolId: tool.id, ...(pinned && { pinned: tool.fingerprint }) })
  }
  return [...taken.values()]
}

function unknownTool(name: string, names: readonly string[], agent: string): ToolyardError {
  const near = nearest(name, names)
  return new ToolyardError('tool_not_found', `agent "${agent}": there is no tool "${name}"`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((other) => `"${other}"`).join(' or ')}?`
        : 'See what there is with "toolyard ls".',
  })
}

function checkSpec(spec: AgentSpec): void {
  checkKeys(spec, specNames, 'an agent')
  if (typeof spec.name !== 'string' || !nameForm.test(spec.name))
    throw wrong('name', spec.name, 'letters, digits, spaces, dots, dashes; at most 100')
  for (const key of ['prompt', 'model', 'runner'] as const)
    if (spec[key] !== undefined && typeof spec[key] !== 'string') throw wrong(key, spec[key], 'a text')
  const { toolIds, settings, pinned } = spec
  if (toolIds !== undefined && !(Array.isArray(toolIds) && toolIds.every((id) => typeof id === 'string')))
    throw wrong('toolIds', toolIds, 'a list of ids or names of tools')
  if (
    settings !== undefined &&
    (typeof settings !== 'object' || settings === null || Array.isArray(settings))
  )
    throw wrong('settings', settings, 'an object')
  if (pinned !== undefined && typeof pinned !== 'boolean') throw wrong('pinned', pinned, 'true or false')
}

function wrong(field: string, value: unknown, expected: string): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `${field} of an agent: ${tellValue(value)} is not ${expected}`,
    {
      hint: `Give ${expected}.`,
    },
  )
}
