/**
 * The tools to choose from as rows of a list: every category a heading, its tools below.
 *
 * @module
 */
import type { ToolSummary } from '../../api/types.ts'
import { searchTextOf } from '../../components/tool-words.ts'

export type PickerRow =
  | {
      readonly kind: 'group'
      readonly category: string
      readonly ids: readonly string[]
      readonly chosen: number
      readonly isFolded: boolean
    }
  | { readonly kind: 'tool'; readonly tool: ToolSummary }

/** By what a tool is; nothing chosen is no filter. */
export const facets = ['category', 'source', 'permission'] as const
export type Facet = (typeof facets)[number]
export type FacetChoice = Readonly<Record<Facet, readonly string[]>>
export const noFacets: FacetChoice = { category: [], source: [], permission: [] }

export interface PickerFilter {
  readonly q: string
  readonly isOnlyChosen: boolean
  readonly chosen: ReadonlySet<string>
  readonly facets: FacetChoice
  /** Categories of which only the heading is shown. */
  readonly folded: ReadonlySet<string>
}

/** How many tools each value has. */
export function facetCounts(tools: readonly ToolSummary[], facet: Facet): ReadonlyMap<string, number> {
  const groups = Map.groupBy(tools, (tool) => tool[facet])
  return new Map(
    [...groups]
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([value, found]) => [value, found.length]),
  )
}

export function pickerRows(
  tools: readonly ToolSummary[],
  { q, isOnlyChosen, chosen, facets: wanted, folded }: PickerFilter,
): readonly PickerRow[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (tool: ToolSummary): boolean => {
    if (isOnlyChosen && !chosen.has(tool.id)) return false
    if (facets.some((facet) => wanted[facet].length > 0 && !wanted[facet].includes(tool[facet]))) return false
    if (words.length === 0) return true
    const text = searchTextOf(tool)
    return words.every((word) => text.includes(word))
  }
  const groups = Map.groupBy(tools.filter(fits), ({ category }) => category)
  return [...groups]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .flatMap(([category, members]): PickerRow[] => {
      const ids = members.map(({ id }) => id)
      // What is searched for is shown.
      const isFolded = words.length === 0 && folded.has(category)
      return [
        { kind: 'group', category, ids, chosen: ids.filter((id) => chosen.has(id)).length, isFolded },
        ...(isFolded ? [] : members.map((tool): PickerRow => ({ kind: 'tool', tool }))),
      ]
    })
}
