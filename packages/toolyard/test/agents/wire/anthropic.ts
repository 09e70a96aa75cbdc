/** The Messages API of Anthropic. */
import { pieces, type Reply, type WireApi, type WireEvent, words } from './turn.ts'

const stopReasons = { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens', refusal: 'refusal' } as const

export const anthropicApi: WireApi = {
  events: (reply) => [
    named('message_start', { message: { ...frame(reply), content: [], stop_reason: null } }),
    named('ping', {}),
    ...blocksOf(reply).flatMap((block, index) => blockEvents(block, index)),
    named('message_delta', {
      delta: { stop_reason: stopReasons[reply.finish], stop_sequence: null },
      usage: { output_tokens: reply.usage.output },
    }),
    named('message_stop', {}),
  ],
  whole: (reply) => ({ ...frame(reply), content: blocksOf(reply).map(({ whole }) => whole) }),
  error: (status, message) => ({ type: 'error', error: { type: errorType(status), message } }),
  failure: (message) => named('error', { error: { type: 'overloaded_error', message } }),
}

interface Block {
  readonly start: object
  readonly deltas: readonly object[]
  readonly whole: object
}

function frame({ id, model, usage, finish }: Reply): object {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: stopReasons[finish],
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      ...(usage.cacheRead !== undefined && { cache_read_input_tokens: usage.cacheRead }),
      ...(usage.cacheWrite !== undefined && { cache_creation_input_tokens: usage.cacheWrite }),
    },
  }
}

function blocksOf({ reasoning, text, calls }: Reply): readonly Block[] {
  return [
    ...(reasoning === '' ? [] : [thinking(reasoning)]),
    ...(text === '' ? [] : [textBlock(text)]),
    ...calls.map(({ id, tool, json }) => ({
      start: { type: 'tool_use', id, name: tool, input: {} },
      deltas: pieces(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      whole: { type: 'tool_use', id, name: tool, input: objectOf(json) },
    })),
  ]
}

function thinking(text: string): Block {
  const signature = `signature of ${text.length}`
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...words(text).map((word) => ({ type: 'thinking_delta', thinking: word })),
      { type: 'signature_delta', signature },
    ],
    whole: { type: 'thinking', thinking: text, signature },
  }
}

function textBlock(text: string): Block {
  return {
    start: { type: 'text', text: '' },
    deltas: words(text).map((word) => ({ type: 'text_delta', text: word })),
    whole: { type: 'text', text },
  }
}

function blockEvents({ start, deltas }: Block, index: number): readonly WireEvent[] {
  return [
    named('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => named('content_block_delta', { index, delta })),
    named('content_block_stop', { index }),
  ]
}

function named(event: string, data: object): WireEvent {
  return { event, data: { type: event, ...data } }
}

function errorType(status: number): string {
  if (status === 429) return 'rate_limit_error'
  if (status === 529) return 'overloaded_error'
  if (status === 401) return 'authentication_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}

function objectOf(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return {}
  }
}
