/**
 * Searching and filtering the list of tools, quick enough for every key that is pressed.
 *
 * @module
 */
import type { ToolSummary } from '../../api/types.ts'
import { searchTextOf } from '../../components/tool-words.ts'

export const facetNames = ['category', 'type', 'source', 'permission', 'tag', 'state'] as const
export type FacetName = (typeof facetNames)[number]

export interface ToolFilter {
  readonly q: string
  /** Of each facet what is wanted; everything where nothing is named. */
  readonly facets: Readonly<Record<FacetName, readonly string[]>>
}

export interface IndexedTool {
  readonly tool: ToolSummary
  readonly text: string
  readonly values: Readonly<Record<FacetName, readonly string[]>>
}

export type FacetCounts = Readonly<Record<FacetName, ReadonlyMap<string, number>>>

export const noFacets: ToolFilter['facets'] = {
  category: [],
  type: [],
  source: [],
  permission: [],
  tag: [],
  state: [],
}

/** A tool that is switched off is in a state of its own. */
export function stateOf(tool: ToolSummary): string {
  return tool.enabled || tool.state === 'removed' ? tool.state : 'disabled'
}

export function indexTools(tools: readonly ToolSummary[]): readonly IndexedTool[] {
  return tools.map((tool) => ({
    tool,
    text: searchTextOf(tool),
    values: {
      category: [tool.category],
      type: [tool.type],
      source: [tool.source],
      permission: [tool.permission],
      tag: tool.tags,
      state: [stateOf(tool)],
    },
  }))
}

/** Every word has to be somewhere; tools whose name has them come first, as they stand. */
export function filterTools(
  tools: readonly IndexedTool[],
  { q, facets }: ToolFilter,
): readonly ToolSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = facetNames.filter((name) => facets[name].length > 0)
  const found = tools.filter(
    ({ text, values }) =>
      words.every((word) => text.includes(word)) &&
      wanted.every((name) => values[name].some((value) => facets[name].includes(value))),
  )
  if (words.length === 0) return found.map(({ tool }) => tool)
  const isNamed = ({ tool }: IndexedTool): boolean =>
    words.every((word) => tool.name.toLowerCase().includes(word))
  return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))].map(({ tool }) => tool)
}

/** How many tools each value has, most first. */
export function countFacets(tools: readonly IndexedTool[]): FacetCounts {
  const counts = Object.fromEntries(facetNames.map((name) => [name, new Map<string, number>()])) as Record<
    FacetName,
    Map<string, number>
  >
  for (const { values } of tools)
    for (const name of facetNames)
      for (const value of values[name]) counts[name].set(value, (counts[name].get(value) ?? 0) + 1)
  for (const name of facetNames)
    counts[name] = new Map(
      [...counts[name]].toSorted(([left, a], [right, b]) => b - a || left.localeCompare(right)),
    )
  return counts
}
