/**
 * Calls that wait for a person: what exactly is asked, and the answer to it.
 *
 * A person who approves says what they have seen, by its digest; an answer to something else is refused.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'
import { rowOf } from '../../../pipeline/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { InboxEntry, InboxItem } from '../../../store/index.ts'
import { requestDiff } from '../../views/index.ts'
import { shownCallId } from '../call-ids.ts'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { countedPageOf, idParams } from '../shapes/common.ts'
import { approval, approveBody, grant, inboxQuery, listedApproval, partQuery } from '../shapes/inbox.ts'

const answered = z.object({ item: approval, grant: grant.optional() })
/** Of what would run, in a list; and of one request, unless more is asked for. */
const listed = 2000
const usual: PartQuery = { from: 0, characters: 20_000, whole: 'false' }

type PartQuery = z.output<typeof partQuery>

export const approvalRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/approvals',
    summary:
      'Calls that wait for approval, or were answered, page by page. Of what would run the first 2,000 characters: GET /api/approvals/:id has the rest, and diffs.',
    access: 'viewer',
    query: inboxQuery,
    answer: countedPageOf(listedApproval),
    handle: async ({ yard }, { query: { status, ...filter }, caller }) => {
      const chosen = { kind: 'approval', ...filter, ...(status !== 'all' && { status }) } as const
      const { items, next, total } = await yard.inbox.page(chosen)
      const own = items.map((item) => ownItem(item, personOf(caller)))
      return { items: own.map(listedView), next: next === undefined ? null : String(next), total }
    },
  }),
  route({
    method: 'GET',
    path: '/api/approvals/:id',
    summary:
      'One request, with its diff: the first 20,000 characters of what would run, a part of it (from, characters), or all of it (whole=true).',
    access: 'viewer',
    params: idParams,
    query: partQuery,
    answer: approval,
    handle: async ({ yard }, { params, query }) => viewOf(yard, await yard.inbox.find(params.id), query),
  }),
  route({
    method: 'POST',
    path: '/api/approvals/:id/approve',
    summary:
      'Lets a call run: this one, or all that the offered rule covers, in its thread or for its agent.',
    access: 'approver',
    params: idParams,
    body: approveBody,
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

async function viewOf(yard: ToolService, item: InboxItem, part = usual) {
  const { text, bytes, ...facts } = item
  const diff = await requestDiff(item)
  const task = await taskOf(yard, item)
  const about = aboutOf(yard, item)
  const isWhole = part.whole === 'true'
  return {
    ...facts,
    rendered: isWhole
      ? renderedPart(text, { ...part, from: 0, characters: text.length })
      : renderedPart(text, part),
    ...(isWhole && { bytes }),
    ...(task !== undefined && { task }),
    ...(about && { about }),
    ...(diff.length > 0 && {
      diff: diff.map(({ title, lines, ...rest }) => ({
        ...rest,
        title: yard.inbox.words(title),
        lines: lines.map((line) => ({ mark: line.mark, text: yard.inbox.words(line.text) })),
      })),
    }),
  }
}

const mostTask = 4000

/** The calls of a run have its id in theirs. */
async function taskOf({ store, inbox }: ToolService, { callId }: InboxItem): Promise<string | undefined> {
  const [runId = ''] = callId.split('.')
  const run = callId.includes('.') ? await store.runs.find(runId) : undefined
  if (!run) return undefined
  const root = run.rootId === undefined || run.rootId === run.id ? run : await store.runs.find(run.rootId)
  const { task } = root ?? run
  return inbox.words(task.length > mostTask ? `${task.slice(0, mostTask)}…` : task)
}

function aboutOf({ registry, inbox }: ToolService, { tool }: InboxItem) {
  const manifest = registry.manifest(tool)
  if (!manifest) return undefined
  const { title, description, permission, effects } = manifest
  return {
    ...(title !== undefined && { title: inbox.words(title) }),
    description: inbox.words(description),
    permission,
    reaches: rowOf(permission, effects),
  }
}

/** With the id of the call as this caller chose it, if it did. */
export function ownItem<T extends { readonly callId: string }>(item: T, principal: string): T {
  return { ...item, callId: shownCallId(principal, item.callId) }
}

/** A request in a list: nothing is compared or read for it. */
export function listedView({ text, ...facts }: InboxEntry) {
  const part = { from: 0, characters: listed, of: facts.textLength }
  return { ...facts, rendered: renderedPart(text, part) }
}

function renderedPart(
  text: string,
  { from, characters, of = text.length }: { from: number; characters: number; of?: number },
) {
  const end = endOf(text, Math.min(of, from + characters))
  const shown = visibleText(text.slice(from, end))
  const secrets = shown.split('⟨secret').length - 1
  return {
    text: shown,
    from,
    characters: of,
    next: end < of ? end : null,
    isWhole: from === 0 && end >= of && secrets === 0,
    secrets,
  }
}

/** No character is cut in two. */
function endOf(text: string, end: number): number {
  return end < text.length && /^[\udc00-\udfff]/.test(text.slice(end, end + 1)) ? end + 1 : end
}

/** What is over is over, whatever the answer says. */
export async function requireOpen({ inbox }: ToolService, id: string): Promise<InboxItem> {
  const item = await inbox.find(id)
  if (item.status === 'pending') return item
  throw new ToolyardError(
    'approval_expired',
    `${id} is ${item.status} already${item.by ? `, by ${item.by}` : ''}`,
    {
      hint: item.by === undefined ? 'The call has to be made again.' : 'The first answer counts.',
      says: { key: 'alreadyAnswered', values: [item.by ?? ''] },
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
