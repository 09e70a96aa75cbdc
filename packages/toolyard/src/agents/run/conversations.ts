/**
 * `Conversations`: what people do with what was said: find it, name it, take it away, and see what it waits for.
 *
 * A conversation goes with its messages, with what models were shown of it, and with the long answers that only it names. Runs and calls
 * stay in their own lists: those say what was done.
 *
 * @module
 */
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import {
  type InboxFilter,
  openRunStatuses,
  type Store,
  type ThreadMessage,
  type ThreadSummary,
} from '../../store/index.ts'

interface ConversationsParts {
  readonly store: Store
  /** Where long answers are kept, if not in the store. */
  readonly results?: Pick<Store['results'], 'remove'> | undefined
}

/** Conversations of sub-agents that are looked through for one above them. */
const mostBelow = 200
const longestTitle = 200

export class Conversations {
  readonly #parts: ConversationsParts

  constructor(parts: ConversationsParts) {
    this.#parts = parts
  }

  /** Throws `not_found`. */
  async find(threadId: string): Promise<ThreadSummary> {
    const found = await this.#parts.store.threads.find(threadId)
    if (found) return found
    throw new ToolyardError('not_found', `there is no conversation "${threadId}"`, {
      hint: 'See those that there are with GET /api/conversations.',
    })
  }

  /** Throws `not_found`, or `invalid_arguments` if the title says nothing. */
  async rename(threadId: string, title: string): Promise<ThreadSummary> {
    const said = visibleText(title).trim().replaceAll(/\s+/g, ' ')
    if (said === '') throw new ToolyardError('invalid_arguments', 'title: it says nothing')
    await this.#parts.store.threads.rename(threadId, said.slice(0, longestTitle).toWellFormed())
    return this.find(threadId)
  }

  /** Throws `not_found`, or `conflict` while a run of it goes on or waits. */
  async remove(threadId: string): Promise<void> {
    const { store, results = store.results } = this.#parts
    await this.find(threadId)
    await this.#refuseOpen(threadId)
    const handles = handlesIn(await store.threads.messages(threadId))
    for (const { handle } of Object.values((await store.threads.view(threadId))?.cuts ?? {}))
      if (handle !== undefined) handles.add(handle)
    if (!(await store.threads.remove(threadId))) {
      await this.#refuseOpen(threadId)
      return
    }
    if (handles.size > 0) await results.remove?.([...handles])
    // Whoever begins a conversation under this id again is asked again.
    for (const grant of await store.grants.list())
      if (grant.threadId === threadId) await store.grants.revoke(grant.id)
  }

  /** Of this conversation, and of those of the sub-agents that work for it now. */
  async waiting(threadId: string): Promise<InboxFilter> {
    const { runs } = this.#parts.store
    const threadIds = new Set([threadId])
    for (const parentThreadId of threadIds) {
      if (threadIds.size >= mostBelow) break
      for (const run of await runs.list({ parentThreadId, status: openRunStatuses, limit: mostBelow }))
        threadIds.add(run.threadId)
    }
    return { status: 'pending', threadIds: [...threadIds], order: 'oldest' }
  }

  async #refuseOpen(threadId: string): Promise<void> {
    const { runs } = this.#parts.store
    const [open] = await runs.list({ threadId, status: openRunStatuses, limit: 1 })
    if (open)
      throw new ToolyardError('conflict', `conversation "${threadId}" is at work: run ${open.id}`, {
        hint: 'Stop that run, or wait until it has ended.',
        retryable: true,
      })
  }
}

function handlesIn(messages: readonly ThreadMessage[]): Set<string> {
  return new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.type === 'tool_result' && part.handle !== undefined ? [part.handle] : [],
      ),
    ),
  )
}
