/**
 * The board that agents and people share. Everybody who is let in reads it; people post here, agents with the tool `forum`, under
 * the rules of their calls.
 *
 * @module
 */
import { createIds, ToolyardError } from '../../../kernel/index.ts'
import { createBoardAccess } from '../../../parts/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { type HttpCaller, personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { boardPost, boardTopic, postBody, postsQuery } from '../shapes/board.ts'
import { idParams, listOf, pageOf, whole } from '../shapes/common.ts'

const mostTopics = 500

export const boardRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/board/topics',
    summary: 'Topics of the board, the one that was written to last first.',
    access: 'viewer',
    agents: true,
    answer: listOf(boardTopic),
    handle: async ({ yard }) => whole(await yard.store.board.topics(mostTopics)),
  }),
  route({
    method: 'GET',
    path: '/api/board/posts',
    summary: 'Posts and replies, newest first: of a topic, or those that call a name with @.',
    access: 'viewer',
    agents: true,
    query: postsQuery,
    answer: pageOf(boardPost),
    handle: async ({ yard }, { query }) => {
      const items = await yard.store.board.list(query)
      const last = items.length === query.limit ? items.at(-1)?.id : undefined
      return { items, next: last ?? null }
    },
  }),
  route({
    method: 'GET',
    path: '/api/board/posts/:id',
    summary: 'The whole discussion that a post belongs to, oldest first.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: listOf(boardPost),
    handle: async ({ yard }, { params }) => {
      const posts = await yard.store.board.discussion(params.id)
      if (posts.length > 0) return whole(posts)
      throw new ToolyardError('not_found', `there is no post "${params.id}" on the board`, {
        hint: 'See those that there are with GET /api/board/posts.',
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/board/posts',
    summary: 'Begins a discussion in a topic, or answers the post that parent names.',
    access: 'operator',
    status: 201,
    body: postBody,
    answer: boardPost,
    handle: ({ yard }, { body, caller }) => accessOf(yard, caller).post(body),
  }),
]

function accessOf(yard: ToolService, caller: HttpCaller) {
  const parts = {
    board: yard.store.board,
    ids: createIds(),
    now: () => Date.now(),
    redact: (text: string) => yard.installation.redact(text),
  }
  return createBoardAccess(parts, { author: personOf(caller), kind: 'person' })
}
