/** What the pages of runs read. The event stream makes all of it fresh. */
import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Query } from '../../api/api.ts'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'
import type { ListedRun, Page, RunComparison, RunRecord, RunSummary } from '../../api/types.ts'

const atOnce = 50
/** Should the stream not tell. */
const openMs = 5000

export function useRuns(
  query: Query,
): UseInfiniteQueryResult<{ readonly pages: readonly Page<ListedRun>[] }> {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...keys.runs, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<ListedRun>>(
        '/api/runs',
        { ...query, top: 'true', brief: 'true', limit: atOnce, after: pageParam },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

export function useSubRuns(parent: string, isWanted: boolean): UseQueryResult<Page<ListedRun>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.runs, 'below', parent],
    queryFn: ({ signal }) =>
      api.get<Page<ListedRun>>('/api/runs', { parent, brief: 'true', limit: 200 }, signal),
    enabled: isWanted,
  })
}

export function runPath(id: string): string {
  return `/api/runs/${encodeURIComponent(id)}`
}

export function useRun(id: string): UseQueryResult<RunRecord> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.runs, 'one', id],
    queryFn: ({ signal }) => api.get<RunRecord>(runPath(id), {}, signal),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? openMs : false),
  })
}

/** `version`: it is worked out again when the run went on. */
export function useSummary(id: string, version: string): UseQueryResult<RunSummary> {
  const api = useApi()
  return useQuery({
    queryKey: ['run summary', id, version],
    queryFn: ({ signal }) => api.get<RunSummary>(`${runPath(id)}/summary`, {}, signal),
    placeholderData: keepPreviousData,
  })
}

export function useComparison(left: string, right: string): UseQueryResult<RunComparison> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.runs, 'compare', left, right],
    queryFn: ({ signal }) =>
      api.get<RunComparison>(`${runPath(left)}/compare/${encodeURIComponent(right)}`, {}, signal),
  })
}

export function isOpen({ status }: Pick<RunRecord, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting'
}
