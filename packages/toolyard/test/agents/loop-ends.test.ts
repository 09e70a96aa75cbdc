/** How runs of the loop end, and what they used. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventsOf, prepareRun, unpaired } from '../../src/agents/conformance/index.ts'
import type { RunEvent } from '../../src/agents/index.ts'
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

describe('an answer that is not whole', () => {
  it('makes no call of an answer that was cut off, says why, and lets the model try again', async (test) => {
    const cut = {
      text: 'I will',
      calls: [{ tool: 'echo', input: { text: 'half' } }],
      finish: 'length',
    } as const
    for (const vendor of ['anthropic', 'openai', 'google', 'local'] as const) {
      const { runner, model, server } = await openLoop(test, [cut, { text: 'Shorter.' }])
      const run = prepareRun(model(vendor), { tools: { echo } })
      const events = await eventsOf(runner, run)
      assert.deepEqual(run.calls, [], vendor)
      const last = lastOf(events)
      assert.ok(last.type === 'done')
      assert.deepEqual([last.reason, last.text], ['finished', 'Shorter.'])
      assert.match(bodyOf(server, 1), /this call was not made: your answer reached its longest/)
      assert.deepEqual(unpaired(run.saved), [])
    }
  })

  it('ends as cut off where every answer with calls is cut', async (test) => {
    const cut = { calls: [{ tool: 'echo', input: { text: 'half' } }], finish: 'length' } as const
    const { runner, model, server } = await openLoop(test, () => cut)
    const run = prepareRun(model('local'), { tools: { echo } })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done')
    assert.equal(last.reason, 'cut_off')
    assert.deepEqual([run.calls.length, server.requests.length], [0, 3])
  })

  it('makes no call of an answer that the service withheld, and ends as refused', async (test) => {
    const refused = { text: 'I can', calls: [{ tool: 'echo', input: {} }], finish: 'refusal' } as const
    for (const vendor of ['anthropic', 'openai', 'google', 'local'] as const) {
      const { runner, model } = await openLoop(test, [refused, { text: 'never' }])
      const run = prepareRun(model(vendor), { tools: { echo } })
      const last = lastOf(await eventsOf(runner, run))
      assert.ok(last.type === 'done', JSON.stringify(last))
      assert.deepEqual([vendor, last.reason, run.calls.length], [vendor, 'refused', 0])
      assert.deepEqual(unpaired(run.saved), [])
    }
  })

  it('tells an empty last answer as empty, not as what was said before', async (test) => {
    const { runner, model } = await openLoop(test, [{ text: 'I look.', ...callEcho }, {}])
    const last = lastOf(await eventsOf(runner, prepareRun(model('local'), { tools: { echo } })))
    assert.ok(last.type === 'done')
    assert.deepEqual([last.reason, last.text], ['finished', ''])
  })

  it('warns a model that goes round over two calls, and ends as a loop if it goes on', async (test) => {
    const round = (_: unknown, index: number) => ({
      calls: [{ tool: 'echo', input: { text: index % 2 === 0 ? 'ping' : 'pong' } }],
    })
    const { runner, model, server } = await openLoop(test, round)
    const run = prepareRun(model('local'), { tools: { echo }, limits: { maxSteps: 50 } })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'done')
    assert.deepEqual([last.reason, last.usage.steps], ['loop', 20])
    assert.match(bodyOf(server, 10), /the same calls with the same results several times/)
  })
})

describe('what a run used', () => {
  const models = {
    prices: { 'anthropic/claude-sonnet-5': { input: 4, output: 20, cachedInput: 0.4 } },
  }

  it('counts what the service read before and wrote down, at their prices', async (test) => {
    const usage = { input: 1000, output: 100, cacheRead: 10_000, cacheWrite: 2000 }
    const { runner } = await openLoop(test, [{ text: 'Hello.', usage }], { models })
    const last = lastOf(await eventsOf(runner, prepareRun('anthropic/claude-sonnet-5')))
    assert.ok(last.type === 'done', JSON.stringify(last))
    const { inputTokens, cachedTokens, cacheWriteTokens, cost } = last.usage
    assert.deepEqual([inputTokens, cachedTokens, cacheWriteTokens], [13_000, 10_000, 2000])
    // 1,000 plain, 10,000 read again, 2,000 written at a quarter more, 100 of output.
    assert.equal(cost?.toFixed(6), ((1000 * 4 + 10_000 * 0.4 + 2000 * 5 + 100 * 20) / 1e6).toFixed(6))
  })

  it('counts answers that broke off, and no step for them', async (test) => {
    const { runner, model } = await openLoop(
      test,
      [{ text: 'One two three four five six.', cutAfter: 7 }, { text: 'Whole.' }],
      { retry: { firstMs: 1 } },
    )
    const events = await eventsOf(runner, prepareRun(model('anthropic')))
    assert.ok(events.some(({ type }) => type === 'retry'))
    const last = lastOf(events)
    assert.ok(last.type === 'done')
    assert.equal(last.usage.steps, 1)
    assert.ok(last.usage.inputTokens > 100, `${last.usage.inputTokens} tokens of input`)
    assert.ok(last.usage.outputTokens > 10, `${last.usage.outputTokens} tokens of output`)
  })

  it('counts an answer that was stopped in the middle', async (test) => {
    const { runner, model } = await openLoop(test, [{ text: 'One two three four.', hangAfter: 6 }])
    const run = prepareRun(model('anthropic'))
    const events = await eventsOf(runner, run, ({ type }) => void (type === 'text' && run.stop.abort()))
    const last = lastOf(events)
    assert.ok(last.type === 'done')
    assert.equal(last.reason, 'stopped')
    assert.ok(last.usage.inputTokens > 0 && last.usage.outputTokens > 0, JSON.stringify(last.usage))
  })
})

describe('a model whose service fails for good', () => {
  it('gives way to the next one that the agent names, in that one’s form, and nothing is said twice', async (test) => {
    const { runner, model, server } = await openLoop(
      test,
      (request, index) => {
        if (request.api === 'anthropic' && index > 0) return { status: 529, message: 'overloaded' }
        return index === 0 ? callEcho : { text: `Answer by ${request.api}.` }
      },
      { retry: { attempts: 1 } },
    )
    const settings = { fallbackModels: [model('google'), model('local')] }
    const run = prepareRun(model('anthropic'), { tools: { echo }, settings })
    const events = await eventsOf(runner, run)
    const last = lastOf(events)
    assert.ok(last.type === 'done', JSON.stringify(last))
    assert.equal(last.text, 'Answer by gemini.')
    assert.equal(run.calls.length, 1)
    assert.deepEqual(
      server.requests.map(({ api }) => api),
      ['anthropic', 'anthropic', 'gemini'],
    )
    const retry = events.find((event) => event.type === 'retry')
    assert.match(retry?.reason ?? '', /529.*going on with model "google\//)
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('gives way past one that can’t be asked at all', async (test) => {
    const { runner, model } = await openLoop(
      test,
      ({ api }) => (api === 'anthropic' ? { status: 529 } : { text: 'Answer.' }),
      { retry: { attempts: 1 }, environment: { ANTHROPIC_API_KEY: 'key-1234', LOCAL_KEY: 'key-1234' } },
    )
    const settings = { fallbackModels: [model('openai'), 'nobody/x', model('local')] }
    const events = await eventsOf(runner, prepareRun(model('anthropic'), { settings }))
    const last = lastOf(events)
    assert.ok(last.type === 'done' && last.text === 'Answer.', JSON.stringify(last))
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
    assert.equal(notices.length, 2)
    assert.match(notices[0] ?? '', /passed over: .*OPENAI_API_KEY/)
    assert.match(notices[1] ?? '', /passed over: .*nobody/)
  })

  it('ends the run where no other is named, or all fail', async (test) => {
    const { runner, model, server } = await openLoop(test, () => ({ status: 500 }), {
      retry: { attempts: 1 },
    })
    const settings = { fallbackModels: [model('local')] }
    const last = lastOf(await eventsOf(runner, prepareRun(model('anthropic'), { settings })))
    assert.ok(last.type === 'error')
    assert.equal(last.error.code, 'unavailable')
    assert.equal(server.requests.length, 2)
  })
})
