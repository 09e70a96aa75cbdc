/**
 * Which tools a page asks for, and how many there are of each kind beside them.
 *
 * @module
 */
import type { z } from 'zod'
import type { toolPage, toolQuery } from './shapes/tools.ts'
import type { ToolSummary } from './tool-views.ts'

type Query = z.output<typeof toolQuery>
type Facets = z.input<typeof toolPage>['facets']

/** What a tool is counted under, by facet. */
const valuesOf: Readonly<Record<keyof Facets, (tool: ToolSummary) => readonly string[]>> = {
  category: ({ category }) => [category],
  type: ({ type }) => [type],
  source: ({ source }) => [source],
  permission: ({ permission }) => [permission],
  tag: ({ tags }) => tags,
  state: ({ state }) => [state],
}
const facetNames = Object.keys(valuesOf) as (keyof Facets)[]

export function filterTools(tools: readonly ToolSummary[], query: Query): z.input<typeof toolPage> {
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const named = words.length === 0 ? tools : byWords(tools, words)
  const found = named.filter((tool) => facetNames.every((facet) => fits(tool, facet, query)))
  // Best matches first can't be continued from a name: pages of a search are cut by place.
  const start =
    words.length > 0 ? Number(query.after ?? 0) : found.findIndex(({ name }) => name > (query.after ?? ''))
  const items = start < 0 ? [] : found.slice(start, start + query.limit)
  const isMore = start >= 0 && start + items.length < found.length
  return {
    items,
    next: isMore ? (words.length > 0 ? String(start + items.length) : (items.at(-1)?.name ?? null)) : null,
    total: found.length,
    facets: Object.fromEntries(facetNames.map((facet) => [facet, countsOf(named, facet, query)])) as Facets,
  }
}

function fits(tool: ToolSummary, facet: keyof Facets, query: Query): boolean {
  const wanted = query[facet]
  return wanted === undefined || valuesOf[facet](tool).includes(wanted)
}

/** How many there would be of each, were this facet left open. */
function countsOf(tools: readonly ToolSummary[], facet: keyof Facets, query: Query): Record<string, number> {
  const others = facetNames.filter((other) => other !== facet)
  const counts = new Map<string, number>()
  for (const tool of tools) {
    if (!others.every((other) => fits(tool, other, query))) continue
    for (const value of valuesOf[facet](tool)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

/** Every word somewhere; those with most words in the name first. */
function byWords(tools: readonly ToolSummary[], words: readonly string[]): ToolSummary[] {
  const ranked = tools.flatMap((tool) => {
    const name = tool.name.toLowerCase()
    const rest = [tool.title ?? '', tool.description, tool.category, ...tool.tags].join('\n').toLowerCase()
    if (!words.every((word) => name.includes(word) || rest.includes(word))) return []
    return [{ tool, rank: words.filter((word) => name.includes(word)).length }]
  })
  return ranked.toSorted((left, right) => right.rank - left.rank).map(({ tool }) => tool)
}
