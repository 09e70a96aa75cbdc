/**
 * Figures of the calls that are looked at, what runs now, and names to filter by.
 *
 * @module
 */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'
import type { JournalNames, JournalNow, JournalStats } from '../../api/types.ts'
import { type CallFilterValues, queryOf } from './use-call-filter.ts'

export type GroupBy = 'tool' | 'agent'

/** Figures need not follow every call. */
const statsMs = 5000
/** No event tells that a call that only reads begins. */
const nowMs = 2000

export function useStats(filter: CallFilterValues, by: GroupBy): UseQueryResult<JournalStats> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.stats, filter, by],
    queryFn: ({ signal }) => {
      const now = Date.now()
      const offsetMs = -new Date(now).getTimezoneOffset() * 60_000
      return api.get<JournalStats>('/api/journal/stats', { ...queryOf(filter, now), by, offsetMs }, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: statsMs,
  })
}

export function useNow(): UseQueryResult<JournalNow> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.calls, 'now'],
    queryFn: ({ signal }) => api.get<JournalNow>('/api/journal/now', {}, signal),
    refetchInterval: nowMs,
  })
}

export function useNames(): UseQueryResult<JournalNames> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.stats, 'names'],
    queryFn: ({ signal }) => api.get<JournalNames>('/api/journal/names', {}, signal),
    staleTime: 60_000,
  })
}
