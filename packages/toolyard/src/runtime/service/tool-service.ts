/**
 * `ToolService`: what `createToolyard` returns. Everything that a program does with tools, through one pipeline.
 *
 * @module
 */
import type { AgentDirectory, AgentRuns } from '../../agents/index.ts'
import type { DataOf, DiscoverProblem, Tool, ToolEvent, ToolResult } from '../../define/index.ts'
import {
  copyDefinition,
  type DialectName,
  promisesOutput,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderDefinition,
  type ProviderToolCall,
  readProviderCall,
  renderResult,
} from '../../dialects/index.ts'
import type { Inbox } from '../../people/index.ts'
import {
  type CallOptions,
  type CallRequest,
  errorOf,
  type Explanation,
  type HookExecutor,
  policyGroups,
  type ThreadContextManager,
} from '../../pipeline/index.ts'
import type { FoundTools, ToolRegistry } from '../../registry/index.ts'
import type { Store } from '../../store/index.ts'
import type { BackgroundCalls } from '../../parts/index.ts'
import { EarlierService } from '../legacy/earlier-service.ts'
import type { Triggers } from '../triggers/index.ts'
import { backgroundCall } from './background-call.ts'
import { CallLog } from './call-log.ts'
import type { FollowedCall, Installation } from './installation.ts'
import { DialectForms } from './dialect-forms.ts'
import { replayRule } from './policy-replay.ts'
import { ConnectedServers } from './connected-servers.ts'
import type { ServiceParts } from './service-parts.ts'
import { ToolCatalogue } from './tool-catalogue.ts'

export interface DefinitionOptions {
  /** Pins what is shown: calls of this thread run these versions until it is shown others. */
  readonly threadId?: string
}

export class ToolService extends EarlierService implements AsyncDisposable {
  /** Tools that are registered here, by name. */
  readonly registry: ToolRegistry
  /** Versions of tools, and what people decided about them. */
  readonly catalogue: ToolCatalogue
  /** Tools in the forms that providers take. */
  readonly dialects: DialectForms
  /** The MCP servers whose tools are used here. */
  readonly servers: ConnectedServers
  readonly hooks: HookExecutor
  readonly threads: ThreadContextManager
  /** Agents and the tools that they have. */
  readonly agents: AgentDirectory
  /** Agents at work. */
  readonly runs: AgentRuns
  /** What people are asked, their answers, and what they granted. */
  readonly inbox: Inbox
  /** Calls that were made, and calls that run. */
  readonly journal: CallLog
  /** What others start here by signed requests. */
  readonly triggers: Triggers
  /** Calls that belong to the installation, not to the process that asked for them. */
  readonly background: BackgroundCalls
  /** What outlives the process. */
  readonly store: Store
  readonly installation: Installation
  readonly #parts: ServiceParts
  #closing: Promise<void> | undefined

  constructor(parts: ServiceParts) {
    super()
    const { core, sync, store, sources } = parts
    this.#parts = parts
    this.registry = parts.registry
    this.catalogue = new ToolCatalogue({
      catalogue: store.catalogue,
      sync,
      failed: (error) => sources.fail(store.location, error),
      now: () => core.clock.wall(),
      changed: () => parts.rights.renew(core.clock.now()),
    })
    this.dialects = new DialectForms(parts)
    this.servers = new ConnectedServers(parts)
    this.hooks = core.hooks
    this.threads = parts.threads
    this.agents = parts.agents
    this.runs = parts.runs
    this.inbox = parts.inbox
    this.journal = new CallLog(core, parts.pipeline)
    this.triggers = parts.triggers
    this.background = parts.background
    this.store = store
    this.installation = {
      workspace: core.settings.workspace,
      policy: core.policy,
      policyGroups: () => policyGroups(core.policy, parts.registry.listAll()),
      replay: (rule) => replayRule({ pipeline: parts.pipeline, policy: core.policy, store }, rule),
      models: parts.models,
      drafts: parts.drafts,
      searchesByMeaning: parts.search.isByMeaning,
      engine: parts.engine,
      isWorking: parts.isWorking,
      work: async () => {
        await parts.parts.work()
        await parts.runs.keeper.work()
      },
      drain: async (graceMs) => {
        const drained = parts.engine.workers.drain(graceMs)
        await parts.runs.handOver(graceMs)
        await drained
      },
      part: parts.parts.of,
      signs: parts.engine.signs,
      renewRights: () => parts.rights.renew(core.clock.now()),
      onBug: (listener) => {
        core.records.bugs?.add(listener)
        return () => core.records.bugs?.delete(listener)
      },
      redact: <T>(value: T) => core.redactor.redactValue(value) as T,
    }
  }

  /**
   * Runs a tool, by its name or by what `defineTool` returned: then the compiler knows its arguments and its data. Never throws
   * and never rejects: a fault is a result.
   */
  call(tool: string, input?: unknown, options?: FollowedCall): Promise<ToolResult>
  call<Input, Output, Given>(
    tool: Tool<Input, Output, Given>,
    ...rest: {} extends Given
      ? [input?: Given, options?: FollowedCall]
      : [input: Given, options?: FollowedCall]
  ): Promise<ToolResult<DataOf<Output>>>
  call(tool: string | Tool, input: unknown = {}, options?: FollowedCall): Promise<ToolResult> {
    const { pipeline } = this.#parts
    const name = typeof tool === 'string' ? tool : tool.manifest.name
    if (options?.background) return backgroundCall(this.background, { ...options, tool: name, input })
    if (options?.events === undefined) return pipeline.call(name, input, options)
    return pipeline.callWith(options.events, { ...options, tool: name, input })
  }

