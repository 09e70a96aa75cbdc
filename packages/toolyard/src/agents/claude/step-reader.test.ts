import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StreamEvent } from './sdk.ts'
import { type StepProgress, StepReader } from './step-reader.ts'

function readAll(events: readonly StreamEvent[]): readonly StepProgress[] {
  const reader = new StepReader()
  return events.flatMap((event) => reader.read(event) ?? [])
}

const start: StreamEvent = {
  type: 'message_start',
  message: {
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 5,
      output_tokens: 1,
    },
  },
}
const text = (delta: string): StreamEvent => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: delta },
})
const textBlock: StreamEvent = {
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'text', text: '' },
}
const end: StreamEvent = {
  type: 'message_delta',
  delta: { stop_reason: 'max_tokens' },
  usage: { output_tokens: 7, input_tokens: 0 },
}
const stop: StreamEvent = { type: 'message_stop' }

describe('the reader of answers', () => {
  it('tells words as they come, and the whole answer with its tokens', () => {
    const readings = readAll([start, textBlock, text('Hel'), text('lo'), end, stop])
    assert.deepEqual(readings, [
      { type: 'delta', event: { type: 'text', delta: 'Hel' } },
      { type: 'delta', event: { type: 'text', delta: 'lo' } },
      {
        type: 'step',
        step: {
          blocks: [{ type: 'text', text: 'Hello' }],
          usage: { inputTokens: 115, outputTokens: 7, cachedTokens: 100, cacheWriteTokens: 5 },
          reason: 'length',
          entries: [],
        },
      },
    ])
  })

  it('keeps the arguments of a call as the model wrote them', () => {
    const readings = readAll([
      start,
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'c1', name: 'mcp__yard__a' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '1' } },
      end,
      stop,
    ])
    assert.ok(readings[0]?.type === 'step')
    assert.deepEqual(readings[0].step.blocks, [
      { type: 'call', callId: 'c1', name: 'mcp__yard__a', json: '{"a":1' },
    ])
  })

  it('says that an answer begins anew, and forgets the first', () => {
    const readings = readAll([start, textBlock, text('half'), start, textBlock, text('whole'), end, stop])
    assert.equal(readings[1]?.type, 'again')
    const last = readings.at(-1)
    assert.ok(last?.type === 'step')
    assert.deepEqual(last.step.blocks, [{ type: 'text', text: 'whole' }])
  })

  it('has of an answer that breaks off only what the SDK keeps', () => {
    const reader = new StepReader()
    for (const event of [start, textBlock, text('half')]) reader.read(event)
    assert.equal(reader.read(stop), undefined)
    for (const event of [start, textBlock, text('whole')]) reader.read(event)
    reader.keep([{ type: 'text' }])
    reader.read({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'c', name: 'a' },
    })
    const reading = reader.read(stop)
    assert.ok(reading?.type === 'step')
    assert.deepEqual(reading.step.blocks, [{ type: 'text', text: 'whole' }])
  })

  it('knows what has begun until the answer is whole', () => {
    const reader = new StepReader()
    for (const event of [start, textBlock, text('half')]) reader.read(event)
    assert.equal(reader.begun, 'half')
    reader.read(stop)
    assert.equal(reader.begun, '')
  })
})
