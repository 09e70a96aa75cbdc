/** What the page of jobs reads and does. */
import {
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'
import type { Job, Page, QueueCounts } from '../../api/types.ts'
import { useToast } from '../../components/toasts.tsx'
import { useWords } from '../../i18n/preferences.tsx'
import { type JobFilter, statesOf } from './job-filter.ts'

/** No event tells of jobs. */
const freshMs = 3000
const jobsAtOnce = 50

export function useQueues(): UseQueryResult<Page<QueueCounts>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.jobs, 'counts'],
    queryFn: ({ signal }) => api.get<Page<QueueCounts>>('/api/jobs/counts', {}, signal),
    refetchInterval: freshMs,
  })
}

export function useJobs({
  queue,
  tenant,
  state,
}: JobFilter): UseInfiniteQueryResult<{ readonly pages: readonly Page<Job>[] }> {
  const api = useApi()
  const query = { queue, tenant, state: statesOf(state), limit: jobsAtOnce }
  return useInfiniteQuery({
    queryKey: [...keys.jobs, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Job>>('/api/jobs', { ...query, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: freshMs,
  })
}

export function useRetry(id: string): UseMutationResult<Job, Error, void> {
  const { jobs: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: () => api.send<Job>('POST', `${jobPath(id)}/retry`),
    onSuccess: () => say(words.retriedNow(id)),
    onError: (error) => say(error),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.jobs }),
  })
}

/** With a reason, which may be empty. */
export function useCancel(id: string): UseMutationResult<Job, Error, string> {
  const { jobs: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: (reason: string) => {
      const query = reason === '' ? '' : `?${new URLSearchParams({ reason }).toString()}`
      return api.send<Job>('DELETE', jobPath(id) + query)
    },
    onSuccess: ({ state }) => say(state === 'cancelled' ? words.cancelledNow(id) : words.stoppingNow(id)),
    onError: (error) => say(error),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.jobs }),
  })
}

function jobPath(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}`
}
