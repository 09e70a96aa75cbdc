/** The Responses API of OpenAI. */
import { pieces, type Reply, type WireApi, type WireEvent, words } from './turn.ts'

export const responsesApi: WireApi = {
  events: (reply) => {
    const items = itemsOf(reply)
    const output = items.map(({ whole }) => whole)
    const incomplete = { length: 'max_output_tokens', refusal: 'content_filter', stop: '', calls: '' }[
      reply.finish
    ]
    const ending = incomplete === '' ? 'completed' : 'incomplete'
    const events = [
      named('response.created', { response: frame(reply, { status: 'in_progress', output: [] }) }),
      ...items.flatMap((item, index) => itemEvents(item, index)),
      named(`response.${ending}`, {
        response: frame(reply, {
          status: ending,
          output,
          ...(ending === 'incomplete' && { incomplete_details: { reason: incomplete } }),
          usage: usageOf(reply),
        }),
      }),
    ]
    return events.map(({ event, data }, sequence_number) => ({
      event: event ?? '',
      data: { ...(data as object), sequence_number },
    }))
  },
  error: (status, message) => ({
    error: { message, type: 'server_error', param: null, code: String(status) },
  }),
  failure: (message) =>
    named('error', { sequence_number: 9, error: { type: 'server_error', code: 'overloaded', message } }),
}

interface Item {
  readonly id: string
  readonly begun: object
  readonly whole: object
  readonly between: readonly WireEvent[]
}

function itemsOf({ reasoning, text, calls }: Reply): readonly Item[] {
  return [
    ...(reasoning === '' ? [] : [reasoningItem(reasoning)]),
    ...(text === '' ? [] : [messageItem(text)]),
    ...calls.map((call, index) => callItem(call, `fc_${index + 1}`)),
  ]
}

function reasoningItem(text: string): Item {
  const id = 'rs_1'
  const summary = { item_id: id, summary_index: 0 }
  const encrypted_content = `encrypted ${text.length}`
  return {
    id,
    begun: { id, type: 'reasoning', summary: [], encrypted_content: null },
    whole: { id, type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content },
    between: [
      named('response.reasoning_summary_part.added', {
        ...summary,
        part: { type: 'summary_text', text: '' },
      }),
      ...words(text).map((delta) => named('response.reasoning_summary_text.delta', { ...summary, delta })),
      named('response.reasoning_summary_part.done', { ...summary, part: { type: 'summary_text', text } }),
    ],
  }
}

function messageItem(text: string): Item {
  const id = 'msg_1'
  const place = { item_id: id, content_index: 0 }
  const frameOf = (content: readonly object[], status: string): object => ({
    id,
    type: 'message',
    role: 'assistant',
    status,
    content,
  })
  return {
    id,
    begun: frameOf([], 'in_progress'),
    whole: frameOf([outputText(text)], 'completed'),
    between: [
      named('response.content_part.added', { ...place, part: outputText('') }),
      ...words(text).map((delta) => named('response.output_text.delta', { ...place, delta, logprobs: [] })),
      named('response.output_text.done', { ...place, text, logprobs: [] }),
      named('response.content_part.done', { ...place, part: outputText(text) }),
    ],
  }
}

function outputText(text: string): object {
  return { type: 'output_text', text, annotations: [] }
}

function callItem({ id: call_id, tool: name, json }: Reply['calls'][number], id: string): Item {
  const item = { id, type: 'function_call', call_id, name }
  return {
    id,
    begun: { ...item, arguments: '', status: 'in_progress' },
    whole: { ...item, arguments: json, status: 'completed' },
    between: [
      ...pieces(json).map((delta) => named('response.function_call_arguments.delta', { item_id: id, delta })),
      named('response.function_call_arguments.done', { item_id: id, name, arguments: json }),
    ],
  }
}

function itemEvents({ begun, between, whole }: Item, output_index: number): readonly WireEvent[] {
  return [
    named('response.output_item.added', { output_index, item: begun }),
    ...between.map(({ event, data }) => ({
      event: event ?? '',
      data: { output_index, ...(data as object) },
    })),
    named('response.output_item.done', { output_index, item: whole }),
  ]
}

function frame({ model }: Reply, facts: object): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    model,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    ...facts,
  }
}

function usageOf({ usage: { input, output, cacheRead = 0 } }: Reply): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}

function named(event: string, data: object): WireEvent {
  return { event, data: { type: event, ...data } }
}
