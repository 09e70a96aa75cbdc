/**
 * The tools to choose from as rows of a list: every category a heading, its tools below.
 *
 * @module
 */
import type { ToolSummary } from '../../api/types.ts'

export type PickerRow =
  | {
      readonly kind: 'group'
      readonly category: string
      readonly ids: readonly string[]
      readonly chosen: number
    }
  | { readonly kind: 'tool'; readonly tool: ToolSummary }

export interface PickerFilter {
  readonly q: string
  readonly isOnlyChosen: boolean
  readonly chosen: ReadonlySet<string>
}

export function pickerRows(
  tools: readonly ToolSummary[],
  { q, isOnlyChosen, chosen }: PickerFilter,
): readonly PickerRow[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ id, name, description, category }: ToolSummary): boolean => {
    if (isOnlyChosen && !chosen.has(id)) return false
    const text = `${name}\n${description}\n${category}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const groups = Map.groupBy(tools.filter(fits), ({ category }) => category)
  return [...groups]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .flatMap(([category, members]): PickerRow[] => {
      const ids = members.map(({ id }) => id)
      return [
        { kind: 'group', category, ids, chosen: ids.filter((id) => chosen.has(id)).length },
        ...members.map((tool): PickerRow => ({ kind: 'tool', tool })),
      ]
    })
}
