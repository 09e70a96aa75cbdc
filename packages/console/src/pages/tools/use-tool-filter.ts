/** The filter of the list, kept in the page's address: it can be shared, and "back" brings it back. */
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useTyped } from '../../components/use-typed.ts'
import type { FacetName, ToolFilter } from './filter-tools.ts'

interface FilterState {
  readonly filter: ToolFilter
  readonly dialect: string
  readonly setText: (text: string) => void
  readonly setFacet: (name: FacetName, values: readonly string[]) => void
  readonly setDialect: (dialect: string) => void
  readonly clear: () => void
}

export function useToolFilter(): FilterState {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, values: readonly string[]): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(name)
        for (const value of values) if (value !== '') after.append(name, value)
        return after
      },
      { replace: true },
    )
  const [q, setText] = useTyped(search.get('q') ?? '', (text) => set('q', [text]))
  const filter = useMemo<ToolFilter>(
    () => ({
      q,
      facets: {
        category: search.getAll('category'),
        type: search.getAll('type'),
        source: search.getAll('source'),
        permission: search.getAll('permission'),
        tag: search.getAll('tag'),
        state: search.getAll('state'),
      },
    }),
    [search, q],
  )
  return {
    filter,
    dialect: search.get('dialect') ?? 'openai',
    setText,
    setFacet: set,
    setDialect: (dialect) => set('dialect', [dialect]),
    clear() {
      setText('')
      setSearch({}, { replace: true })
    },
  }
}
