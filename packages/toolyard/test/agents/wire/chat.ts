/** The Chat Completions API of OpenAI, as compatible servers speak it too. */
import { pieces, type Reply, type WireApi, words } from './turn.ts'

const finishReasons = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
} as const

export const chatApi: WireApi = {
  events: (reply) => [
    chunk(reply, { role: 'assistant', content: '' }),
    ...words(reply.reasoning).map((word) => chunk(reply, { reasoning_content: word })),
    ...words(reply.text).map((word) => chunk(reply, { content: word })),
    ...reply.calls.flatMap(({ id, tool, json }, index) => [
      chunk(reply, {
        tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: '' } }],
      }),
      ...pieces(json).map((piece) =>
        chunk(reply, { tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk(reply, {}, finishReasons[reply.finish]),
    { data: { ...frame(reply, 'chat.completion.chunk'), choices: [], usage: usageOf(reply) } },
    { data: '[DONE]' },
  ],
  whole: (reply) => ({
    ...frame(reply, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(reply), finish_reason: finishReasons[reply.finish] }],
    usage: usageOf(reply),
  }),
  error: (status, message) => ({ error: { message, type: 'server_error', code: String(status) } }),
  failure: (message) => ({ data: { error: { message, type: 'server_error', code: 'overloaded' } } }),
}

function frame({ model }: Reply, object: string): object {
  return { id: 'chatcmpl-1', object, created: 1_700_000_000, model }
}

function chunk(reply: Reply, delta: object, finish: string | null = null): { readonly data: object } {
  return {
    data: { ...frame(reply, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] },
  }
}

function messageOf({ text, calls }: Reply): object {
  return {
    role: 'assistant',
    content: text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, tool, json }) => ({
        id,
        type: 'function',
        function: { name: tool, arguments: json },
      })),
    }),
  }
}

function usageOf({ usage: { input, output, cacheRead } }: Reply): object {
  return {
    prompt_tokens: input,
    ...(cacheRead !== undefined && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    completion_tokens: output,
    total_tokens: input + output,
  }
}
