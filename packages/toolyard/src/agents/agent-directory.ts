/**
 * Agents as people make them: a name, a prompt, a model, and the tools that they have.
 *
 * A binding names a tool by its id, so that it outlives a tool that disappears: it stays visible, and marked. What is wrong
 * is refused by name and changes nothing. What an agent was before each change is kept, and can be brought back.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { didYouMean, nearest, ToolyardError } from '../kernel/index.ts'
import type { AgentRecord, AgentVersion, CatalogueOverview, NewAgentVersion, Store } from '../store/index.ts'
import { newVersions } from './agent-history.ts'
import { checkAgentSettings, checkNamedTools, fallbacksIn } from './agent-settings.ts'
import { type AgentSpec, checkSpec } from './agent-spec.ts'
import { type Agent, agentOf, bindings } from './bound-tools.ts'

export interface AgentDirectoryParts {
  readonly store: Store
  readonly now: () => number
  /** Brings the catalogue up to date: ids are looked up there. */
  readonly sync: () => Promise<unknown>
  /** Told when bindings change. */
  readonly changed: () => void
  /** Names of runners. */
  readonly runners: readonly string[]
  /** Throws `invalid_config` if a runner has no such model. A key that is missing is no fault of the agent. */
  readonly checkModel: (agent: string, model: string, runner: string | undefined) => Promise<void>
}

export class AgentDirectory {
  readonly #parts: AgentDirectoryParts

  constructor(parts: AgentDirectoryParts) {
    this.#parts = parts
  }

  /** Names of what may run an agent's model. */
  get runners(): readonly string[] {
    return this.#parts.runners
  }

  /** Without drafts. */
  async list(): Promise<readonly Agent[]> {
    const { store } = this.#parts
    const [agents, overview] = await Promise.all([store.agents.list(), store.catalogue.overview()])
    return agents.filter(({ expiresAt }) => expiresAt === undefined).map((agent) => agentOf(agent, overview))
  }

  /** By id or name; throws `agent_not_found`. */
  async find(idOrName: string): Promise<Agent> {
    const { store } = this.#parts
    return agentOf(await this.#record(idOrName), await store.catalogue.overview())
  }

  async create(spec: AgentSpec, by?: string): Promise<Agent> {
    const record = await this.#made(spec)
    return this.#save(record, newVersions(undefined, record, { by, known: true }))
  }

  /** An agent for a try: it is not listed and has no history. Throws what `create` throws. */
  async draft(
    spec: AgentSpec,
    facts: { readonly id?: string | undefined; readonly expiresAt: number },
  ): Promise<Agent> {
    const { id, expiresAt } = facts
    if (id === undefined) return this.#save({ ...(await this.#made(spec)), expiresAt }, [])
    const before = await this.#record(id)
    return this.#save({ ...(await this.#changed(before, { ...spec, name: before.name })), expiresAt }, [])
  }

  /** What is not given stays as it is; an empty model or runner takes it away. */
  async update(idOrName: string, spec: Partial<AgentSpec>, by?: string): Promise<Agent> {
    const before = await this.#record(idOrName)
    const record = await this.#changed(before, spec)
    if (record.name !== before.name) await this.#revokeGrants([before.name])
    return this.#save(record, await this.#newVersions(before, record, by))
  }

  /** What an agent was after each change, the newest first. Throws `agent_not_found`. */
  async versions(idOrName: string): Promise<readonly AgentVersion[]> {
    const { id } = await this.#record(idOrName)
    return this.#parts.store.agents.versions(id)
  }

  /** Brings back what an agent was, under the name that it has now. Its tools are bound as they were, also those that are gone. */
  async restore(idOrName: string, version: number, by?: string): Promise<Agent> {
    const before = await this.#record(idOrName)
    const versions = await this.#parts.store.agents.versions(before.id)
    const found = versions.find((one) => one.version === version)
    if (!found)
      throw new ToolyardError('not_found', `agent "${before.name}" has no version ${version}`, {
        hint: `Versions: ${versions.map((one) => one.version).join(', ') || 'none'}.`,
      })
    const { prompt, model, runner, settings, tools } = found
    const updatedAt = this.#parts.now()
    const record = { ...before, prompt, model, runner, settings, tools, updatedAt }
    return this.#save(record, await this.#newVersions(before, record, by))
  }

  async remove(idOrName: string): Promise<Agent> {
    const agent = await this.find(idOrName)
    await this.#revokeGrants([agent.name, agent.id])
    await this.#parts.store.agents.remove(agent.id)
    this.#parts.changed()
    return agent
  }

  async #made(spec: AgentSpec): Promise<AgentRecord> {
    checkSpec(spec)
    const given = withoutEmpty(spec)
    await this.#checkRunner(given, given)
    await this.#checkFree(spec.name)
    const overview = await this.#overview()
    const at = this.#parts.now()
    const record: AgentRecord = {
      id: randomUUID(),
      name: spec.name,
      prompt: spec.prompt ?? '',
      model: given.model,
      runner: given.runner,
      settings: spec.settings ?? {},
      tools: bindings(spec.toolIds ?? [], { overview, pinned: spec.pinned ?? false, agent: spec.name }),
      createdAt: at,
      updatedAt: at,
    }
    checkNamedTools(agentOf(record, overview))
    return record
  }

