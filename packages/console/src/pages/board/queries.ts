/** What the board reads and writes. */
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
import type { BoardPost, BoardTopic, NewPost, Page } from '../../api/types.ts'
import { keys } from '../../api/queries.ts'
import { useApi } from '../../api/session.tsx'

const postsAtOnce = 50

/** Which posts are shown: of a topic, or those that call a name. */
export interface BoardView {
  readonly topic?: string
  readonly mentioning?: string
}

export function useTopics(): UseQueryResult<Page<BoardTopic>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.board, 'topics'],
    queryFn: ({ signal }) => api.get<Page<BoardTopic>>('/api/board/topics', {}, signal),
  })
}

export function usePosts(
  view: BoardView,
): UseInfiniteQueryResult<{ readonly pages: readonly Page<BoardPost>[] }> {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...keys.board, 'posts', view],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<BoardPost>>(
        '/api/board/posts',
        { ...view, before: pageParam, limit: postsAtOnce },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

/** A whole discussion, once it is asked for. */
export function useDiscussion(id: string, isWanted: boolean): UseQueryResult<Page<BoardPost>> {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.board, 'discussion', id],
    queryFn: ({ signal }) =>
      api.get<Page<BoardPost>>(`/api/board/posts/${encodeURIComponent(id)}`, {}, signal),
    enabled: isWanted,
  })
}

export function usePost(onPosted: (post: BoardPost) => void): UseMutationResult<BoardPost, Error, NewPost> {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (post: NewPost) => api.send<BoardPost>('POST', '/api/board/posts', post),
    async onSuccess(post) {
      onPosted(post)
      await queries.invalidateQueries({ queryKey: keys.board })
    },
  })
}
