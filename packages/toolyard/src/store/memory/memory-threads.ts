/** `ThreadStore` in memory. */
import type { ThreadFilter, ThreadMessage, ThreadStore, ThreadSummary, ThreadView } from '../threads.ts'

const defaultLimit = 100

interface KeptThread {
  summary: ThreadSummary
  readonly messages: ThreadMessage[]
  view?: ThreadView
}

/** `removed`: told of what is gone. */
export function createMemoryThreads(removed: (threadId: string) => void = () => {}): ThreadStore {
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
    lastMessages: (threadId, { before = Infinity, limit }) =>
      (threads.get(threadId)?.messages ?? []).filter(({ position = 0 }) => position < before).slice(-limit),
    find: (threadId) => threads.get(threadId)?.summary,
    list: ({ limit = defaultLimit, ...filter }) =>
      Array.from(threads.values(), ({ summary }) => summary)
        .filter((thread) => fits(thread, filter))
        .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1))
        .slice(0, limit),
    rename(threadId, title) {
      const kept = threads.get(threadId)
      if (kept) kept.summary = { ...kept.summary, title }
      return kept !== undefined
    },
    view: (threadId) => threads.get(threadId)?.view,
    saveView(threadId, view) {
      const kept = threads.get(threadId)
      if (kept) kept.view = view
    },
    remove(threadId) {
      removed(threadId)
      return threads.delete(threadId)
    },
  }
}

function fits(thread: ThreadSummary, { agent, principal, words, before }: ThreadFilter): boolean {
  const { at, id } = typeof before === 'object' ? before : { at: before ?? Infinity, id: '' }
  return (
    (agent === undefined || thread.agent === agent) &&
    (principal === undefined || thread.principal === principal) &&
    (words === undefined || hasWords(thread, words.toLowerCase())) &&
    (thread.updatedAt < at || (thread.updatedAt === at && thread.id < id))
  )
}

function hasWords({ title, agent = '' }: ThreadSummary, words: string): boolean {
  return [title, agent].some((text) => text.toLowerCase().includes(words))
}
