/**
 * Names of `ToolService` that older documents and earlier versions use, on top of what it has today.
 *
 * @module
 */
import {
  type McpAccess,
  type StoredResult,
  textOf,
  type ToolManifest,
  type ToolResult,
} from '../../define/index.ts'
import type { CompiledDefinition, DialectName, DialectReport } from '../../dialects/index.ts'
import type { McpToolDefinition } from '../../kinds/mcp/definition/index.ts'
import type { AuthoriseOptions, SettleOptions } from '../../kinds/mcp/executor/index.ts'
import type {
  CallRequest,
  EndListener,
  EventSink,
  Policy,
  ThreadContext,
  ThreadContextManager,
} from '../../pipeline/index.ts'
import { entryOf, type SyncReport, type ToolHistory, type ToolRegistry } from '../../registry/index.ts'
import type { CallFilter, CallRecord } from '../../store/index.ts'
import type { CallLog } from '../service/call-log.ts'
import type { DialectForms } from '../service/dialect-forms.ts'
import type { ConnectedServers } from '../service/connected-servers.ts'
import type { ToolCatalogue } from '../service/tool-catalogue.ts'
import type { FollowedCall, Installation } from '../service/installation.ts'
import {
  mcpToolUnder,
  type RestToolDefinition,
  restToolUnder,
  type StatefulToolDefinition,
  type StatelessToolDefinition,
  toolUnder,
} from './tool-definitions.ts'

export abstract class EarlierService {
  abstract readonly registry: ToolRegistry
  abstract readonly catalogue: ToolCatalogue
  abstract readonly dialects: DialectForms
  abstract readonly servers: ConnectedServers
  abstract readonly threads: ThreadContextManager
  abstract readonly journal: CallLog
  abstract readonly installation: Installation
  abstract call(tool: string, input?: unknown, options?: FollowedCall): Promise<ToolResult>

  /** The tool's text, under the thread's state. */
  execute(tool: string, params: unknown = {}, threadId?: string): Promise<string> {
    return this.call(tool, params, { threadId }).then(textOf)
  }

  thread(id: string): ThreadContext {
    return this.threads.get(id)
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
    this.servers.describe(definition)
    this.registry.registrations.base.add(entryOf(tool))
  }

  /** @deprecated Use `journal.list()`. */
  calls(filter: CallFilter = {}): Promise<readonly CallRecord[]> {
    return this.journal.list(filter)
  }

  /** @deprecated Use `catalogue`. */
  get history(): ToolHistory {
    return this.catalogue
  }

  /** @deprecated Use `catalogue.sync()`. */
  syncTools(options: { readonly dryRun?: boolean } = {}): Promise<SyncReport> {
    return this.catalogue.sync(options)
  }

  /** @deprecated Use `catalogue.report`. */
  get syncReport(): SyncReport | undefined {
    return this.catalogue.report
  }

  /** @deprecated Use `catalogue.note()`. */
  note(error: unknown): void {
    this.catalogue.note(error)
  }

  /** @deprecated Use `dialects.of()`. */
  compiled(dialect: DialectName, tool: string): CompiledDefinition | undefined {
    return this.dialects.of(tool, dialect)
  }

  /** @deprecated Use `dialects.compile()`. */
  compile(manifest: ToolManifest, dialect: DialectName): CompiledDefinition {
    return this.dialects.compile(manifest, dialect)
  }

  /** @deprecated Use `dialects.reports()`. */
  reports(dialect: DialectName = 'openai'): readonly DialectReport[] {
    return this.dialects.reports(dialect)
  }

  /** @deprecated Use `journal.readResult()`. */
  readResult(handle: string): Promise<StoredResult | undefined> {
    return this.journal.readResult(handle)
  }

  /** @deprecated Use `journal.load`. */
  get load(): CallLog['load'] {
    return this.journal.load
  }

  /** @deprecated Use `journal.onEnded()`. */
  onCallEnded(listener: EndListener): () => void {
    return this.journal.onEnded(listener)
  }

  /** @deprecated Use `registry.onChange()`. */
  onToolsChanged(listener: () => void): () => void {
    return this.registry.onChange(listener)
  }

  /** @deprecated Use `call(tool, input, { events: sink })`. */
  callWith(sink: EventSink, { tool, input, ...options }: CallRequest): Promise<ToolResult> {
    return this.call(tool, input, { ...options, events: sink })
  }

  /** @deprecated Use `servers.access`. */
  get mcp(): McpAccess | undefined {
    return this.servers.access
  }

  /** @deprecated Use `servers.settled()`. */
  settled(options?: SettleOptions): Promise<void> {
    return this.servers.settled(options)
  }

  /** @deprecated Use `servers.authorise()`. */
  authorise(server: string, options: AuthoriseOptions): Promise<void> {
    return this.servers.authorise(server, options)
  }

  /** @deprecated Use `servers.offers()`. */
  offers(): ReturnType<ConnectedServers['offers']> {
    return this.servers.offers()
  }

  /** @deprecated Use `installation.workspace`. */
  get workspace(): string {
    return this.installation.workspace
  }

  /** @deprecated Use `installation.policy`. */
  get policy(): Policy {
    return this.installation.policy
  }

  /** @deprecated Use `installation.searchesByMeaning`. */
  get searchesByMeaning(): boolean {
    return this.installation.searchesByMeaning
  }

  /** @deprecated Use `installation.redact()`. */
  redact<T>(value: T): T {
    return this.installation.redact(value)
  }

  #register(name: string, definition: object): void {
    this.registry.registrations.base.add(entryOf(toolUnder(name, definition)))
  }
}
