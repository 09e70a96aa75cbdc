/** What the chat reads: conversations, what was said in one, the runs of it and of its sub-agents, and what waits in it. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import type {
  Conversation,
  InboxItem,
  Page,
  QueuedMessage,
  RunRecord,
  ThreadMessage,
} from '../../api/types.ts'
import { useApi } from '../../api/session.tsx'

export const chatKeys = {
  conversations: ['conversations'],
  conversation: (threadId: string) => ['conversations', 'one', threadId],
  messages: (threadId: string) => ['messages', threadId],
  runs: (threadId: string) => ['runs', threadId],
  below: (threadId: string) => ['runs', threadId, 'below'],
  queued: (runId: string) => ['runs', 'queued', runId],
} as const

/** No event tells of conversations that others begin. */
const listMs = 15_000
/** Nor of runs: while one goes on, it is looked whether it still does. */
const runMs = 3000
const waitingMs = 30_000
/** Messages that are read at once: those before them are read when they are looked for. */
const messagesAtOnce = 100
/** Of the chat's own messages in a run. */
const queuedMs = 2000

export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>

/** Of all agents, the one that was used last first. */
export function useConversations(words: string): Pages<Conversation> {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...chatKeys.conversations, 'list', words],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Conversation>>('/api/conversations', { words, after: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: listMs,
    placeholderData: keepPreviousData,
  })
}

export function useKnownConversation(threadId: string): UseQueryResult<Conversation> {
  const api = useApi()
  return useQuery({
    queryKey: chatKeys.conversation(threadId),
    queryFn: ({ signal }) =>
      api.get<Conversation>(`/api/conversations/${encodeURIComponent(threadId)}`, {}, signal),
    enabled: threadId !== '',
  })
}

/** The last ones first; each further page holds those before. */
export function useMessages(
  threadId: string,
  { isChanging }: { readonly isChanging: boolean },
): Pages<ThreadMessage> {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: chatKeys.messages(threadId),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<ThreadMessage>>(
        `/api/threads/${encodeURIComponent(threadId)}/messages`,
        { before: pageParam, limit: messagesAtOnce },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
    refetchInterval: isChanging ? runMs : false,
    enabled: threadId !== '',
  })
}

export function isOpen({ status }: Pick<RunRecord, 'status'>): boolean {
  return status === 'running' || status === 'queued' || status === 'waiting'
}

export function useThreadRuns(threadId: string): UseQueryResult<readonly RunRecord[]> {
  const api = useApi()
  return useQuery({
    queryKey: chatKeys.runs(threadId),
    queryFn: async ({ signal }) =>
      (await api.get<Page<RunRecord>>('/api/runs', { thread: threadId, limit: 200 }, signal)).items,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? runMs : false),
    enabled: threadId !== '',
  })
}

/** Runs of sub-agents that this conversation has started. */
export function useRunsBelow(
  threadId: string,
  { isChanging }: { readonly isChanging: boolean },
): UseQueryResult<readonly RunRecord[]> {
  const api = useApi()
  return useQuery({
    queryKey: chatKeys.below(threadId),
    queryFn: async ({ signal }) =>
      (await api.get<Page<RunRecord>>('/api/runs', { parentThread: threadId, limit: 200 }, signal)).items,
    refetchInterval: ({ state }) => (isChanging || state.data?.some(isOpen) === true ? runMs : false),
    enabled: threadId !== '',
  })
}

/** What a run has not heard yet. */
export function useQueued(runId: string | undefined): UseQueryResult<readonly QueuedMessage[]> {
  const api = useApi()
  return useQuery({
    queryKey: chatKeys.queued(runId ?? ''),
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<QueuedMessage>>(
          `/api/runs/${encodeURIComponent(runId ?? '')}/messages`,
          {},
          signal,
        )
      ).items,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? queuedMs : false),
    enabled: runId !== undefined,
  })
}

/** What people are asked in this conversation and by those who work for it, the oldest first. */
export function useWaiting(threadId: string): readonly InboxItem[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...keys.inbox, 'conversation', threadId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<InboxItem>>(
          `/api/conversations/${encodeURIComponent(threadId)}/waiting`,
          {},
          signal,
        )
      ).items,
    refetchInterval: waitingMs,
    enabled: threadId !== '',
  })
  return threadId === '' ? [] : (data ?? nothing)
}

const nothing: readonly InboxItem[] = []
