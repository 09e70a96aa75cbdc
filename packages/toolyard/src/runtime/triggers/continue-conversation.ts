/**
 * Deliveries that belong together: those that name the same conversation are said in one, and a run that goes on in it hears them.
 *
 * The name comes from the body. It leads to conversations of this trigger alone, whatever it says.
 *
 * @module
 */
import type { AgentRuns, StartedRun, StartRun } from '../../agents/index.ts'
import { sha256, ToolyardError } from '../../kernel/index.ts'
import { openRunStatuses } from '../../store/index.ts'
import { fillInput } from './fill-input.ts'

/** A run may end, or begin, between a look and the message. */
const mostTries = 5

export interface Continued {
  readonly runId: string
  readonly duplicate: boolean
  readonly messageId?: string
  readonly run?: StartedRun
}

export interface ConversationDelivery {
  /** The same for every attempt of one delivery. */
  readonly id: string
  readonly start: StartRun & { readonly runId: string; readonly threadId: string }
  readonly interrupt: boolean | undefined
  /** Throws if the trigger is called too often. A delivery that is known does not count. */
  readonly takeRate: () => Promise<void>
}

/** The conversation that a body names. */
export function conversationOf(trigger: string, template: string, body: unknown): string {
  const { name } = fillInput({ name: template }, body)
  const text = typeof name === 'string' ? name : JSON.stringify(name)
  return `trigger_${sha256(`${trigger}\n${text}`).slice(0, 40)}`
}

/** A message to the run that goes on there, or a new run. */
export async function continueConversation(
  runs: AgentRuns,
  { id, start, interrupt, takeRate }: ConversationDelivery,
): Promise<Continued> {
  const { runId, threadId, prompt } = start
  const messageId = `msg_${id}`
  for (let tries = 1; ; tries++) {
    const [open] = await runs.list({ threadId, status: openRunStatuses, limit: 1 })
    try {
      if (!open) {
        const isKnown = await runs.mail.hasHeard(threadId, messageId)
        if (isKnown) return { runId: (await lastRunOf(runs, threadId)) ?? runId, duplicate: true }
        if (tries === 1) await takeRate()
        return { runId, duplicate: false, run: await runs.start(start) }
      }
      if (open.id === runId || (await runs.mail.knows(open, messageId)))
        return { runId: open.id, duplicate: true }
      if (tries === 1) await takeRate()
      await runs.say(open.id, { id: messageId, text: prompt, interrupt })
      return { runId: open.id, duplicate: false, messageId }
    } catch (error) {
      const isConflict = ToolyardError.isInstance(error) && error.code === 'conflict'
      if (!isConflict || tries === mostTries) throw error
    }
  }
}

async function lastRunOf(runs: AgentRuns, threadId: string): Promise<string | undefined> {
  const [last] = await runs.list({ threadId, limit: 1 })
  return last?.id
}
