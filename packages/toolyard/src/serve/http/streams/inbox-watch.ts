/**
 * What people were asked, and answered, since the last look.
 *
 * Everything that waits is known, and so are the newest items: what came and was answered between two looks is told of as well.
 *
 * @module
 */
import { type InboxEntry, listedItem, type Store } from '../../../store/index.ts'

const mostPending = 500
const mostNew = 10

export class InboxWatch {
  readonly #store: Store
  /** By id, in which status each was seen last. */
  #seen: ReadonlyMap<string, string> | undefined

  constructor(store: Store) {
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
    for (const [id, status] of before ?? []) {
      const item = status === 'pending' && !items.has(id) ? await inbox.find(id) : undefined
      if (item) items.set(id, listedItem(item, 0))
    }
    this.#seen = new Map([...items.values()].map(({ id, status }) => [id, status]))
    if (!before) return []
    return [...items.values()]
      .filter(({ id, status }) => before.get(id) !== status)
      .toSorted((left, right) => left.createdAt - right.createdAt)
  }
}
