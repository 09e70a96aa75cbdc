/** A service that fails is asked again where that helps, and nothing is done twice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventsOf, prepareRun, textIn, unpaired } from '../../src/agents/conformance/index.ts'
import type { RunEvent } from '../../src/agents/index.ts'
import type { ModelTurn } from './model-server.ts'
import { openLoop, vendors } from './open-loop.ts'

const answer: ModelTurn = { text: 'Here it is, at last.' }
const failures: Readonly<Record<string, ModelTurn>> = {
  'is overloaded (529)': { status: 529, message: 'Overloaded' },
  'wants fewer requests (429)': { status: 429, message: 'Slow down', headers: { 'retry-after-ms': '20' } },
  'has a fault of its own (500)': { status: 500, message: 'Oops' },
  'is cut off in the middle of an answer': { text: 'Here it was going to be', cutAfter: 4 },
  'ends an answer before its end': { text: 'Here it was going to be', endAfter: 4 },
  'says in the middle of an answer that it is overloaded': { text: 'Here it was going to be', failAfter: 4 },
}

function retries(events: readonly RunEvent[]): readonly Extract<RunEvent, { type: 'retry' }>[] {
  return events.filter((event) => event.type === 'retry')
}

function lastOf(events: readonly RunEvent[]): Extract<RunEvent, { type: 'done' | 'error' }> {
  const last = events.at(-1)
  assert.ok(last?.type === 'done' || last?.type === 'error')
  return last
}

for (const vendor of vendors)
  describe(`the loop with ${vendor}`, () => {
    for (const [what, failure] of Object.entries(failures))
      it(`asks a service again that ${what}`, async (test) => {
        const { runner, model, server } = await openLoop(test, [failure, failure, answer])
        const run = prepareRun(model(vendor))
        const events = await eventsOf(runner, run)
        assert.equal(lastOf(events).type, 'done', JSON.stringify(events.at(-1)))
        assert.equal(retries(events).length, 2)
        assert.equal(server.requests.length, 3)
        const since = events.findLastIndex(({ type }) => type === 'retry')
        assert.equal(textIn(events.slice(since)), 'Here it is, at last.')
        assert.equal(run.saved.length, 1, 'what was void is not saved')
        assert.equal(lastOf(events).usage.steps, 1)
      })
  })

describe('retries of the loop', () => {
  it('make no call of an answer that broke off behind it', async (test) => {
    const call = { tool: 'pay', input: { text: '5' } }
    const { runner, model } = await openLoop(test, [
      { calls: [call], endAfter: 6 },
      { calls: [call] },
      { text: 'Paid.' },
    ])
    const run = prepareRun(model('anthropic'), { tools: { pay: () => 'paid' } })
    const events = await eventsOf(runner, run)
    assert.equal(retries(events).length, 1)
    assert.equal(run.calls.length, 1)
    assert.deepEqual(unpaired(run.saved), [])
  })

  it('wait as long as the service asks', async (test) => {
    const { runner, model } = await openLoop(
      test,
      [{ status: 429, headers: { 'retry-after': '1' } }, answer],
      { retry: { longestMs: 5000 } },
    )
    const events = await eventsOf(runner, prepareRun(model('anthropic')))
    const [retry] = retries(events)
    assert.ok((retry?.delayMs ?? 0) >= 1000, 'not before')
    assert.match(retry?.reason ?? '', /anthropic\/claude-sonnet-4-5.*429/)
  })

  it('end where the service asks for longer than anybody wants to wait', async (test) => {
    const { runner, model, server } = await openLoop(test, [
      { status: 429, headers: { 'retry-after': '3600' }, message: 'Tomorrow' },
    ])
    const last = lastOf(await eventsOf(runner, prepareRun(model('local'))))
    assert.ok(last.type === 'error')
    assert.equal(last.error.code, 'rate_limited')
    assert.equal(last.error.retryAfterMs, 3_600_000)
    assert.equal(server.requests.length, 1)
  })

  it('end after a number of attempts, with the last thing that the service said', async (test) => {
    const { runner, model, server } = await openLoop(test, () => ({ status: 503, message: 'Closed today' }), {
      retry: { attempts: 3 },
    })
    const last = lastOf(await eventsOf(runner, prepareRun(model('openai'))))
    assert.ok(last.type === 'error')
    assert.equal(last.error.code, 'unavailable')
    assert.match(last.error.message, /503.*Closed today/)
    assert.equal(last.error.retryable, true)
    assert.equal(server.requests.length, 3)
  })

  for (const [what, turn, hint] of [
    ['the key is refused', { status: 401, message: 'invalid x-api-key' }, /key/],
    ['the model is unknown', { status: 404, message: 'no such model' }, /name of the model/],
    ['the request is refused', { status: 400, message: 'bad request' }, /settings/],
  ] as const)
    it(`are not made where ${what}`, async (test) => {
      const { runner, model, server } = await openLoop(test, [turn])
      const last = lastOf(await eventsOf(runner, prepareRun(model('anthropic'))))
      assert.ok(last.type === 'error')
      assert.match(last.error.message, new RegExp(`${turn.status} \\(${turn.message}\\)`))
      assert.match(last.error.hint ?? '', hint)
      assert.equal(last.error.retryable, false)
      assert.equal(server.requests.length, 1)
    })

  it('begin where a service says nothing any more', async (test) => {
    let asked = 0
    // However often a slow machine is asked again, only the first answer stops in the middle.
    const turn = () => (asked++ === 0 ? { text: 'Well, let me', hangAfter: 4 } : answer)
    const { runner, model, server } = await openLoop(test, turn, { retry: { silenceMs: 500 } })
    const events = await eventsOf(runner, prepareRun(model('anthropic')))
    assert.match(retries(events)[0]?.reason ?? '', /said nothing/)
    assert.equal(lastOf(events).type, 'done')
    while (server.left === 0) await delay(5)
  })

  it('end at once where the run is stopped while it waits', async (test) => {
    const { runner, model, server } = await openLoop(test, () => ({ status: 529 }), {
      retry: { firstMs: 600_000, longestMs: 600_000 },
    })
    const run = prepareRun(model('anthropic'))
    const events = await eventsOf(runner, run, ({ type }) => {
      if (type === 'retry') setImmediate(() => run.stop.abort())
    })
    const last = lastOf(events)
    assert.ok(last.type === 'done')
    assert.equal(last.reason, 'stopped')
    assert.equal(server.requests.length, 1)
  })

  it('tell where nobody listens at the address of the service', async (test) => {
    const { runner } = await openLoop(test, [], {
      models: { providers: { gone: { baseUrl: 'http://127.0.0.1:1/v1' } } },
      retry: { attempts: 2 },
    })
    const events = await eventsOf(runner, prepareRun('gone/m'))
    assert.equal(retries(events).length, 1)
    const last = lastOf(events)
    assert.ok(last.type === 'error')
    assert.match(last.error.message, /gone\/m.*connect/i)
  })
})
