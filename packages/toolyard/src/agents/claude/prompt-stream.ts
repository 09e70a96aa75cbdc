/**
 * What is said to the SDK. The stream stays open until the run is over: if it closes earlier, calls that still run
 * lose their way back.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { SaidContent, SdkUserMessage } from './sdk.ts'

export interface PromptStream {
  readonly messages: AsyncIterable<SdkUserMessage>
  /** Answers the id by which the session knows it. */
  say(content: readonly SaidContent[]): string
  end(): void
}

export function createPromptStream(): PromptStream {
  const waiting: SdkUserMessage[] = []
  let wake: (() => void) | undefined
  let isOver = false
  async function* messages(): AsyncGenerator<SdkUserMessage, void, undefined> {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    messages: messages(),
    say(content) {
      const uuid = randomUUID()
      waiting.push({
        type: 'user',
        uuid,
        message: { role: 'user', content },
        parent_tool_use_id: null,
        priority: 'next',
      })
      wake?.()
      return uuid
    },
    end() {
      isOver = true
      wake?.()
    },
  }
}
