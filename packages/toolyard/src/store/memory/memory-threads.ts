/** `ThreadStore` in memory. */
import type { ThreadMessage, ThreadStore, ThreadSummary } from '../threads.ts'

const defaultLimit = 100

interface KeptThread {
  summary: ThreadSummary
  readonly messages: ThreadMessage[]
}

export function createMemoryThreads(): ThreadStore {
  const threads = new Map<string, KeptThread>()
  return {
    append({ id, agent, principal, title }, messages) {
      const at = messages.at(-1)?.at ?? Date.now()
      const kept: KeptThread = threads.get(id) ?? {
        summary: {
          id,
          agent,
          principal,
          title: '',
          messages: 0,
          createdAt: messages[0]?.at ?? at,
          updatedAt: at,
        },
        messages: [],
      }
      threads.set(id, kept)
      for (const message of messages) kept.messages.push({ ...message, position: kept.messages.length + 1 })
      kept.summary = {
        ...kept.summary,
        agent: kept.summary.agent ?? agent,
        title: kept.summary.title || (title ?? ''),
        messages: kept.messages.length,
        updatedAt: at,
      }
    },
    messages: (threadId, after = 0) => threads.get(threadId)?.messages.slice(after) ?? [],
    find: (threadId) => threads.get(threadId)?.summary,
    list: ({ agent, principal, before = Infinity, limit = defaultLimit }) =>
      Array.from(threads.values(), ({ summary }) => summary)
        .filter(
          (thread) =>
            (agent === undefined || thread.agent === agent) &&
            (principal === undefined || thread.principal === principal) &&
            thread.updatedAt < before,
        )
        .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1))
        .slice(0, limit),
    remove: (threadId) => threads.delete(threadId),
  }
}
