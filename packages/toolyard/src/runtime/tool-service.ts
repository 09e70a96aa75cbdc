/**
 * `ToolService`: what `createToolyard` returns. Everything that a program does with tools, through one pipeline.
 *
 * @module
 */
import type { AgentDirectory, AgentRuns } from '../agents/index.ts'
import {
  type DataOf,
  type McpAccess,
  type StoredResult,
  textOf,
  type Tool,
  type ToolEvent,
  type ToolManifest,
  type ToolResult,
} from '../define/index.ts'
import {
  type CompiledDefinition,
  copyDefinition,
  type DialectName,
  type DialectReport,
  promisesOutput,
  type ProviderAnswer,
  type ProviderDefinition,
  type ProviderToolCall,
  renderResult,
} from '../dialects/index.ts'
import type { DiscoverProblem } from '../discover/index.ts'
import type { McpToolDefinition } from '../discover/mcp/index.ts'
import type { AuthoriseOptions, SettleOptions } from '../executors/mcp/index.ts'
import type { ThreadContext, ThreadContextManager } from '../executors/index.ts'
import { messageOf } from '../kernel/index.ts'
import {
  type CallOptions,
  type CallRequest,
  type EndListener,
  errorOf,
  type EventSink,
  type Explanation,
  type HookExecutor,
  type Policy,
} from '../pipeline/index.ts'
import {
  entryOf,
  type FoundTools,
  type SyncReport,
  type ToolHistory,
  type ToolRegistry,
} from '../registry/index.ts'
import type { CallFilter, CallJournal, CallRecord, Store } from '../store/index.ts'
import type { Inbox } from './inbox.ts'
import {
  mcpToolUnder,
  type RestToolDefinition,
  restToolUnder,
  type StatefulToolDefinition,
  type StatelessToolDefinition,
  toolUnder,
} from './legacy/tool-definitions.ts'
import type { McpOffers } from './offers/mcp-offers.ts'
import { type ProviderCall, readProviderCall } from './provider-call.ts'
import type { ServiceParts } from './service-parts.ts'
import type { Triggers } from './triggers/index.ts'

export interface DefinitionOptions {
  /** Pins what is shown: calls of this thread run these versions until it is shown others. */
  readonly threadId?: string
}

export class ToolService implements AsyncDisposable {
  readonly registry: ToolRegistry
  readonly hooks: HookExecutor
  readonly threads: ThreadContextManager
  /** Agents and the tools that they have. */
  readonly agents: AgentDirectory
  /** Agents at work. */
  readonly runs: AgentRuns
  /** Versions of tools, and what people decided about them. */
  readonly history: ToolHistory
  /** What people are asked, their answers, and what they granted. */
  readonly inbox: Inbox
  /** What others start here by signed requests. */
  readonly triggers: Triggers
  /** What outlives the process. */
  readonly store: Store
  readonly #parts: ServiceParts
  #syncProblem: DiscoverProblem | undefined
  #closing: Promise<void> | undefined
  #offers: McpOffers | undefined

  constructor(parts: ServiceParts) {
    this.#parts = parts
    this.registry = parts.registry
    this.hooks = parts.core.hooks
    this.threads = parts.threads
    this.agents = parts.agents
    this.runs = parts.runs
    this.history = parts.history
    this.inbox = parts.inbox
    this.triggers = parts.triggers
    this.store = parts.store
  }

  /**
   * Runs a tool, by its name or by what `defineTool` returned: then the compiler knows its arguments and its data. Never throws
   * and never rejects: a fault is a result.
   */
  call(tool: string, input?: unknown, options?: CallOptions): Promise<ToolResult>
  call<Input, Output, Given>(
    tool: Tool<Input, Output, Given>,
    ...rest: {} extends Given ? [input?: Given, options?: CallOptions] : [input: Given, options?: CallOptions]
  ): Promise<ToolResult<DataOf<Output>>>
  call(tool: string | Tool, input: unknown = {}, options?: CallOptions): Promise<ToolResult> {
    return this.#parts.pipeline.call(typeof tool === 'string' ? tool : tool.manifest.name, input, options)
  }

