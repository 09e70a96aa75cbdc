/**
 * Calls that wait for a person: what exactly is asked, and the answer to it.
 *
 * Whoever approves says what they have seen, by its digest; an answer to something else is refused.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { InboxItem } from '../../../store/index.ts'
import { requestDiff } from '../../views/index.ts'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'
import { approval, grant, inboxQuery } from '../shapes/inbox.ts'

const answered = z.object({ item: approval, grant: grant.optional() })

export const approvalRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/approvals',
    summary: 'Calls that wait for approval, or were answered, newest first.',
    access: 'viewer',
    query: inboxQuery,
    answer: listOf(approval),
    handle: async ({ yard }, { query: { status, limit } }) => {
      const filter = { kind: 'approval', limit, ...(status !== 'all' && { status }) } as const
      return whole(await Promise.all((await yard.inbox.list(filter)).map((item) => viewOf(yard, item))))
    },
  }),
  route({
    method: 'GET',
    path: '/api/approvals/:id',
    summary: 'One request, whole.',
    access: 'viewer',
    params: idParams,
    answer: approval,
    handle: async ({ yard }, { params }) => viewOf(yard, await yard.inbox.find(params.id)),
  }),
  route({
    method: 'POST',
    path: '/api/approvals/:id/approve',
    summary:
      'Lets a call run: this one, or all that the offered rule covers, in its thread or for its agent.',
    access: 'approver',
    params: idParams,
    body: z.object({
      /** Of the request that was looked at; argsHash is read as well. */
      digest: z.string().optional(),
      argsHash: z.string().optional(),
      scope: z.enum(['once', 'thread', 'agent']).optional(),
    }),
    answer: answered,
    handle: async ({ yard }, { params, body, caller }) => {
      const item = await requireOpen(yard, params.id)
      requireSame(item, body.digest ?? body.argsHash)
      const answer = await yard.inbox.approve(item.id, { by: personOf(caller), scope: body.scope })
      return { item: await viewOf(yard, answer.item), grant: answer.grant }
    },
  }),
  route({
    method: 'POST',
    path: '/api/approvals/:id/reject',
    summary: 'Does not let a call run.',
    access: 'approver',
    params: idParams,
    body: z.strictObject({ reason: z.string().max(2000).optional() }),
    answer: answered,
    handle: async ({ yard }, { params, body, caller }) => {
      const { id } = await requireOpen(yard, params.id)
      const { item } = await yard.inbox.reject(id, { by: personOf(caller), reason: body.reason })
      return { item: await viewOf(yard, item) }
    },
  }),
]

export async function viewOf({ inbox }: ToolService, item: InboxItem) {
  const { text, isWhole } = inbox.render(item)
  const diff = await requestDiff(item)
  return {
    ...item,
    rendered: { text: visibleText(text), isWhole },
    ...(diff.length > 0 && {
      diff: diff.map(({ title, lines }) => ({
        title: visibleText(title),
        lines: lines.map((line) => ({ mark: line.mark, text: visibleText(line.text) })),
      })),
    }),
  }
}

/** What is over is over, whatever the answer says. */
export async function requireOpen({ inbox }: ToolService, id: string): Promise<InboxItem> {
  const item = await inbox.find(id)
  if (item.status === 'pending') return item
  throw new ToolyardError(
    'approval_expired',
    `${id} is ${item.status} already${item.by ? `, by ${item.by}` : ''}`,
    {
      hint: item.status === 'expired' ? 'The call has to be made again.' : 'The first answer counts.',
    },
  )
}

function requireSame({ id, digest }: InboxItem, given: string | undefined): void {
  if (given === undefined)
    throw new ToolyardError('invalid_arguments', `approving ${id} needs the digest of what was looked at`, {
      hint: 'Send { "digest": … } as GET /api/approvals shows it.',
    })
  if (given !== digest)
    throw new ToolyardError('conflict', `${id} asks for something else than what was looked at`, {
      hint: 'Look at it again, then answer.',
    })
}
