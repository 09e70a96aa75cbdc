/**
 * Tools as a page shows them: what the catalogue knows, what is registered here, what they cost, how they were called last.
 *
 * What all tools have in common is looked up once for each state of the catalogue; what a page shows, for that page alone.
 *
 * @module
 */
import type { z } from 'zod'
import type { ToolManifest } from '../../define/index.ts'
import { type DialectName, dialectNames } from '../../dialects/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { CallRecord, CatalogueTool } from '../../store/index.ts'
import type { toolDetail, toolPage, toolSummary } from './shapes/tools.ts'
import { tokenCost } from './token-cost.ts'
import { ToolIndex, type ToolQuery } from './tool-index.ts'

export type ToolSummaryView = z.input<typeof toolSummary>
export type ToolDetailView = z.input<typeof toolDetail>

/** Of how many calls the last one of every tool is looked for, and for how long what was found counts. */
const recentCalls = 300
const recentMs = 2000
/** Tools that a search by meaning shows. */
const mostNear = 20

export class ToolViews {
  readonly #yard: ToolService
  readonly #costs = new Map<DialectName, WeakMap<ToolManifest, number>>()
  #index: ToolIndex | undefined
  #indexing: Promise<ToolIndex> | undefined
  #recent: { readonly at: number; readonly calls: ReadonlyMap<string, CallRecord> } | undefined

  constructor(yard: ToolService) {
    this.#yard = yard
  }

  /** Costs what the page holds, and once for each state of the catalogue what there is. */
  async page(query: ToolQuery): Promise<z.input<typeof toolPage>> {
    const index = await this.#current()
    const near = await this.#near(index, query)
    const { tools, ...rest } = index.page(query, near)
    const recent = await this.#recentCalls()
    const items = await Promise.all(
      tools.map(async ({ tool, manifest }) => {
        const last = await this.#whole(recent.get(tool.name))
        const summary = summaryOf(tool, manifest, this.#facts(manifest, [query.dialect], last))
        return query.schema === 'true' ? { ...summary, inputSchema: manifest.inputSchema } : summary
      }),
    )
    return { ...rest, items }
  }

  /** A text that no tool has all words of is looked for by meaning, if there is a model for it. */
  async #near(index: ToolIndex, query: ToolQuery): Promise<readonly string[]> {
    const text = query.q?.trim() ?? ''
    if (text === '' || !this.#yard.installation.searchesByMeaning || index.hasWords(query)) return []
    const { tools } = await this.#yard.search(text, mostNear)
    return tools.map(({ name }) => name)
  }

  /** How many tools there are, without those that were removed. */
  async count(): Promise<number> {
    return (await this.#current()).present
  }

  /** By id or name; throws `tool_not_found`. */
  async detail(idOrName: string): Promise<ToolDetailView> {
    const { catalogue, agents, journal } = this.#yard
    const tool = await catalogue.find(idOrName)
    const manifest = this.#registered(tool) ?? tool.manifest
    const [last] = await journal.list({ tool: tool.name, limit: 1 })
    const bound = (await agents.list()).filter(({ toolIds }) => toolIds.includes(tool.id))
    return {
      ...summaryOf(tool, manifest, this.#facts(manifest, dialectNames, last)),
      manifest,
      inputSchema: manifest.inputSchema,
      ...(manifest.outputSchema && { outputSchema: manifest.outputSchema }),
      examples: [...(manifest.examples ?? [])],
      agents: bound.map(({ id, name }) => ({ id, name })),
      reports: Object.fromEntries(dialectNames.map((dialect) => [dialect, this.report(manifest, dialect)])),
    }
  }

  report(manifest: ToolManifest, dialect: DialectName) {
    const { fidelity, strict, notes } = this.#yard.dialects.compile(manifest, dialect).report
    return { verdict: fidelity, strict, notes: [...notes] }
  }

  cost(manifest: ToolManifest, dialect: DialectName): number {
    let costs = this.#costs.get(dialect)
    if (!costs) this.#costs.set(dialect, (costs = new WeakMap()))
    const known = costs.get(manifest)
    if (known !== undefined) return known
    const cost = tokenCost(this.#yard.dialects.compile(manifest, dialect).definition ?? {})
    costs.set(manifest, cost)
    return cost
  }

  #facts(manifest: ToolManifest, dialects: readonly DialectName[], last: CallRecord | undefined) {
    const tokens = Object.fromEntries(dialects.map((dialect) => [dialect, this.cost(manifest, dialect)]))
    return { tokens, last }
  }

  async #current(): Promise<ToolIndex> {
    const revision = await this.#yard.store.revision()
    if (this.#index?.revision === revision) return this.#index
    return (this.#indexing ??= this.#look().finally(() => {
      this.#indexing = undefined
    }))
  }

  async #look(): Promise<ToolIndex> {
    const { revision, tools } = await this.#yard.catalogue.overview()
    const manifests = await this.#manifests(tools)
    const known = tools.flatMap((tool) => {
      const manifest = manifests.get(tool.id)
      return manifest ? [{ tool, manifest }] : []
    })
    return (this.#index = new ToolIndex(revision, known))
  }

  async #manifests(tools: readonly CatalogueTool[]): Promise<Map<string, ToolManifest>> {
    const found = new Map<string, ToolManifest>()
    const absent: CatalogueTool[] = []
    for (const tool of tools) {
      const manifest = this.#registered(tool)
      if (manifest) found.set(tool.id, manifest)
      else absent.push(tool)
    }
    if (absent.length === 0) return found
    const stored = await this.#stored(absent)
    for (const { id, fingerprint } of absent) {
      const manifest = stored.get(fingerprint)
      if (manifest) found.set(id, manifest)
    }
    return found
  }

