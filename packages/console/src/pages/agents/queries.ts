/**
 * What the pages of agents read beside agents themselves.
 *
 * @module
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'
import type { AgentVersion, ModelList, Page } from '../../api/types.ts'

export function useModels(): UseQueryResult<ModelList> {
  const api = useApi()
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => api.get<ModelList>('/api/models', {}, signal),
  })
}

export function useAgentVersions(id: string): UseQueryResult<Page<AgentVersion>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.agent(id), 'versions'],
    queryFn: ({ signal }) =>
      api.get<Page<AgentVersion>>(`/api/agents/${encodeURIComponent(id)}/versions`, {}, signal),
  })
}
