/**
 * Tools that others wrote, with keywords in their schemas that can't be enforced: they are used all the same, and this is told.
 *
 * @module
 */
import type { DiscoverProblem, Tool } from '../define/index.ts'
import { visibleText } from '../kernel/index.ts'
import type { RegistryEntry } from '../registry/index.ts'

const mostTold = 5

export function uncheckedKeywords(entries: readonly RegistryEntry[], source: string): DiscoverProblem[] {
  return entries.flatMap(({ loaded, file = source }) => {
    const told = loaded === undefined ? [] : wordsOf(loaded)
    if (loaded === undefined || told.length === 0) return []
    const more = told.length > mostTold ? `; and ${told.length - mostTold} more` : ''
    const list = visibleText(told.slice(0, mostTold).join('; '))
    return {
      file,
      isNote: true,
      reason: `the tool "${loaded.manifest.name}" is used, but part of its schema is not checked: ${list}${more}`,
      hint: 'Calls are held to the rest of the schema. Tell the author of the tool.',
    }
  })
}

function wordsOf({ input, output }: Tool): string[] {
  const sides = { inputSchema: input.unchecked, outputSchema: output?.unchecked ?? [] }
  return Object.entries(sides).flatMap(([side, problems]) =>
    problems.map(({ path, message }) => `${side}${path === '' ? '' : ` at ${path}`} ${message}`),
  )
}