  /** The same call as events; ending the iteration early cancels it. */
  stream(
    tool: string,
    input: unknown = {},
    options?: CallOptions,
  ): AsyncGenerator<ToolEvent, void, undefined> {
    return this.#parts.pipeline.stream(tool, input, options)
  }

  /** The same call; its events go to `sink` while it runs, all but the result, which is answered. */
  callWith(sink: EventSink, request: CallRequest): Promise<ToolResult> {
    return this.#parts.pipeline.callWith(sink, request)
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
        structured: dialect === 'mcp' && promisesOutput(this.compiled(dialect, result.tool)),
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

  /** One tool in a provider's form, with the way back for arguments; nothing where there is no such tool. */
  compiled(dialect: DialectName, tool: string): CompiledDefinition | undefined {
    const manifest = this.registry.registrations.get(tool)?.manifest
    return manifest && this.#parts.definitions.compile(manifest, dialect)
  }

  /** The whole of an answer that was too long to show, under the handle that its result names. */
  readResult(handle: string): Promise<StoredResult | undefined> {
    return this.#parts.core.results.read(handle)
  }

  /** Brings the catalogue in step with the tools that are registered, and says what that changed. */
  syncTools(options: { readonly dryRun?: boolean } = {}): Promise<SyncReport> {
    return this.#parts.sync.sync(options)
  }

  /** Tools by what they do, best first: by words, and by meaning too with `models.embedding`. `note` says what is missing. */
  search(query: string, limit = 5): Promise<FoundTools> {
    const manifests = this.registry.listAll()
    return this.#parts.search.find({ manifests, query, limit })
  }

  /** Whether `search` goes by meaning too. */
  get searchesByMeaning(): boolean {
    return this.#parts.search.isByMeaning
  }

  /** What the first sync came to: the one at the start, where there is a database. */
  get syncReport(): SyncReport | undefined {
    return this.#parts.sync.first
  }

  /** How faithfully each tool can be told in a provider's form. */
  reports(dialect: DialectName = 'openai'): readonly DialectReport[] {
    return this.#parts.definitions.assemble(this.registry.snapshot(), dialect, this.#parts.rights).reports
  }

  /** One definition in a provider's form, hidden or not. */
  compile(manifest: ToolManifest, dialect: DialectName): CompiledDefinition {
    return this.#parts.definitions.compile(manifest, dialect)
  }

  /** The rules by which calls are decided. */
  get policy(): Policy {
    return this.#parts.core.policy
  }

  /** Calls that run now, and calls that wait for a place. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#parts.pipeline.running, waiting: this.#parts.core.concurrency.waiting }
  }

  /** Calls `listener`, which must not throw, with the result of every call that ends here, and whether its tool was started. Answers how to stop it. */
  onCallEnded(listener: EndListener): () => void {
    return this.#parts.pipeline.onEnded(listener)
  }

  /** What policy would say of a call; a result where the call would fail before. */
  explain(tool: string, input: unknown = {}, options?: CallOptions): Promise<Explanation | ToolResult> {
    return this.#parts.pipeline.explain(tool, input, options)
  }

  /** Calls that were made, newest first. */
  async calls(filter: CallFilter = {}): Promise<readonly CallRecord[]> {
    return (await this.#parts.core.journal?.list(filter)) ?? []
  }

  /** Where calls are written down, if they are. */
  get journal(): CallJournal | undefined {
    return this.#parts.core.journal
  }

  /** Calls `listener` when tools come, go or change, for everybody or for an agent. Answers how to stop it. */
  onToolsChanged(listener: () => void): () => void {
    const { rights, core } = this.#parts
    rights.watch(() => core.clock.now())
    const stops = [this.registry.registrations.onChange(listener), rights.onChange(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  cancel(callId: string): boolean {
    return this.#parts.pipeline.cancel(callId)
  }

  thread(id: string): ThreadContext {
    return this.threads.get(id)
  }

  /** Files and servers that gave no tools, and why. */
  get problems(): readonly DiscoverProblem[] {
    return [...this.#parts.sources.problems, ...(this.#syncProblem ? [this.#syncProblem] : [])]
  }

  /** A copy of texts or data without secrets; the same where there are none. */
  redact<T>(value: T): T {
    return this.#parts.core.redactor.redactValue(value) as T
  }

  /** For the runtime: the catalogue could not be brought up to date. */
  note(error: unknown): void {
    this.#syncProblem = { file: this.store.location, reason: messageOf(error) }
  }

  get workspace(): string {
    return this.#parts.core.settings.workspace
  }

  registerStatelessTool<const S, Else = Record<string, unknown>>(
    name: string,
    definition: StatelessToolDefinition<S, Else>,
  ): void {
    this.#register(name, definition)
  }

  registerStatefulTool<const S>(name: string, definition: StatefulToolDefinition<S>): void {
    this.#register(name, definition)
  }

  registerRestTool(name: string, definition: RestToolDefinition): void {
    this.registry.registrations.base.add(entryOf(restToolUnder(name, definition)))
  }

  /** A tool of an MCP server that the application describes itself; `serverUrl` names a server that is not configured. */
  registerMcpTool(name: string, definition: McpToolDefinition): void {
    const tool = mcpToolUnder(name, definition)
    this.#parts.mcp.describe(definition)
    this.registry.registrations.base.add(entryOf(tool))
  }

  /** MCP servers and how they stand; nothing where none is configured. */
  get mcp(): McpAccess | undefined {
    return this.#parts.mcp.access
  }

  /** Prompts and resources of MCP servers, as callers may use them; calls of them go through the pipeline. */
  async offers(): Promise<McpOffers> {
    const { McpOffers: Offers } = await import('./offers/mcp-offers.ts')
    return (this.#offers ??= new Offers(this.#parts.core))
  }

  /** When every MCP server has been tried once, so that nothing new is to be expected soon; `refresh` asks all of them anew, `servers` waits for those alone. */
  async settled(options?: SettleOptions): Promise<void> {
    await this.#parts.mcp.settled(options)
    await this.#parts.rights.renew(this.#parts.core.clock.now())
  }

  /** Lets a person agree, in a browser, that an MCP server is used. */
  authorise(server: string, options: AuthoriseOptions): Promise<void> {
    return this.#parts.mcp.authorise(server, options)
  }

  /** As older code calls it: the tool's text, under the thread's state. */
  execute(tool: string, params: unknown = {}, threadId?: string): Promise<string> {
    return this.call(tool, params, { threadId }).then(textOf)
  }

  /** Ends running calls, disposes what threads own, stops watching. Safe to call twice. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #register(name: string, definition: object): void {
    this.registry.registrations.base.add(entryOf(toolUnder(name, definition)))
  }

  #decode(dialect: DialectName, call: ProviderCall): unknown {
    const compiled = this.compiled(dialect, call.name)
    return compiled ? compiled.decode(call.input) : call.input
  }

  async #close(): Promise<void> {
    await this.runs.close()
    const ended = this.#parts.pipeline.close()
    await this.threads.cleanupAll()
    // Servers are told that we leave, while they can be.
    await this.#parts.mcp.close()
    await this.#parts.search.close()
    await this.#parts.core.host.close()
    await this.#parts.sources.close()
    await ended
    this.#parts.rights.close()
    this.inbox.answers.close()
    await this.#parts.sync.close()
    await this.#parts.keeper.close()
    if (this.#parts.ownsStore) await this.store.close()
    this.#parts.core.clock.close()
  }
}
