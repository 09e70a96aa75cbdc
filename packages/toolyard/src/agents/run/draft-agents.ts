/**
 * `DraftAgents`: tries of agents that nobody has saved. A draft runs as an agent does, under the same policy and with the tools that it
 * was given, and is no agent of the directory. It goes with what was said to it: when it is let go, or an hour after its last
 * try. Its runs and calls stay in the journal, under its name.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { ToolyardError } from '../../kernel/index.ts'
import type { Store } from '../../store/index.ts'
import type { AgentDirectory } from '../agent-directory.ts'
import type { AgentSpec } from '../agent-spec.ts'
import type { AgentRuns } from './agent-runs.ts'
import type { StartedRun } from './start-run.ts'

export interface DraftAgentsParts {
  readonly directory: AgentDirectory
  readonly runs: AgentRuns
  readonly store: Store
  readonly now: () => number
}

export interface DraftRun {
  /** All but its name. */
  readonly spec: Omit<AgentSpec, 'name'>
  readonly prompt: string
  /** The draft of an earlier try, to go on with what was said. */
  readonly draft?: string | undefined
  readonly principal: string
}

export interface StartedDraft {
  /** The name of the draft. */
  readonly draft: string
  readonly run: StartedRun
}

const keptMs = 3_600_000
/** In all: the oldest goes first. */
const mostDrafts = 20
const mark = 'draft-'

export class DraftAgents {
  readonly #parts: DraftAgentsParts

  constructor(parts: DraftAgentsParts) {
    this.#parts = parts
  }

  /** Throws what `AgentDirectory.create` and `AgentRuns.start` throw. */
  async start({ spec, prompt, draft, principal }: DraftRun): Promise<StartedDraft> {
    const { directory, runs, now } = this.#parts
    await this.#sweep()
    const threadId = draft === undefined ? undefined : await this.#thread(draft, principal)
    const name = draft ?? `${mark}${randomBytes(4).toString('hex')}`
    const expiresAt = now() + keptMs
    const agent = await directory.draft(
      { ...spec, name },
      { expiresAt, ...(draft !== undefined && { id: draft }) },
    )
    try {
      const run = await runs.start({ agent: agent.name, prompt, threadId, principal })
      return { draft: agent.name, run }
    } catch (error) {
      if (draft === undefined) await directory.remove(agent.id)
      throw error
    }
  }

  /** Ends what it does, and takes what was said to it away. Throws `not_found` if it is no draft of this person. */
  async remove(draft: string, principal: string): Promise<void> {
    const threadId = await this.#thread(draft, principal)
    const { runs, directory, store } = this.#parts
    for (const run of await runs.list({ threadId, limit: 5 })) {
      if (await runs.stop(run.id)) await runs.endOf(run.id)
    }
    await directory.remove(draft)
    await store.threads.remove(threadId)
  }

  /** Where its person talks to it. */
  async #thread(draft: string, principal: string): Promise<string> {
    const { store } = this.#parts
    const found = await store.agents.find(draft)
    const [thread] =
      found?.expiresAt === undefined ? [] : await store.threads.list({ agent: found.name, limit: 1 })
    if (thread?.principal === principal) return thread.id
    throw new ToolyardError('not_found', `there is no draft "${draft.slice(0, 100)}" of yours`, {
      hint: 'Drafts go an hour after their last try. Leave it out to begin a new one.',
    })
  }

  /** What nobody needs any more; one that still works waits for the next time. */
  async #sweep(): Promise<void> {
    const { store, directory, now } = this.#parts
    const drafts = (await store.agents.list()).filter(({ expiresAt }) => expiresAt !== undefined)
    const newest = drafts.toSorted((left, right) => right.updatedAt - left.updatedAt)
    for (const [place, { id, name, expiresAt = 0 }] of newest.entries()) {
      if (expiresAt > now() && place < mostDrafts) continue
      const threads = await store.threads.list({ agent: name })
      const open = await store.runs.list({ agent: name, status: ['running', 'queued', 'waiting'], limit: 1 })
      if (open.length > 0) continue
      await directory.remove(id)
      for (const thread of threads) await store.threads.remove(thread.id)
    }
  }
}
