import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  TracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace'
import { createToolyard, defineTool, type ToolService, type ToolyardOptions } from 'toolyard'

const exporter = new InMemorySpanExporter()
before(() => {
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  )
})
beforeEach(() => exporter.reset())
after(() => trace.disable())

const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody.',
  permission: 'read',
  effects: 'none',
  inputSchema: { name: String },
  execute: ({ name }) => {
    if (name === 'nobody') throw new Error('nobody is there')
    return `hello ${name}`
  },
})
const relay = defineTool({
  name: 'relay',
  description: 'Greets through another tool.',
  permission: 'read',
  effects: 'none',
  execute: (_, context) => context.call('greet', { name: 'inner' }),
})

function yardOf(options: ToolyardOptions = {}): Promise<ToolService> {
  return createToolyard({ tools: [greet, relay], ...options })
}

function only(): ReadableSpan {
  const [span, ...others] = exporter.getFinishedSpans()
  assert.ok(span)
  assert.deepEqual(others, [])
  return span
}

describe('a span of a call', () => {
  it('carries the attributes of the conventions for generative AI, and no arguments or results', async () => {
    await using yard = await yardOf()
    await yard.call('greet', { name: 'Rome' }, { callId: 'c1', threadId: 't1', agent: 'guide' })
    const { name, kind, attributes, status } = only()
    assert.equal(name, 'execute_tool greet')
    assert.equal(kind, SpanKind.INTERNAL)
    const { 'gen_ai.execute_tool.duration': duration, ...rest } = attributes
    assert.deepEqual(rest, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'greet',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Greets somebody.',
      'gen_ai.conversation.id': 't1',
      'gen_ai.agent.name': 'guide',
    })
    assert.ok(typeof duration === 'number' && duration >= 0 && duration < 5)
    assert.equal(status.code, SpanStatusCode.UNSET)
  })

  it('carries arguments and results where that was asked for', async () => {
    await using yard = await yardOf({ traceContent: true })
    await yard.call('greet', { name: 'Rome' })
    const { attributes } = only()
    assert.equal(attributes['gen_ai.tool.call.arguments'], '{"name":"Rome"}')
    assert.match(String(attributes['gen_ai.tool.call.result']), /hello Rome/)
  })

  it('holds no secret and survives unreadable arguments, also where content was asked for', async () => {
    const environment = { API_KEY: 'toolyard-secret-8841' }
    await using yard = await yardOf({ traceContent: true, secrets: ['API_KEY'], environment })
    await yard.call('greet', { name: environment.API_KEY })
    assert.ok(!JSON.stringify(only().attributes).includes(environment.API_KEY))
    const cycle: Record<string, unknown> = {}
    cycle['name'] = cycle
    assert.equal((await yard.call('greet', cycle)).error?.code, 'invalid_arguments')
  })

  it('says how a call failed', async () => {
    await using yard = await yardOf()
    await yard.call('greet', { name: 'nobody' })
    const { attributes, status } = only()
    assert.equal(attributes['error.type'], 'tool_failed')
    assert.equal(status.code, SpanStatusCode.ERROR)
  })

  for (const [title, options, input, code] of [
    ['invalid arguments', {}, { name: 1 }, 'invalid_arguments'],
    [
      'a hook',
      { hooks: [{ name: 'h', type: 'PRE_TOOL_USE', handler: () => false }] },
      { name: 'a' },
      'denied_by_hook',
    ],
    ['a rule on an argument', { policy: { deny: ['greet(name=a)'] } }, { name: 'a' }, 'denied'],
    ['nobody to ask', { policy: { ask: ['greet'] } }, { name: 'a' }, 'denied'],
  ] as const)
    it(`is there for a call refused by ${title}`, async () => {
      await using yard = await yardOf(options)
      await yard.call('greet', input)
      assert.equal(only().attributes['error.type'], code)
    })

  it('is there for a stream, for each call of a batch, and for calls inside calls', async () => {
    await using yard = await yardOf()
    for await (const _ of yard.stream('greet', { name: 'a' }));
    await yard.callMany([
      { tool: 'greet', input: { name: 'b' } },
      { tool: 'relay', input: {} },
    ])
    assert.deepEqual(
      exporter
        .getFinishedSpans()
        .map(({ name }) => name)
        .toSorted(),
      ['execute_tool greet', 'execute_tool greet', 'execute_tool greet', 'execute_tool relay'],
    )
  })
})
