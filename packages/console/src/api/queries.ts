/**
 * What pages read, each under a key by which it is kept and made fresh again.
 *
 * @module
 */
import { keepPreviousData, useInfiniteQuery, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from './session.tsx'
import type { Api, Query } from './api.ts'
import type {
  Agent,
  Approval,
  CallRecord,
  CallStory,
  Grant,
  InboxItem,
  Info,
  McpServer,
  Page,
  Policy,
  Token,
  ToolDefinition,
  ToolDetail,
  ToolSummary,
  ToolVersion,
} from './types.ts'

export const keys = {
  info: ['info'],
  tools: ['tools'],
  tool: (name: string) => ['tools', 'one', name],
  versions: (name: string) => ['tools', 'versions', name],
  definition: (name: string, dialect: string) => ['tools', 'definition', name, dialect],
  agents: ['agents'],
  agent: (id: string) => ['agents', id],
  calls: ['calls'],
  /** Grows by what is heard, so that it is not read again with every call. */
  journal: ['journal'],
  stats: ['stats'],
  inbox: ['inbox'],
  requests: ['requests'],
  grants: ['grants'],
  policy: ['policy'],
  servers: ['servers'],
  tokens: ['tokens'],
  board: ['board'],
  schedules: ['schedules'],
  memory: ['memory'],
  jobs: ['jobs'],
  runs: ['runs'],
} as const

/** One answer holds so many tools; more come in further answers. */
const toolsAtOnce = 5000
const mostPages = 10
const inboxAtOnce = 25

export function useInfo(): UseQueryResult<Info> {
  const api = useApi()
  return useQuery({ queryKey: keys.info, queryFn: ({ signal }) => api.get<Info>('/api/info', {}, signal) })
}

/** Every tool of the catalogue: searching and filtering happen here, without waiting. */
export function useTools(dialect: string): UseQueryResult<readonly ToolSummary[]> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.tools, 'list', dialect],
    queryFn: ({ signal }) => allTools(api, dialect, signal),
    placeholderData: keepPreviousData,
  })
}

async function allTools(api: Api, dialect: string, signal: AbortSignal): Promise<readonly ToolSummary[]> {
  const items: ToolSummary[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = await api.get<Page<ToolSummary>>(
      '/api/tools',
      { limit: toolsAtOnce, after, dialect },
      signal,
    )
    items.push(...answer.items)
    if (answer.next === null) break
    after = answer.next
  }
  return items
}

export function useTool(name: string): UseQueryResult<ToolDetail> {
  const api = useApi()
  return useQuery({
    queryKey: keys.tool(name),
    queryFn: ({ signal }) => api.get<ToolDetail>(toolPath(name), {}, signal),
  })
}

export function toolPath(name: string): string {
  return `/api/tools/${encodeURIComponent(name)}`
}

export function useVersions(name: string): UseQueryResult<Page<ToolVersion>> {
  const api = useApi()
  return useQuery({
    queryKey: keys.versions(name),
    queryFn: ({ signal }) => api.get<Page<ToolVersion>>(`${toolPath(name)}/versions`, {}, signal),
  })
}

export function useDefinition(name: string, dialect: string): UseQueryResult<ToolDefinition> {
  const api = useApi()
  return useQuery({
    queryKey: keys.definition(name, dialect),
    queryFn: ({ signal }) => api.get<ToolDefinition>(`${toolPath(name)}/definitions/${dialect}`, {}, signal),
  })
}

export function useCalls(query: Query): UseQueryResult<Page<CallRecord>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.calls, 'list', query],
    queryFn: ({ signal }) => api.get<Page<CallRecord>>('/api/calls', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** Asks nothing without an id. */
export function useCall(id: string): UseQueryResult<CallStory> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.calls, 'one', id],
    queryFn: ({ signal }) => api.get<CallStory>(`/api/calls/${encodeURIComponent(id)}`, {}, signal),
    enabled: id !== '',
  })
}

export function useAgents(): UseQueryResult<Page<Agent>> {
  const api = useApi()
  return useQuery({
    queryKey: keys.agents,
    queryFn: ({ signal }) => api.get<Page<Agent>>('/api/agents', {}, signal),
  })
}

export function useAgent(id: string): UseQueryResult<Agent> {
  const api = useApi()
  return useQuery({
    queryKey: keys.agent(id),
    queryFn: ({ signal }) => api.get<Agent>(`/api/agents/${encodeURIComponent(id)}`, {}, signal),
  })
}

/** Approvals and questions together, newest first, as far as they were loaded. */
export interface InboxView {
  readonly items: readonly InboxItem[] | undefined
  readonly total: number
  readonly error: Error | null
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly refetch: () => void
}

type InboxPage = Page<InboxItem> & { readonly total: number }

export function useInbox(status: 'pending' | 'all'): InboxView {
  const lists = [useInboxList('approvals', status), useInboxList('questions', status)] as const
  const [approvals, questions] = lists
  const items = useMemo(() => {
    if (!approvals.data || !questions.data) return undefined
    return [...approvals.data.pages, ...questions.data.pages]
      .flatMap((page) => page.items)
      .toSorted((left, right) => right.createdAt - left.createdAt)
  }, [approvals.data, questions.data])
  return {
    items,
    total: lists.reduce((sum, { data }) => sum + (data?.pages[0]?.total ?? 0), 0),
    error: approvals.error ?? questions.error,
    hasMore: lists.some(({ hasNextPage }) => hasNextPage),
    loadMore: () => lists.forEach((list) => list.hasNextPage && void list.fetchNextPage()),
    refetch: () => lists.forEach((list) => void list.refetch()),
  }
}

function useInboxList(kind: 'approvals' | 'questions', status: 'pending' | 'all') {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...keys.inbox, kind, status],
    queryFn: ({ pageParam, signal }) =>
      api.get<InboxPage>(`/api/${kind}`, { status, limit: inboxAtOnce, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    // A request without an answer expires, and no event tells of it.
    refetchInterval: 30_000,
  })
}

/** One request with its diff: the beginning of what would run, or all of it. */
export function useRequest(id: string, isWhole: boolean, isWanted = true): UseQueryResult<Approval> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.requests, id, isWhole],
    queryFn: ({ signal }) =>
      api.get<Approval>(`/api/approvals/${encodeURIComponent(id)}`, isWhole ? { whole: 'true' } : {}, signal),
    placeholderData: keepPreviousData,
    // What was asked never changes.
    staleTime: Infinity,
    enabled: isWanted,
  })
}

export function useGrants(): UseQueryResult<Page<Grant>> {
  const api = useApi()
  return useQuery({
    queryKey: keys.grants,
    queryFn: ({ signal }) => api.get<Page<Grant>>('/api/grants', {}, signal),
  })
}

export function usePolicy(): UseQueryResult<Policy> {
  const api = useApi()
  return useQuery({
    queryKey: keys.policy,
    queryFn: ({ signal }) => api.get<Policy>('/api/policy', {}, signal),
  })
}

export function useServers(): UseQueryResult<Page<McpServer>> {
  const api = useApi()
  return useQuery({
    queryKey: keys.servers,
    queryFn: ({ signal }) => api.get<Page<McpServer>>('/api/mcp/servers', {}, signal),
  })
}

export function useTokens(isAdmin: boolean): UseQueryResult<Page<Token>> {
  const api = useApi()
  return useQuery({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => api.get<Page<Token>>('/api/tokens', {}, signal),
    enabled: isAdmin,
  })
}
