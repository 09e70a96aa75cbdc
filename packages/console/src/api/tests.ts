/**
 * The tests of a tool: read, saved, run, deleted.
 *
 * @module
 */
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { keys, toolPath } from './queries.ts'
import { useApi } from './session.tsx'
import type { SavedTest, SaveTestBody, TestRun, ToolTestList } from './types.ts'

const key = (tool: string) => [...keys.tools, 'tests', tool]

export function useTests(tool: string): UseQueryResult<ToolTestList> {
  const api = useApi()
  return useQuery({
    queryKey: key(tool),
    queryFn: ({ signal }) => api.get<ToolTestList>(`${toolPath(tool)}/tests`, {}, signal),
  })
}

export function useSaveTest(tool: string): UseMutationResult<SavedTest, Error, SaveTestBody> {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body) => api.send<SavedTest>('POST', `${toolPath(tool)}/tests`, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(tool) }),
  })
}

export function useDeleteTest(tool: string): UseMutationResult<ToolTestList, Error, string> {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id) => api.send<ToolTestList>('DELETE', `${toolPath(tool)}/tests/${encodeURIComponent(id)}`),
    onSuccess: (list) => queries.setQueryData(key(tool), list),
  })
}

/** Runs one test and answers what came of it. */
export function useRunTest(tool: string): (id: string) => Promise<TestRun> {
  const api = useApi()
  return (id) => api.send<TestRun>('POST', `${toolPath(tool)}/tests/${encodeURIComponent(id)}/run`)
}