  async #changed(before: AgentRecord, spec: Partial<AgentSpec>): Promise<AgentRecord> {
    checkSpec({ ...spec, name: spec.name ?? before.name })
    const { toolIds, pinned, ...facts } = spec
    const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
    const after: AgentRecord = withoutEmpty({ ...before, ...given })
    const settings = spec.settings ?? (spec.runner === undefined ? undefined : before.settings)
    await this.#checkRunner(after, { ...withoutEmpty(spec), settings })
    if (after.name !== before.name) await this.#checkFree(after.name)
    const overview = await this.#overview()
    const isPinned = pinned ?? before.tools.some((tool) => tool.pinned !== undefined)
    const tools =
      toolIds === undefined && pinned === undefined
        ? before.tools
        : bindings(toolIds ?? before.tools.map(({ toolId }) => toolId), {
            overview,
            pinned: isPinned,
            agent: before.name,
          })
    const record = { ...after, tools, updatedAt: this.#parts.now() }
    if (spec.settings ?? toolIds) checkNamedTools(agentOf(record, overview))
    return record
  }

  /** What is new is checked: an agent that was saved before is not refused for what it has. */
  async #checkRunner(
    { name, runner, model }: Pick<AgentSpec, 'name' | 'runner' | 'model'>,
    given: Partial<AgentSpec>,
  ): Promise<void> {
    const { runners, checkModel } = this.#parts
    if (given.runner !== undefined && !runners.includes(given.runner))
      throw new ToolyardError(
        'invalid_config',
        `agent "${name}": there is no runner "${given.runner}".${didYouMean(given.runner, runners)}`,
        {
          hint: `Runners: ${runners.join(', ')}.`,
          says: { key: 'runnerNotFound', values: [given.runner, nearest(given.runner, runners)[0] ?? ''] },
        },
      )
    if (given.settings) checkAgentSettings(name, given.settings, runner)
    if (model !== undefined && (given.model ?? given.runner) !== undefined)
      await checkModel(name, model, runner)
    for (const other of fallbacksIn(given.settings)) await checkModel(name, other, runner)
  }

  /** Neither a name nor an id of another: calls name an agent by either. */
  async #checkFree(name: string): Promise<void> {
    if (await this.#parts.store.agents.find(name))
      throw new ToolyardError('name_taken', `there is an agent named "${name}" already`, {
        hint: 'Give it another name, or change that one with "toolyard agent update".',
        says: { key: 'agentNameTaken', values: [name] },
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
    const names = (await this.list()).map(({ name }) => name)
    const near = nearest(idOrName, names)
    throw new ToolyardError('agent_not_found', `there is no agent named "${idOrName}"`, {
      says: { key: 'agentNotFound', values: [idOrName, near[0] ?? ''] },
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

  async #newVersions(
    before: AgentRecord,
    after: AgentRecord,
    by: string | undefined,
  ): Promise<readonly NewAgentVersion[]> {
    const known = (await this.#parts.store.agents.versions(before.id)).length > 0
    return newVersions(before, after, { by, known })
  }

  async #save(record: AgentRecord, versions: readonly NewAgentVersion[]): Promise<Agent> {
    const { store, changed } = this.#parts
    await store.agents.save(record, versions)
    changed()
    return agentOf(record, await store.catalogue.overview())
  }
}

/** A form sends an empty field for what it has none of. */
function withoutEmpty<
  T extends { readonly model?: string | undefined; readonly runner?: string | undefined },
>(given: T): T {
  return {
    ...given,
    ...(given.model === '' && { model: undefined }),
    ...(given.runner === '' && { runner: undefined }),
  }
}
