/** The streaming half of the Gemini API. Arguments are objects there: broken ones cannot be told. */
import { type Reply, type WireApi, words } from './turn.ts'

const finishReasons = { stop: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' } as const

export const geminiApi: WireApi = {
  events: (reply) => [
    ...words(reply.reasoning).map((text) => candidate({ text, thought: true })),
    ...words(reply.text).map((text) => candidate({ text })),
    ...reply.calls.map(({ id, tool, json }, index) =>
      candidate({
        functionCall: { id, name: tool, args: JSON.parse(json) as unknown },
        ...(index === 0 && { thoughtSignature: 'c2lnbmVk' }),
      }),
    ),
    { data: { ...ending(reply), usageMetadata: usageOf(reply), modelVersion: reply.model } },
  ],
  error: (status, message) => ({ error: { code: status, message, status: 'UNAVAILABLE' } }),
  failure: (message) => ({ data: { error: { code: 503, message, status: 'UNAVAILABLE' } } }),
}

function candidate(part: object): { readonly data: object } {
  return { data: { candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] } }
}

function ending({ finish }: Reply): object {
  return {
    candidates: [
      { index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: finishReasons[finish] },
    ],
  }
}

function usageOf({ usage: { input, output, cacheRead } }: Reply): object {
  return {
    promptTokenCount: input,
    ...(cacheRead !== undefined && { cachedContentTokenCount: cacheRead }),
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  }
}
