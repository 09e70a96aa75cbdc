/**
 * The inbox as people use it: what is asked, and the answers to it.
 *
 * Nothing here is reachable for tools: agents can't approve.
 *
 * @module
 */
import { type Clock, type Ids, sha256, ToolyardError } from '../kernel/index.ts'
import { renderRequest } from '../pipeline/index.ts'
import type { Grant, InboxFilter, InboxItem, InboxMove, Store } from '../store/index.ts'

export type ApprovalScope = 'once' | 'thread' | 'agent'

export interface InboxAnswer {
  readonly item: InboxItem
  /** What was saved beyond this call. */
  readonly grant?: Grant
}

export interface InboxParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  /** Told when grants change. */
  readonly changed: () => void
}

export class Inbox {
  readonly #parts: InboxParts
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(parts: InboxParts) {
    this.#parts = parts
  }

  /** What waits for an answer, newest first; or what is in another status. */
  async list(filter: InboxFilter = { status: 'pending' }): Promise<readonly InboxItem[]> {
    const items = await this.#parts.store.inbox.list(filter)
    const open = await Promise.all(items.map((item) => this.#expire(item)))
    return filter.status === undefined ? open : open.filter(({ status }) => status === filter.status)
  }

  /** Throws `not_found`. */
  async find(id: string): Promise<InboxItem> {
    const item = await this.#parts.store.inbox.find(id)
    if (item) return this.#expire(item)
    throw new ToolyardError('not_found', `there is no request "${id}" in the inbox`, {
      hint: 'See what waits with "toolyard approvals".',
    })
  }

  /** What the person is to read, made from the bytes that were hashed; and whether they are those, or secrets were taken out. */
  render(item: InboxItem): { readonly text: string; readonly isWhole: boolean } {
    if (item.kind === 'question') return { text: item.text, isWhole: true }
    return { text: renderRequest(item.bytes), isWhole: sha256(item.bytes) === item.digest }
  }

  /** Lets the call run: this one, or all that the offered rule covers, in its thread or for its agent. */
  async approve(
    id: string,
    { by, scope = 'once' }: { readonly by: string; readonly scope?: ApprovalScope | undefined },
  ): Promise<InboxAnswer> {
    const item = await this.#open(id, 'approval')
    const grant = scope === 'once' ? undefined : this.#grantOf(item, { by, scope })
    await this.#settle(item, { to: 'approved', by })
    if (grant) await this.#parts.store.grants.add(grant)
    this.#parts.changed()
    this.#tell(id)
    return { item: await this.find(id), ...(grant && { grant }) }
  }

  async reject(
    id: string,
    { by, reason }: { readonly by: string; readonly reason?: string | undefined },
  ): Promise<InboxAnswer> {
    const item = await this.#open(id, 'approval')
    await this.#settle(item, { to: 'rejected', by, answer: reason })
    this.#tell(id)
    return { item: await this.find(id) }
  }

  async answer(id: string, text: string, { by }: { readonly by: string }): Promise<InboxAnswer> {
    const item = await this.#open(id, 'question')
    if (item.choices && !item.choices.includes(text))
      throw new ToolyardError('invalid_arguments', `"${text}" is not one of the choices`, {
        hint: `Choose one of ${item.choices.join(', ')}.`,
      })
    await this.#settle(item, { to: 'answered', by, answer: text })
    this.#tell(id)
    return { item: await this.find(id) }
  }

  async grants(): Promise<readonly Grant[]> {
    return this.#parts.store.grants.list()
  }

  /** Whether there was such a grant. */
  async revoke(grantId: string): Promise<boolean> {
    const revoked = await this.#parts.store.grants.revoke(grantId)
    this.#parts.changed()
    return revoked
  }

  /** Calls `listener` when the item was answered here; the answer takes it back. */
  onAnswer(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(id)
    }
  }

  #tell(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener()
  }

  async #expire(item: InboxItem): Promise<InboxItem> {
    const at = this.#parts.clock.wall()
    if (item.status !== 'pending' || at < item.expiresAt) return item
    await this.#parts.store.inbox.settle(item.id, { from: 'pending', to: 'expired', at })
    return { ...item, status: 'expired' }
  }

  async #open(id: string, kind: InboxItem['kind']): Promise<InboxItem> {
    const item = await this.find(id)
    if (item.kind !== kind)
      throw new ToolyardError(
        'invalid_arguments',
        `${id} is ${item.kind === 'question' ? 'a question, not an approval' : 'an approval, not a question'}`,
        {
          hint: item.kind === 'question' ? 'Answer it.' : 'Approve or reject it.',
        },
      )
    if (item.status !== 'pending') throw alreadyAnswered(item)
    return item
  }

  async #settle(item: InboxItem, move: Omit<InboxMove, 'from' | 'at'>): Promise<void> {
    const { store, clock } = this.#parts
    if (await store.inbox.settle(item.id, { from: 'pending', at: clock.wall(), ...move })) return
    throw alreadyAnswered(await this.find(item.id))
  }

  #grantOf(
    item: InboxItem,
    { by, scope }: { readonly by: string; readonly scope: 'thread' | 'agent' },
  ): Grant {
    const holder = scope === 'thread' ? item.threadId : item.agent
    if (item.offer === undefined)
      throw new ToolyardError('invalid_arguments', `${item.id} can only be approved once`, {
        hint: 'No rule says just what this call does, or every such call is to be asked about.',
      })
    if (holder === undefined)
      throw new ToolyardError('invalid_arguments', `the call of ${item.id} belongs to no ${scope}`, {
        hint: 'Approve it once.',
      })
    const { fingerprint } = JSON.parse(item.bytes) as { fingerprint: string }
    return {
      id: this.#parts.ids.next('gr'),
      rule: item.offer,
      tool: item.tool,
      fingerprint,
      ...(scope === 'thread' && { threadId: holder }),
      ...(item.agent !== undefined && { agent: item.agent }),
      by,
      createdAt: this.#parts.clock.wall(),
    }
  }
}

function alreadyAnswered({ id, status, by }: InboxItem): ToolyardError {
  return new ToolyardError('approval_expired', `${id} is ${status} already${by ? `, by ${by}` : ''}`, {
    hint: status === 'expired' ? 'The call has to be made again.' : 'The first answer counts.',
  })
}
