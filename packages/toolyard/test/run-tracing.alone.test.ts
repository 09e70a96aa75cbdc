/** Spans of runs and of their models' answers, and what was used as metrics, as OpenTelemetry gets them. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { RunEvent, Runner } from '../src/agents/index.ts'
import { finish, openCompany } from './agents/company.ts'
import { openDurable } from './agents/durable-yard.ts'
import { startModelServer, type Turns } from './agents/model-server.ts'
import { exporter, forget, named, only, recorded, setUp, tearDown, tree } from './helpers/otel.ts'

before(setUp)
beforeEach(forget)
after(tearDown)

const echoing = (...texts: string[]) => ({ calls: texts.map((text) => ({ tool: 'echo', input: { text } })) })

async function withModel(test: TestContext, turns: Turns, settings: Record<string, unknown> = {}) {
  const server = await startModelServer(turns)
  test.after(() => server[Symbol.asyncDispose]())
  const { yard } = await openCompany(
    test,
    { helper: { turns: [], tools: ['echo'], settings } },
    {
      environment: { KEY: 'k-1234567890' },
      models: {
        providers: {
          openai: { baseUrl: `${server.url}/v1`, apiKey: '${KEY}' },
          anthropic: { baseUrl: `${server.url}/v1`, apiKey: '${KEY}' },
        },
        prices: { 'openai/gpt-5': { input: 10, output: 20 } },
      },
    },
  )
  return finish(
    await yard.runs.start({ agent: 'helper', prompt: 'Go.', model: 'openai/gpt-5', threadId: 't1' }),
  )
}

describe('spans of a run', () => {
  it('are invoke_agent with chat and execute_tool below it, calls of one answer side by side', async (test) => {
    const { yard } = await openCompany(test, {
      helper: { turns: [echoing('a', 'b'), echoing('c'), { text: 'Done.' }], tools: ['echo'] },
    })
    const { record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Go.' }))
    const below = 'invoke_agent helper'
    assert.deepEqual(tree(), [
      ...Array.from({ length: 3 }, () => `chat scripts/helper.json < ${below}`),
      ...Array.from({ length: 3 }, () => `execute_tool echo < ${below}`),
      `${below} < -`,
    ])
    const { attributes, kind, status } = only(below)
    assert.equal(kind, SpanKind.INTERNAL)
    assert.equal(status.code, SpanStatusCode.UNSET)
    const { 'gen_ai.agent.id': id, ...rest } = attributes
    assert.equal(id, (await yard.agents.find('helper')).id)
    assert.deepEqual(rest, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'helper',
      'gen_ai.conversation.id': record.threadId,
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'scripts/helper.json',
      'gen_ai.usage.input_tokens': record.inputTokens,
      'gen_ai.usage.output_tokens': record.outputTokens,
      'toolyard.run.id': record.id,
      'toolyard.run.attempt': 1,
      'toolyard.run.status': 'done',
      'toolyard.run.reason': 'finished',
    })
  })

  it('are below the call that started a sub-agent, and below what was active at the start', async (test) => {
    const { yard } = await openCompany(test, {
      boss: {
        turns: [
          { calls: [{ tool: 'spawn', input: { task: 'x', agent: 'worker', wait: true } }] },
          { text: 'ok' },
        ],
        tools: ['spawn', 'echo'],
      },
      worker: { turns: [echoing('w'), { text: 'done' }], tools: ['echo'] },
    })
    const outer = trace.getTracer('app').startSpan('request')
    const run = await context.with(trace.setSpan(context.active(), outer), () =>
      yard.runs.start({ agent: 'boss', prompt: 'Go.' }),
    )
    await finish(run)
    outer.end()
    assert.deepEqual(tree(), [
      'chat scripts/boss.json < invoke_agent boss',
      'chat scripts/boss.json < invoke_agent boss',
      'chat scripts/worker.json < invoke_agent worker',
      'chat scripts/worker.json < invoke_agent worker',
      'execute_tool echo < invoke_agent worker',
      'execute_tool spawn < invoke_agent boss',
      'invoke_agent boss < request',
      'invoke_agent worker < execute_tool spawn',
      'request < -',
    ])
  })

  it('tell every question to a service: what it used, what failed, what was asked instead', async (test) => {
    const settings = {
      retry: { attempts: 2, maxDelayMs: 5 },
      fallbackModels: ['anthropic/claude-sonnet-4-5'],
      temperature: 0,
    }
    await withModel(
      test,
      ({ api }, index) =>
        api === 'responses'
          ? { status: 503, message: 'Closed' }
          : index === 2
            ? { calls: [{ tool: 'echo', input: { text: 'x' } }], usage: { input: 100, output: 10 } }
            : { text: 'Done.' },
      settings,
    )
    const failed = named('chat gpt-5')
    assert.deepEqual(
      failed.map(({ attributes, status }) => [attributes['error.type'], status.code]),
      [
        ['unavailable', SpanStatusCode.ERROR],
        ['unavailable', SpanStatusCode.ERROR],
      ],
    )
    const [first, last] = named('chat claude-sonnet-4-5')
    assert.equal(first?.kind, SpanKind.CLIENT)
    const { 'toolyard.run.id': _, ...told } = first?.attributes ?? {}
    assert.deepEqual(told, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-4-5',
      'gen_ai.request.stream': true,
      'gen_ai.request.temperature': 0,
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'gen_ai.usage.cache_creation.input_tokens': 0,
      'toolyard.tools': 1,
    })
    assert.deepEqual(last?.attributes['gen_ai.response.finish_reasons'], ['stop'])
    const run = only('invoke_agent helper')
    assert.deepEqual(
      run.events.map(({ name }) => name),
      ['retry', 'retry'],
    )
    assert.ok(failed.every(({ parentSpanContext }) => parentSpanContext?.spanId === run.spanContext().spanId))
    assert.deepEqual(
      recorded.map(({ name, attributes }) => [
        name,
        attributes['gen_ai.request.model'],
        attributes['gen_ai.token.type'] ?? attributes['error.type'],
      ]),
      [
        ['gen_ai.client.operation.duration', 'gpt-5', 'unavailable'],
        ['gen_ai.client.operation.duration', 'gpt-5', 'unavailable'],
        ...[1, 2].flatMap(() => [
          ['gen_ai.client.operation.duration', 'claude-sonnet-4-5', undefined],
          ['gen_ai.client.token.usage', 'claude-sonnet-4-5', 'input'],
          ['gen_ai.client.token.usage', 'claude-sonnet-4-5', 'output'],
        ]),
      ],
    )
  })

  it('say how a run failed', async (test) => {
    await withModel(test, () => ({ status: 401, message: 'no such key' }))
    const { attributes, status } = only('invoke_agent helper')
    assert.deepEqual(
      [attributes['error.type'], attributes['toolyard.run.status'], status.code],
      ['unavailable', 'failed', SpanStatusCode.ERROR],
    )
  })

  it('hold nothing of what was said, unless it is asked for, and then no secret', async (test) => {
    const secret = 'toolyard-secret-4711'
    const turns = [echoing(`the ${secret}`), { text: `It was ${secret}.` }]
    const agents = { helper: { turns, tools: ['echo'] } }
    for (const traceContent of [false, true]) {
      exporter.reset()
      const { yard } = await openCompany(test, agents, {
        traceContent,
        secrets: ['S'],
        environment: { S: secret },
      })
      await finish(await yard.runs.start({ agent: 'helper', prompt: `Tell me of ${secret}, please.` }))
      const told = JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))
      assert.ok(!told.includes(secret))
      assert.equal(told.includes('Tell me of'), traceContent)
      assert.equal(told.includes('It was'), traceContent)
    }
    const [, last] = named('chat scripts/helper.json')
    const input = JSON.parse(String(last?.attributes['gen_ai.input.messages'])) as {
      role: string
      parts: { type: string }[]
    }[]
    assert.deepEqual(
      input.map(({ role, parts }) => [role, parts.map(({ type }) => type)]),
      [
        ['user', ['text']],
        ['assistant', ['tool_call']],
        ['tool', ['tool_call_response']],
      ],
    )
  })

  it('of a run that another process takes up stand in one trace, linked to the first', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-tracing-'))
    test.after(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'scripts'))
    const turns = [{ calls: [{ tool: 'pay', input: { text: 'one' } }] }, { text: 'Paid.' }]
    await writeFile(join(folder, 'scripts', 'worker.json'), JSON.stringify(turns))
    const runId = 'run_1'
    {
      await using yard = await openDurable(folder)
      await yard.agents.create({ name: 'worker', model: 'scripted/scripts/worker.json', toolIds: ['pay'] })
      await (
        await yard.runs.start({ agent: 'worker', prompt: 'Go.', runId })
      ).gone
    }
    await using next = await openDurable(folder)
    const [item] = await next.inbox.list()
    await next.inbox.approve(item?.id ?? '', { by: 'ann' })
    assert.equal((await next.runs.endOf(runId)).status, 'done')
    const [first, second] = named('invoke_agent worker')
    assert.ok(first && second)
    assert.deepEqual(
      first.events.map(({ name }) => name),
      ['left'],
    )
    assert.equal(second.spanContext().traceId, first.spanContext().traceId)
    assert.equal(second.parentSpanContext?.spanId, first.spanContext().spanId)
    assert.deepEqual(
      second.links.map((link) => link.context.spanId),
      [first.spanContext().spanId],
    )
    assert.equal(second.attributes['toolyard.run.attempt'], 2)
    const chats = named('chat scripts/worker.json')
    assert.deepEqual(
      chats.map(({ parentSpanContext }) => parentSpanContext?.spanId),
      [first.spanContext().spanId, second.spanContext().spanId],
    )
    const { inputTokens } = await next.runs.find(runId)
    const spent = [first, second].map(({ attributes }) => Number(attributes['gen_ai.usage.input_tokens']))
    assert.deepEqual([(spent[0] ?? 0) + (spent[1] ?? 0), spent.every((one) => one > 0)], [inputTokens, true])
  })

  it('are made of the events of a runner that asks its model by itself', async (test) => {
    const runner: Runner = { name: 'own', run: ownRun }
    const { yard } = await openCompany(
      test,
      { helper: { turns: [], tools: ['echo'], runner: 'own' } },
      { runners: { own: runner } },
    )
    await finish(await yard.runs.start({ agent: 'helper', prompt: 'x', model: 'anthropic/claude-x' }))
    assert.deepEqual(tree(), [
      'chat claude-x < invoke_agent helper',
      'chat claude-x < invoke_agent helper',
      'execute_tool echo < invoke_agent helper',
      'invoke_agent helper < -',
    ])
    assert.deepEqual(
      named('chat claude-x').map(({ attributes }) => [
        attributes['gen_ai.usage.input_tokens'],
        attributes['gen_ai.usage.output_tokens'],
      ]),
      [
        [100, 10],
        [150, 5],
      ],
    )
  })
})

async function* ownRun({
  runId,
  threadId,
  model,
  tools,
}: Parameters<Runner['run']>[0]): AsyncGenerator<RunEvent, void, undefined> {
  yield { type: 'started', runId, threadId, agent: 'helper', model }
  yield { type: 'usage', usage: { steps: 1, inputTokens: 100, outputTokens: 10 } }
  await tools.call([{ callId: 'c1', tool: 'echo', input: { text: 'x' } }], () => {})
  const usage = { steps: 2, inputTokens: 250, outputTokens: 15 }
  yield { type: 'usage', usage }
  yield { type: 'done', reason: 'finished', text: '', usage }
}
