/** `Inbox` in memory: the newest items within a limit. */
import { type Inbox, type InboxItem, type InboxSelection, listedItem } from '../inbox.ts'

const mostItems = 10_000

type PlacedItem = InboxItem & { readonly position: number }

export function createMemoryInbox(): Inbox {
  const items = new Map<string, PlacedItem>()
  /** Of all that wait: they are counted with every new one. */
  const pending = new Map<string, PlacedItem>()
  let count = 0
  let moves = 0
  const set = (item: PlacedItem): void => {
    items.set(item.id, item)
    if (item.status === 'pending') pending.set(item.id, item)
    else pending.delete(item.id)
  }
  const chosen = (selection: InboxSelection): PlacedItem[] =>
    [...(selection.status === 'pending' ? pending : items).values()].filter((item) => fits(item, selection))
  return {
    put(item, room) {
      if (room && !hasRoom([...pending.values()], item, room)) return false
      set({ ...item, position: ++count })
      // What waits is never forgotten: how much that may be is bounded where it is asked.
      const oldest = items.size - pending.size > mostItems && items.keys().find((id) => !pending.has(id))
      if (oldest) items.delete(oldest)
      return true
    },
    find(id) {
      const { position: _, ...item } = items.get(id) ?? {}
      return 'id' in item ? item : undefined
    },
    list({ order = 'newest', after, limit = 100, ...selection }) {
      const found = chosen(selection)
      const inOrder = order === 'newest' ? found.toReversed() : found
      return inOrder
        .filter(
          ({ position }) => after === undefined || (order === 'newest' ? position < after : position > after),
        )
        .slice(0, limit)
        .map(({ position, ...item }) => listedItem(item, position))
    },
    count: (selection) => chosen(selection).length,
    pending: () => [...pending.keys()],
    moves: () => moves,
    expire(at) {
      for (const item of pending.values()) {
        if (at < item.expiresAt) continue
        moves++
        set({ ...item, status: 'expired' })
      }
    },
    settle(id, { from, to, answer, values, by, at }) {
      const item = items.get(id)
      if (item?.status !== from) return false
      moves++
      set({
        ...item,
        status: to,
        ...(answer !== undefined && { answer }),
        ...(values !== undefined && { values }),
        ...(by !== undefined && { by, answeredAt: at }),
      })
      return true
    },
  }
}

function fits(item: InboxItem, { kind, status, callId, agent, tool, threadIds }: InboxSelection): boolean {
  return (
    (kind === undefined || item.kind === kind) &&
    (status === undefined || item.status === status) &&
    (callId === undefined || [callId].flat().includes(item.callId)) &&
    (agent === undefined || item.agent === agent) &&
    (tool === undefined || item.tool === tool) &&
    (threadIds === undefined || (item.threadId !== undefined && threadIds.includes(item.threadId)))
  )
}

function hasRoom(
  pending: readonly InboxItem[],
  { agent, principal, createdAt }: InboxItem,
  room: { readonly perCaller: number; readonly total: number },
): boolean {
  const waiting = pending.filter(({ expiresAt }) => expiresAt > createdAt)
  const own = waiting.filter((item) => item.agent === agent && item.principal === principal)
  return waiting.length < room.total && own.length < room.perCaller
}
