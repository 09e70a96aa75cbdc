/** Which runs are looked at, kept in the page's address. */
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Query } from '../../api/api.ts'
import { lastNight } from '../../components/last-night.ts'

const spans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export const spanNames = ['1h', '24h', '7d', 'night', 'all'] as const
export type SpanName = (typeof spanNames)[number]

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
      span: spanNames.find((name) => name === span) ?? 'all',
      compare: search.get('compare') ?? '',
    }
  }, [search])
  const query = useMemo<Query>(() => {
    const { name, status, span } = filter
    const now = Math.floor(Date.now() / minuteMs) * minuteMs
    if (span === 'all') return { name, status }
    return { name, status, ...(span === 'night' ? lastNight(now) : { since: now - spans[span] }) }
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
