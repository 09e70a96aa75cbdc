/** From step to step: what the loop takes in, what it shows the model, and how it ends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  eventsOf,
  harnessManifest,
  prepareRun,
  textIn,
  unpaired,
  userMessage,
} from '../../src/agents/conformance/index.ts'
import type { RunEvent } from '../../src/agents/index.ts'
import type { ThreadMessage } from '../../src/store/index.ts'
import type { ModelServer } from './model-server.ts'
import { openLoop } from './open-loop.ts'

const echo = (input: unknown): string => `echo of ${JSON.stringify(input)}`
const callEcho = { calls: [{ tool: 'echo', input: { text: 'x' } }] }

function lastOf(events: readonly RunEvent[]): Extract<RunEvent, { type: 'done' | 'error' }> {
  const last = events.at(-1)
  assert.ok(last?.type === 'done' || last?.type === 'error')
  return last
}

function bodyOf({ requests }: ModelServer, index: number): string {
  return JSON.stringify(requests[index]?.body)
}

describe('a turn of the loop', () => {
  it('shows the tools that are there now', async (test) => {
    const { runner, model, server } = await openLoop(test, [callEcho, { text: 'Done.' }])
    const run = prepareRun(model('anthropic'), { tools: { echo } })
    const [first, second] = ['echo', 'later'].map(harnessManifest)
    let turns = 0
    const snapshot = async (): Promise<NonNullable<typeof first>[]> =>
      [first, ...(turns++ > 0 ? [second] : [])].filter((manifest) => manifest !== undefined)
    const request = { ...run.request, tools: { ...run.request.tools, snapshot } }
    await eventsOf(runner, { ...run, request })
    assert.doesNotMatch(bodyOf(server, 0), /"later"/)
    assert.match(bodyOf(server, 1), /"later"/)
    assert.equal(turns, 2)
  })

  it('takes in what has arrived, saves it where it came in, and shows it', async (test) => {
    const { runner, model, server } = await openLoop(test, [callEcho, { text: 'Thanks.' }])
    const waiting: ThreadMessage[] = []
    const run = prepareRun(model('local'), {
      tools: {
        echo: () => {
          waiting.push({ ...userMessage('m-sub', 'I found the heron.'), from: 'scout' })
          return 'ok'
        },
      },
      request: { arrived: async () => waiting.splice(0) },
    })
    await eventsOf(runner, run)
    assert.match(bodyOf(server, 1), /message from scout\]\\\\?nI found the heron/)
    assert.deepEqual(
      run.saved.map(({ role, id }) => (role === 'user' ? id : role)),
      ['assistant', 'tool', 'm-sub', 'assistant'],
    )
  })

  it('goes on where something arrives while the model gives its last answer', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'Done.' }, { text: 'Oh, that too.' }])
    let asked = 0
    const arrived = async (): Promise<readonly ThreadMessage[]> =>
      ++asked === 2 ? [userMessage('m-late', 'One more thing.')] : []
    const last = lastOf(await eventsOf(runner, prepareRun(model('local'), { request: { arrived } })))
    assert.ok(last.type === 'done')
    assert.equal(last.text, 'Oh, that too.')
    assert.match(bodyOf(server, 1), /One more thing/)
  })

  it('makes all calls of an answer as one batch', async (test) => {
    const calls = Array.from({ length: 5 }, (_, index) => ({ tool: 'echo', input: { text: `${index}` } }))
    const { runner, model } = await openLoop(test, [{ calls }, { text: 'Done.' }])
    const run = prepareRun(model('openai'), { tools: { echo } })
    await eventsOf(runner, run)
    assert.deepEqual(run.batches, [5])
  })

  it('passes on what calls tell, then their result once', async (test) => {
    const { runner, model } = await openLoop(test, [callEcho, { text: 'Done.' }])
    const events = await eventsOf(runner, prepareRun(model('local'), { tools: { echo } }))
    const ofCall = events.filter(({ type }) => type.startsWith('tool_')).map(({ type }) => type)
    assert.deepEqual(ofCall, ['tool_call', 'tool_event', 'tool_result'])
  })

  it('runs every call of a service that counts its ids from 0 in each answer', async (test) => {
    const again = { calls: [{ id: 'call_0', tool: 'echo', input: { text: 'x' } }] }
    const { runner, model, server } = await openLoop(test, [again, again, again, { text: 'Done.' }])
    const run = prepareRun(model('local'), { tools: { echo } })
    await eventsOf(runner, run)
    assert.equal(run.calls.length, 3)
    assert.equal(new Set(run.calls.map(({ callId }) => callId)).size, 3)
    const messages = server.requests[3]?.body['messages'] as { tool_call_id?: string }[]
    const ids = messages.flatMap(({ tool_call_id: id }) => id ?? [])
    assert.equal(new Set(ids).size, 3)
  })

  it('answers the second of two calls with one id as an error, and runs the first', async (test) => {
    const calls = [
      { id: 'same', tool: 'echo', input: { text: 'a' } },
      { id: 'same', tool: 'echo', input: { text: 'b' } },
    ]
    const { runner, model, server } = await openLoop(test, [{ calls }, { text: 'I see.' }])
    const run = prepareRun(model('anthropic'), { tools: { echo } })
    const events = await eventsOf(runner, run)
    assert.equal(lastOf(events).type, 'done')
    assert.deepEqual(
      run.calls.map(({ input }) => input),
      [{ text: 'a' }],
    )
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []))
    assert.ok(results.some(({ error }) => error?.code === 'duplicate_call'))
    assert.match(bodyOf(server, 1), /duplicate_call/)
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('says where an answer was cut off', async (test) => {
    const { runner, model } = await openLoop(test, [{ text: 'And so on and', finish: 'length' }])
    const last = lastOf(await eventsOf(runner, prepareRun(model('anthropic'))))
    assert.ok(last.type === 'done')
    assert.equal(last.reason, 'cut_off')
  })

  it('saves no message for an answer without words', async (test) => {
    const { runner, model } = await openLoop(test, [callEcho, {}])
    const run = prepareRun(model('local'), { tools: { echo } })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done')
    assert.deepEqual(
      run.saved.map(({ role }) => role),
      ['assistant', 'tool'],
    )
  })
})

describe('a run that cannot begin', () => {
  it('says what is wrong, as its one last event', async (test) => {
    const { runner, model } = await openLoop(test, [], { models: { prices: {} }, environment: {} })
    const cases: [run: ReturnType<typeof prepareRun>, code: string, says: RegExp][] = [
      [prepareRun('nobody/x'), 'invalid_config', /no provider "nobody"/],
      [prepareRun('scripted/gone.json'), 'not_found', /gone\.json/],
      [prepareRun(model('anthropic')), 'unavailable', /ANTHROPIC_API_KEY is not set/],
    ]
    for (const [run, code, says] of cases) {
      const events = await eventsOf(runner, run)
      assert.deepEqual(
        events.map(({ type }) => type),
        ['started', 'error'],
      )
      const last = lastOf(events)
      assert.ok(last.type === 'error')
      assert.equal(last.error.code, code)
      assert.match(last.error.message, says)
    }
  })

  it('is one with a cost budget and a model without a price', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'never' }], { models: { prices: {} } })
    const last = lastOf(await eventsOf(runner, prepareRun(model('local'), { limits: { maxCost: 1 } })))
    assert.ok(last.type === 'error')
    assert.match(last.error.message, /"local\/some\/model" has no price/)
    assert.equal(server.requests.length, 0)
  })
})

describe('stopping the loop', () => {
  it('leaves a service that is silent at once, and keeps what it had said', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'Let me think about', hangAfter: 6 }])
    const run = prepareRun(model('anthropic'))
    const events = await eventsOf(runner, run, ({ type }) => {
      if (type === 'text') setImmediate(() => run.stop.abort())
    })
    const last = lastOf(events)
    assert.ok(last.type === 'done')
    assert.equal(last.reason, 'stopped')
    assert.notEqual(textIn(events), '')
    assert.deepEqual(run.saved[0]?.parts, [{ type: 'text', text: textIn(events) }])
    while (server.left === 0) await delay(5)
  })

  it('does not wait long for a call that does not listen', async (test) => {
    const { runner, model } = await openLoop(test, [{ calls: [{ tool: 'deaf' }] }, { text: 'never' }])
    const run = prepareRun(model('local'), {
      tools: {
        deaf: () => {
          setImmediate(() => run.stop.abort())
          return new Promise(() => {})
        },
      },
    })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done')
    assert.equal(last.reason, 'stopped')
    assert.deepEqual(unpaired(run.saved), [])
    assert.match(JSON.stringify(run.saved), /"status":"cancelled"/)
  })

  it('makes no call of an answer that came before it was stopped', async (test) => {
    const { runner, model } = await openLoop(test, [callEcho, { text: 'never' }])
    const run = prepareRun(model('local'), { tools: { echo } })
    const events = await eventsOf(runner, run, ({ type }) => {
      if (type === 'usage') run.stop.abort()
    })
    assert.equal(lastOf(events).type, 'done')
    assert.deepEqual(run.calls, [])
    assert.equal(run.saved.length, 2)
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('writes down a result for every call also where the reader leaves', async (test) => {
    const { runner, model } = await openLoop(test, [callEcho, { text: 'never read' }])
    const run = prepareRun(model('local'), { tools: { echo: () => new Promise(() => {}) } })
    for await (const event of runner.run(run.request)) if (event.type === 'tool_event') break
    assert.deepEqual(
      run.saved.map(({ role }) => role),
      ['assistant', 'tool'],
    )
    assert.deepEqual(unpaired(run.saved), [])
  })
})

describe('a long run of the loop', () => {
  const long = (): string => 'long '.repeat(1000)

  it('stays within the limit that the model has', async (test) => {
    const steps = 30
    const { runner, model, server } = await openLoop(
      test,
      (_, index) =>
        index < steps ? { calls: [{ tool: 'long', input: { text: `${index}` } }] } : { text: 'Done.' },
      { models: { limits: { 'local/*': 12_000 } } },
    )
    const run = prepareRun(model('local'), { tools: { long }, limits: { maxSteps: 100 } })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done', JSON.stringify(last))
    assert.equal(last.reason, 'finished')
    assert.equal(server.requests.length, steps + 1)
    for (const { body } of server.requests) {
      const messages = JSON.stringify(body['messages'])
      assert.ok(messages.length < 12_000 * 4, `${messages.length} characters`)
    }
    assert.match(bodyOf(server, steps), /This result of long \(5,000 characters in all\) was left out/)
    assert.equal(
      JSON.stringify(run.saved).split('long '.repeat(1000)).length,
      steps + 1,
      'the thread is whole',
    )
  })

  it('makes the conversation smaller where the service finds it too long all the same', async (test) => {
    const tooLong = { status: 400, message: 'prompt is too long: 250000 tokens > 200000 maximum' }
    let refused = 0
    const { runner, model, server } = await openLoop(test, (request, index) => {
      if (index < 6) return { calls: [{ tool: 'long', input: { text: `${index}` } }] }
      if (JSON.stringify(request.body).length < 20_000) return { text: 'Now it fits.' }
      refused++
      return tooLong
    })
    const run = prepareRun(model('anthropic'), { tools: { long } })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done', JSON.stringify(last))
    assert.equal(last.text, 'Now it fits.')
    assert.ok(refused > 0)
    assert.match(bodyOf(server, server.requests.length - 1), /left out to save room/)
  })

  it('ends with a sentence where nothing makes it fit', async (test) => {
    const { runner, model } = await openLoop(test, () => ({ status: 400, message: 'prompt is too long' }))
    const last = lastOf(await eventsOf(runner, prepareRun(model('anthropic'))))
    assert.ok(last.type === 'error')
    assert.equal(last.error.code, 'budget_exhausted')
    assert.match(last.error.message, /does not fit/)
  })
})
