/**
 * What people were asked, and answered, since the last look.
 *
 * Everything that waits is known, and so are the newest items: what came and was answered between two looks is told of as well.
 * Long requests are never read: lists hold their beginnings.
 *
 * @module
 */
import type { InboxEntry, Store } from '../../../store/index.ts'

const mostPending = 500
const mostNew = 10

export class InboxWatch {
  readonly #store: Pick<Store, 'inbox'>
  /** By id, how each was seen last. */
  #seen: ReadonlyMap<string, Pick<InboxEntry, 'status' | 'callId'>> | undefined

  constructor(store: Pick<Store, 'inbox'>) {
    this.#store = store
  }

  /** Nothing is new at the first look. */
  async look(): Promise<readonly InboxEntry[]> {
    const { inbox } = this.#store
    const before = this.#seen
    const [pending, newest] = await Promise.all([
      inbox.list({ status: 'pending', limit: mostPending }),
      inbox.list({ limit: mostNew }),
    ])
    const items = new Map([...pending, ...newest].map((item) => [item.id, item]))
    for (const [id, { status, callId }] of before ?? []) {
      if (status !== 'pending' || items.has(id)) continue
      const item = (await inbox.list({ callId })).find((other) => other.id === id)
      if (item) items.set(id, item)
    }
    this.#seen = new Map([...items.values()].map(({ id, status, callId }) => [id, { status, callId }]))
    if (!before) return []
    return [...items.values()]
      .filter(({ id, status }) => before.get(id)?.status !== status)
      .toSorted((left, right) => left.createdAt - right.createdAt)
  }
}
