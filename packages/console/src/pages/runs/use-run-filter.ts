/** Which runs are looked at, kept in the page's address. */
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Query } from '../../api/api.ts'

export const spans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, all: undefined } as const
export type SpanName = keyof typeof spans

/** Empty where anything fits. */
export interface RunFilterValues {
  readonly name: string
  readonly status: string
  readonly span: SpanName
  /** The run with which another is to be compared. */
  readonly compare: string
}

interface RunFilterState {
  readonly filter: RunFilterValues
  readonly query: Query
  readonly set: (name: keyof RunFilterValues, value: string) => void
  readonly clear: () => void
}

/** Times are asked for by the whole minute, so that the same list is asked for in the same way. */
const minuteMs = 60_000

export function useRunFilter(): RunFilterState {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo<RunFilterValues>(() => {
    const span = search.get('span') ?? ''
    return {
      name: search.get('name') ?? '',
      status: search.get('status') ?? '',
      span: Object.hasOwn(spans, span) ? (span as SpanName) : 'all',
      compare: search.get('compare') ?? '',
    }
  }, [search])
  const query = useMemo<Query>(() => {
    const length = spans[filter.span]
    const since = length === undefined ? undefined : Math.floor(Date.now() / minuteMs) * minuteMs - length
    return { name: filter.name, status: filter.status, since }
  }, [filter])
  return {
    filter,
    query,
    set: (name, value) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    clear: () => setSearch(filter.compare === '' ? {} : { compare: filter.compare }, { replace: true }),
  }
}
