/** What the chat reads: conversations of an agent, what was said in one, and the runs of it. */
import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import type { Conversation, Page, RunRecord, ThreadMessage } from '../../api/types.ts'
import { useApi } from '../../api/session.tsx'

export const chatKeys = {
  conversations: ['conversations'],
  messages: (threadId: string) => ['messages', threadId],
  runs: (threadId: string) => ['runs', threadId],
} as const

/** No event tells of conversations that others begin. */
const listMs = 15_000
/** Nor of runs: while one goes on, it is looked whether it still does. */
const runMs = 3000

export function useConversations(
  agent: string,
): UseInfiniteQueryResult<{ readonly pages: readonly Page<Conversation>[] }> {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...chatKeys.conversations, agent],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Conversation>>('/api/conversations', { agent, after: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: listMs,
    enabled: agent !== '',
  })
}

/** Nothing where no conversation is chosen, or nothing was said in it yet. */
export function useMessages(
  threadId: string,
  { isChanging }: { readonly isChanging: boolean },
): UseQueryResult<readonly ThreadMessage[]> {
  const api = useApi()
  return useQuery({
    queryKey: chatKeys.messages(threadId),
    queryFn: async ({ signal }) => {
      try {
        const path = `/api/threads/${encodeURIComponent(threadId)}/messages`
        return (await api.get<Page<ThreadMessage>>(path, {}, signal)).items
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return []
        throw error
      }
    },
    refetchInterval: isChanging ? runMs : false,
    enabled: threadId !== '',
  })
}

export function useThreadRuns(threadId: string): UseQueryResult<readonly RunRecord[]> {
  const api = useApi()
  return useQuery({
    queryKey: chatKeys.runs(threadId),
    queryFn: async ({ signal }) =>
      (await api.get<Page<RunRecord>>('/api/runs', { thread: threadId, limit: 200 }, signal)).items,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? runMs : false),
    enabled: threadId !== '',
  })
}
