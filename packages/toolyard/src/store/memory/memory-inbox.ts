/** `Inbox` in memory: the newest items within a limit. */
import type { Inbox, InboxItem } from '../inbox.ts'

const mostItems = 10_000

export function createMemoryInbox(): Inbox {
  const items = new Map<string, InboxItem>()
  return {
    put(item) {
      items.set(item.id, item)
      const [oldest] = items.keys()
      if (items.size > mostItems && oldest !== undefined) items.delete(oldest)
    },
    find: (id) => items.get(id),
    list: ({ kind, status, callId, limit = 100 }) =>
      [...items.values()]
        .toReversed()
        .filter(
          (item) =>
            (kind === undefined || item.kind === kind) &&
            (status === undefined || item.status === status) &&
            (callId === undefined || item.callId === callId),
        )
        .slice(0, limit),
    settle(id, { from, to, answer, by, at }) {
      const item = items.get(id)
      if (item?.status !== from) return false
      items.set(id, {
        ...item,
        status: to,
        ...(answer !== undefined && { answer }),
        ...(by !== undefined && { by, answeredAt: at }),
      })
      return true
    },
  }
}
