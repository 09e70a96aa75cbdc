/** A model of the AI SDK that asks for given calls, then says `done`. */
import { MockLanguageModelV4 } from 'ai/test'

export interface Asked {
  readonly tool: string
  readonly input?: unknown
  readonly id?: string
}

/** A model that first asks for these calls, then says `done`. */
export function modelThat(...turns: readonly (readonly Asked[])[]): MockLanguageModelV4 {
  let turn = 0
  const content = () => {
    const calls = turns[turn++]
    if (!calls) return [{ type: 'text' as const, text: 'done' }]
    return calls.map(({ tool, input = {}, id }, index) => ({
      type: 'tool-call' as const,
      toolCallId: id ?? `call_${index}`,
      toolName: tool,
      input: JSON.stringify(input),
    }))
  }
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const parts = content()
      return { content: parts, finishReason: reasonFor(parts), usage, warnings: [] }
    },
    doStream: async () => {
      const parts = content()
      return {
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] })
            for (const part of parts)
              if (part.type === 'tool-call') controller.enqueue(part)
              else {
                controller.enqueue({ type: 'text-start', id: '1' })
                controller.enqueue({ type: 'text-delta', id: '1', delta: part.text })
                controller.enqueue({ type: 'text-end', id: '1' })
              }
            controller.enqueue({ type: 'finish', finishReason: reasonFor(parts), usage })
            controller.close()
          },
        }),
      }
    },
  })
}

function reasonFor(parts: readonly { readonly type: string }[]) {
  const unified = parts[0]?.type === 'tool-call' ? ('tool-calls' as const) : ('stop' as const)
  return { unified, raw: undefined }
}

/** What the model read in its second turn. */
export function heard(model: MockLanguageModelV4): unknown {
  const { prompt = [] } = model.doGenerateCalls.at(-1) ?? model.doStreamCalls.at(-1) ?? {}
  const last = prompt.at(-1)
  return last?.role === 'tool' ? last.content.map((part) => ('output' in part ? part.output : part)) : last
}
