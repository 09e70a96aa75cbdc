import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { textOf } from '../../define/index.ts'
import { createClock } from '../../kernel/index.ts'
import { type HarnessOptions, type HarnessRun, prepareRun } from '../conformance/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { RunTools } from '../run/runner.ts'
import { type AnsweredCall, CallDesk } from './call-desk.ts'

interface OpenedDesk {
  readonly desk: CallDesk
  readonly run: HarnessRun
  readonly events: readonly RunEvent[]
  readonly answered: readonly (readonly AnsweredCall[])[]
}

interface DeskOptions {
  readonly mayGoOn?: boolean
  readonly call?: RunTools['call']
}

function open(
  test: TestContext,
  tools: HarnessOptions['tools'],
  { mayGoOn = true, call }: DeskOptions = {},
): OpenedDesk {
  const clock = createClock()
  test.after(() => clock.close())
  const run = prepareRun('m', { ...(tools && { tools }) })
  const events: RunEvent[] = []
  const answered: (readonly AnsweredCall[])[] = []
  const desk = new CallDesk({
    request: call ? { ...run.request, tools: { ...run.request.tools, call } } : run.request,
    clock,
    tell: (event) => events.push(event),
    async answered(calls) {
      answered.push(calls)
      return mayGoOn
    },
  })
  return { desk, run, events, answered }
}

const want = (callId: string, tool = 'echo'): { callId: string; tool: string; input: object } => ({
  callId,
  tool,
  input: { text: callId },
})
const echo = (input: unknown): string => JSON.stringify(input)
const none = new Map<string, never>()

describe('the desk for calls', () => {
  it('makes the calls of an answer as one batch, with the arguments that the model wrote', async (test) => {
    const { desk, run, answered } = open(test, { echo })
    desk.begin([want('a'), want('b')], none)
    const [first, second] = await Promise.all([desk.ask('b'), desk.ask('a')])
    assert.deepEqual([textOf(first), textOf(second)], ['{"text":"b"}', '{"text":"a"}'])
    assert.deepEqual(run.batches, [2])
    assert.deepEqual(
      answered.map((calls) => calls.map(({ call }) => call.callId)),
      [['a', 'b']],
    )
  })

  it('waits for an answer that is not written down yet', async (test) => {
    const { desk, run } = open(test, { echo })
    const asked = desk.ask('a')
    await Promise.resolve()
    assert.deepEqual(run.calls, [])
    desk.begin([want('a')], none)
    assert.equal((await asked).status, 'ok')
  })

  it('does not wait for ever for calls that are asked for one after the other', async (test) => {
    const { desk, run, answered } = open(test, { echo })
    desk.begin([want('a'), want('b')], none)
    await desk.ask('a')
    assert.equal(answered.length, 0, 'not all of them have a result')
    await desk.ask('b')
    assert.deepEqual(run.batches, [1, 1])
    assert.equal(answered.length, 1)
  })

  it('gives a result to what cannot be made, and never runs it', async (test) => {
    const { desk, run, events } = open(test, { echo })
    const fault = { code: 'tool_not_found', message: 'no such tool', retryable: false } as const
    const results = desk.begin([want('a', 'Bash')], new Map([['a', fault]]))
    assert.deepEqual(
      results?.map(({ result }) => [result.status, result.error?.code]),
      [['error', 'tool_not_found']],
    )
    assert.equal((await desk.ask('a')).error?.code, 'tool_not_found')
    assert.deepEqual(run.calls, [])
    assert.equal(events.filter(({ type }) => type === 'tool_result').length, 1)
  })

  it('goes on where the SDK refuses a call by itself', async (test) => {
    const { desk, run, answered } = open(test, { echo })
    desk.begin([want('a'), want('b')], none)
    const asked = desk.ask('a')
    assert.equal(desk.refuse('b', '<tool_use_error>Not like this</tool_use_error>'), undefined)
    await asked
    assert.deepEqual(run.batches, [1])
    assert.deepEqual(
      answered[0]?.map(({ result }) => textOf(result)),
      ['{"text":"a"}', 'invalid_arguments: Not like this'],
    )
    assert.equal(desk.refuse('a', 'too late'), undefined)
  })

  it('does not show the model the results where the run may not go on', async (test) => {
    const { desk, events } = open(test, { echo }, { mayGoOn: false })
    desk.begin([want('a')], none)
    const asked = desk.ask('a').then(() => 'shown')
    await desk.idle()
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await Promise.race([asked, Promise.resolve('kept')]), 'kept')
    assert.ok(events.some(({ type }) => type === 'tool_result'))
  })

  it('leaves every call with one result where the run is stopped', async (test) => {
    const ran = Promise.withResolvers<void>()
    const echoed = (input: unknown): string => {
      setImmediate(ran.resolve)
      return echo(input)
    }
    const { desk, run, events } = open(test, { hang: () => new Promise(() => {}), echo: echoed })
    desk.begin([want('a', 'hang'), want('b'), want('c')], none)
    void desk.ask('a')
    void desk.ask('b')
    await ran.promise
    run.stop.abort()
    await desk.idle()
    const left = desk.close()
    assert.deepEqual(
      left.map(({ call, result }) => [call.callId, result.status]),
      [
        ['a', 'cancelled'],
        ['b', 'ok'],
        ['c', 'cancelled'],
      ],
    )
    assert.equal(events.filter(({ type }) => type === 'tool_result').length, 3)
    assert.deepEqual(desk.close(), [], 'told once')
  })

  it('calls an error of the batch itself an internal one', async (test) => {
    const broken: RunTools['call'] = () => Promise.reject(new Error('out of order'))
    const { desk } = open(test, { echo }, { call: broken })
    desk.begin([want('a')], none)
    assert.equal((await desk.ask('a')).error?.code, 'internal')
  })
})
