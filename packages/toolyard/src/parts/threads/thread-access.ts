/**
 * What was said in the caller's own conversation, as text. Nobody reads a conversation that another person began, or another agent has.
 *
 * @module
 */
import { textOf } from '../../define/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import { attachedLine, type MessagePart, type ThreadStore } from '../../store/index.ts'

export interface SaidMessage {
  /** From 1 on. */
  readonly number: number
  /** `user`, `assistant`, `tool`, or who else said it. */
  readonly by: string
  readonly text: string
}

export interface ThreadAccess {
  messages(): Promise<readonly SaidMessage[]>
}

declare module '../../define/services.ts' {
  interface Services {
    /** What was said in this conversation. */
    readonly thread?: ThreadAccess | undefined
  }
}

export function threadOf(
  threads: ThreadStore,
  { threadId, agent, principal = 'local' }: CompanyCaller,
): ThreadAccess | undefined {
  if (threadId === undefined) return undefined
  return {
    async messages() {
      const thread = await threads.find(threadId)
      if (!thread || thread.agent !== agent || (thread.principal ?? principal) !== principal) return []
      const messages = await threads.messages(threadId)
      return messages.map(({ role, from, parts }, index) => ({
        number: index + 1,
        by: from ?? role,
        text: parts.flatMap(lineOf).join('\n'),
      }))
    },
  }
}

function lineOf(part: MessagePart): readonly string[] {
  if (part.type === 'reasoning') return []
  if (part.type === 'text') return [part.text]
  if (part.type === 'tool_call') return [`[calls ${part.tool} with ${JSON.stringify(part.input)}]`]
  if (part.type === 'image' || part.type === 'file') return [attachedLine(part)]
  return [`[${part.tool}: ${part.status}] ${textOf(part)}`]
}
