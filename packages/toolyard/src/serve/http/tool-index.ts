/**
 * All tools of one state of the catalogue, in the order of names, ready to be filtered and counted.
 *
 * Made once for each state; a page then costs what the page holds. What was filtered is kept for the pages that follow.
 *
 * @module
 */
import type { z } from 'zod'
import type { ToolManifest } from '../../define/index.ts'
import { createWordIndex, type WordIndex } from '../../registry/index.ts'
import type { CatalogueTool } from '../../store/index.ts'
import type { toolQuery } from './shapes/tool-query.ts'
import type { toolPage } from './shapes/tools.ts'

export type ToolQuery = z.output<typeof toolQuery>
type Facets = z.input<typeof toolPage>['facets']

export interface IndexedTool {
  readonly tool: CatalogueTool
  readonly manifest: ToolManifest
}

/** The tools that a query finds, and how many there are of each kind beside them. */
interface IndexMatches {
  readonly tools: readonly IndexedTool[]
  readonly facets: Facets
}

export interface ToolPage extends IndexMatches {
  readonly next: string | null
  readonly total: number
}

/** What a tool is counted under, by facet. */
const valuesOf: Readonly<Record<keyof Facets, (tool: IndexedTool) => readonly string[]>> = {
  category: ({ manifest }) => [manifest.category],
  type: ({ tool }) => [tool.type],
  source: ({ tool }) => [tool.source],
  permission: ({ manifest }) => [manifest.permission],
  tag: ({ manifest }) => manifest.tags,
  state: ({ tool }) => [tool.state],
}
const facetNames = Object.keys(valuesOf) as (keyof Facets)[]

const mostKept = 16

export class ToolIndex {
  readonly revision: number
  /** Tools that are not removed. */
  readonly present: number
  readonly #tools: readonly IndexedTool[]
  #words: WordIndex | undefined
  /** By query, the one that was used last at the end. */
  readonly #found = new Map<string, IndexMatches>()

  constructor(revision: number, tools: readonly IndexedTool[]) {
    this.revision = revision
    this.present = tools.filter(({ tool }) => tool.state !== 'removed').length
    this.#tools = tools
  }

  /** `near`: what a search by meaning found, for a text that no tool has all words of. */
  page(query: ToolQuery, near: readonly string[] = []): ToolPage {
    const isSearch = textOf(query) !== ''
    const { tools, facets } = this.#find(query, near)
    // Best matches first can't be continued from a name: pages of a search are cut by place.
    const start = isSearch ? Number(query.after ?? 0) : placeAfter(tools, query.after ?? '')
    const items = start >= 0 ? tools.slice(start, start + query.limit) : []
    const end = start + items.length
    const isMore = items.length > 0 && end < tools.length
    const next = isSearch ? String(end) : (items.at(-1)?.tool.name ?? null)
    return { tools: items, facets, total: tools.length, next: isMore ? next : null }
  }

  /** Whether tools have all words of the text. */
  hasWords(query: ToolQuery): boolean {
    return this.#named(textOf(query), []).length > 0
  }

  #find(query: ToolQuery, near: readonly string[]): IndexMatches {
    const key = JSON.stringify([textOf(query), near, facetNames.map((facet) => query[facet])])
    const known = this.#found.get(key) ?? found(this.#named(textOf(query), near), query)
    this.#found.delete(key)
    this.#found.set(key, known)
    const [oldest] = this.#found.size > mostKept ? this.#found.keys() : []
    if (oldest !== undefined) this.#found.delete(oldest)
    return known
  }

  /** Those with every word of the text, best first. */
  #named(text: string, near: readonly string[]): readonly IndexedTool[] {
    if (text === '') return this.#tools
    if (near.length > 0)
      return near.flatMap((name) => this.#tools.find(({ tool }) => tool.name === name) ?? [])
    const byManifest = Map.groupBy(this.#tools, ({ manifest }) => manifest)
    this.#words ??= createWordIndex(byManifest.keys())
    return this.#words.filter(text).flatMap(({ manifest }) => byManifest.get(manifest) ?? [])
  }
}

function textOf({ q = '' }: ToolQuery): string {
  return q.trim()
}

function found(named: readonly IndexedTool[], query: ToolQuery): IndexMatches {
  return {
    tools: named.filter((tool) => facetNames.every((facet) => fits(tool, facet, query))),
    facets: Object.fromEntries(facetNames.map((facet) => [facet, countsOf(named, facet, query)])) as Facets,
  }
}

/** The place of the first name after this one, in the order of names. */
function placeAfter(tools: readonly IndexedTool[], name: string): number {
  let [low, high] = [0, tools.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tools[middle]?.tool.name ?? '') > name) high = middle
    else low = middle + 1
  }
  return low
}

function fits(tool: IndexedTool, facet: keyof Facets, query: ToolQuery): boolean {
  const wanted = query[facet]
  return wanted === undefined || valuesOf[facet](tool).includes(wanted)
}

/** How many there would be of each, were this facet left open. */
function countsOf(
  tools: readonly IndexedTool[],
  facet: keyof Facets,
  query: ToolQuery,
): Record<string, number> {
  const others = facetNames.filter((other) => other !== facet && query[other] !== undefined)
  const counts = new Map<string, number>()
  for (const tool of tools) {
    if (!others.every((other) => fits(tool, other, query))) continue
    for (const value of valuesOf[facet](tool)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}