  /** The same call as events; ending the iteration early cancels it. */
  stream(
    tool: string,
    input: unknown = {},
    options?: CallOptions,
  ): AsyncGenerator<ToolEvent, void, undefined> {
    return this.#parts.pipeline.stream(tool, input, options)
  }

  /** A batch: results in order, conflicts one after the other, no failure cancels another. */
  callMany(calls: readonly CallRequest[]): Promise<ToolResult[]> {
    return this.#parts.pipeline.callMany(calls)
  }

  /** A provider's tool calls, as its client types them, run as one batch and answered in the provider's own form, for its messages. */
  async answer<Dialect extends DialectName>(
    dialect: Dialect,
    calls: readonly ProviderToolCall<Dialect>[] | undefined = [],
    options: CallOptions = {},
  ): Promise<ProviderAnswer<Dialect>[]> {
    const read = calls.map((call) => readProviderCall(dialect, call))
    const results = await this.callMany(
      read.map((call) => ({ ...options, tool: call.name, input: this.#decode(dialect, call) })),
    )
    return results.map((result, index) =>
      renderResult(result, dialect, {
        id: read[index]?.id ?? result.callId,
        name: read[index]?.name ?? result.tool,
        structured: dialect === 'mcp' && promisesOutput(this.dialects.of(result.tool, dialect)),
      }),
    )
  }

  /** Definitions for a model; tools that policy denies, or that the provider can't take, are left out. */
  definitions<Dialect extends DialectName = 'openai'>(
    dialect?: Dialect,
    options: DefinitionOptions = {},
  ): ProviderDefinition<Dialect>[] {
    const snapshot = this.registry.snapshot()
    // What others have accepted meanwhile is in the next answer.
    void this.#parts.rights.fresh(this.#parts.core.clock.now())
    if (options.threadId !== undefined) this.threads.get(options.threadId).shown = snapshot
    const { definitions, rights } = this.#parts
    const shown = definitions.assemble(snapshot, dialect ?? 'openai', rights)
    return shown.definitions.map((definition) => copyDefinition<Dialect>(definition))
  }

  /** Definitions of the tools that an agent has. Throws `agent_not_found`. */
  async definitionsFor<Dialect extends DialectName = 'openai'>(
    agent: string,
    dialect?: Dialect,
    options: DefinitionOptions = {},
  ): Promise<ProviderDefinition<Dialect>[]> {
    const { core, definitions, rights } = this.#parts
    await rights.fresh(core.clock.now())
    const tools = rights.toolsOf(agent)
    if (!tools) return this.definitions(dialect, options)
    if (tools.kind === 'refused') throw errorOf(tools)
    const snapshot = this.registry.snapshot()
    if (options.threadId !== undefined) this.threads.get(options.threadId).shown = snapshot
    return tools.names.flatMap((name) => {
      const manifest = snapshot.get(name)?.manifest
      const pinned = tools.pinned(name)
      if (!manifest || (pinned !== undefined && pinned !== manifest.fingerprint)) return []
      const definition = definitions.shown(manifest, dialect ?? 'openai', rights)
      return definition ? [copyDefinition<Dialect>(definition)] : []
    })
  }

  /** Tools by what they do, best first: by words, and by meaning too with `models.embedding`. `note` says what is missing. */
  search(query: string, limit = 5): Promise<FoundTools> {
    const manifests = this.registry.listAll()
    return this.#parts.search.find({ manifests, query, limit })
  }

  /** What policy would say of a call; a result where the call would fail before. */
  explain(tool: string, input: unknown = {}, options?: CallOptions): Promise<Explanation | ToolResult> {
    return this.#parts.pipeline.explain(tool, input, options)
  }

  /** Whether there was such a call to stop. */
  cancel(callId: string): boolean {
    return this.#parts.pipeline.cancel(callId)
  }

  /** Files and servers that gave no tools, and why. */
  get problems(): readonly DiscoverProblem[] {
    return this.#parts.sources.problems
  }

  /** Ends running calls, disposes what threads own, stops watching. Safe to call twice. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #decode(dialect: DialectName, call: ProviderCall): unknown {
    const compiled = this.dialects.of(call.name, dialect)
    return compiled ? compiled.decode(call.input) : call.input
  }

  async #close(): Promise<void> {
    const parts = this.#parts.parts.close()
    await this.runs.close()
    const ended = this.#parts.pipeline.close()
    await this.threads.cleanupAll()
    // Servers are told that we leave, while they can be.
    await this.#parts.mcp.close()
    await this.#parts.search.close()
    await this.#parts.core.host.close()
    await this.#parts.sources.close()
    await ended
    await parts
    await this.#parts.engine.close()
    this.#parts.rights.close()
    this.inbox.answers.close()
    await this.#parts.sync.close()
    await this.#parts.keeper.close()
    if (this.#parts.ownsStore) await this.store.close()
    this.#parts.core.clock.close()
  }
}