  /** The definition that is here already, if it is the one that the catalogue speaks of. */
  #registered({ name, fingerprint }: CatalogueTool): ToolManifest | undefined {
    const manifest = this.#yard.registry.manifest(name)
    return manifest?.fingerprint === fingerprint ? manifest : undefined
  }

  /** Definitions that are not registered here, by fingerprint. */
  async #stored(absent: readonly CatalogueTool[]): Promise<ReadonlyMap<string, ToolManifest>> {
    const { catalogue } = this.#yard
    const manifests = new Map<string, ToolManifest>()
    for (const state of new Set(absent.map((tool) => tool.state)))
      for (const { fingerprint, manifest } of await catalogue.list({ state }))
        manifests.set(fingerprint, manifest)
    return manifests
  }

  /** Why a call failed is in its result, which lists of calls leave out. */
  async #whole(call: CallRecord | undefined): Promise<CallRecord | undefined> {
    if (!call || call.status === 'ok' || call.status === 'running') return call
    return (await this.#yard.journal.find(call.id)) ?? call
  }

  async #recentCalls(): Promise<ReadonlyMap<string, CallRecord>> {
    const now = performance.now()
    if (this.#recent && now - this.#recent.at < recentMs) return this.#recent.calls
    const calls = new Map<string, CallRecord>()
    for (const call of await this.#yard.journal.list({ limit: recentCalls, brief: true }))
      if (!calls.has(call.tool)) calls.set(call.tool, call)
    this.#recent = { at: now, calls }
    return calls
  }
}

interface SummaryFacts {
  readonly tokens: Record<string, number>
  readonly last: CallRecord | undefined
}

function summaryOf(
  tool: CatalogueTool,
  manifest: ToolManifest,
  { tokens, last }: SummaryFacts,
): ToolSummaryView {
  const { title, description, titles, descriptions, category, permission, effects } = manifest
  const { confirm, streaming, idempotent, tags, via } = manifest
  return {
    id: tool.id,
    name: tool.name,
    title,
    description,
    titles,
    descriptions,
    category,
    type: tool.type,
    source: tool.source,
    permission,
    effects,
    confirm,
    streaming,
    idempotent,
    tags: [...tags],
    version: tool.version,
    fingerprint: tool.fingerprint,
    state: tool.state,
    enabled: tool.enabled,
    pinned: tool.pinned,
    error: tool.error,
    origin: tool.origin,
    via: via?.text,
    tokens,
    lastCall: last && { at: last.startedAt, status: last.status, error: last.result?.error?.code },
  }
}
