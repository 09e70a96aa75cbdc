import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type ToolyardOptions } from '../index.ts'
import { codeOf, gate, probe, soon, textOf, turns } from './support.test.ts'

type Limits = NonNullable<ToolyardOptions['limits']>

describe('a rate limit', () => {
  const limits: Limits = { ratePerMinute: { probe: 3 } }

  it('refuses the call above it, and says when to try again', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 'ran'), probe(() => 'free', { name: 'other' })],
      limits,
    })
    for (let times = 0; times < 3; times++) assert.equal((await yard.call('probe', {})).status, 'ok')
    const result = await yard.call('probe', {})
    assert.equal(codeOf(result), 'rate_limited')
    assert.equal(result.error?.retryable, true)
    const wait = result.error?.retryAfterMs ?? 0
    assert.ok(wait > 15_000 && wait <= 20_000, String(wait))
    assert.equal(textOf(await yard.call('other', {})), 'free')
  })

  it('fills again as time goes by', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 'ran')],
      limits: { ratePerMinute: { '*': 1200 } },
    })
    const drained = await Promise.all(Array.from({ length: 1300 }, () => yard.call('probe', {})))
    const refused = drained.find(({ status }) => status !== 'ok')
    assert.equal(refused && codeOf(refused), 'rate_limited')
    await new Promise((resolve) => setTimeout(resolve, 120))
    assert.equal((await yard.call('probe', {})).status, 'ok')
  })

  it('is not forgotten when tools or hooks change', async () => {
    await using yard = await createToolyard({ tools: [probe(() => 'ran')], limits })
    for (let times = 0; times < 3; times++) await yard.call('probe', {})
    yard.registry.register(probe(() => 1, { name: 'newcomer' }))
    yard.hooks.add({ name: 'h', type: 'POST_TOOL_USE', handler: () => undefined })
    yard.registry.register(
      probe(() => 'second version', { description: 'Another one.' }),
      { replace: true },
    )
    assert.equal(codeOf(await yard.call('probe', {})), 'rate_limited')
  })
})

describe('a budget of calls', () => {
  it('holds for one thread, calls inside calls included', async () => {
    const outer = probe(async (_, context) => codeOf(await context.call('probe', {})) ?? 'ok', {
      name: 'outer',
    })
    await using yard = await createToolyard({
      tools: [probe(() => 'ran'), outer],
      limits: { callsPerThread: 3 },
    })
    const call = (tool: string, threadId: string) => yard.call(tool, {}, { threadId })
    assert.equal(textOf(await call('outer', 't1')), 'ok')
    assert.equal(textOf(await call('outer', 't1')), 'budget_exhausted')
    assert.equal(codeOf(await call('probe', 't1')), 'budget_exhausted')
    assert.equal((await call('probe', 't2')).status, 'ok')
  })

  it('ends calls inside calls at their depth', async () => {
    let deepest = 0
    const nest = probe(async ({ depth }, context) => {
      deepest = Math.max(deepest, Number(depth))
      const inner = await context.call('probe', { depth: Number(depth) + 1 })
      return inner.status === 'ok' ? inner.data : codeOf(inner)
    })
    await using yard = await createToolyard({ tools: [nest], limits: { maxDepth: 4 } })
    assert.equal((await soon(yard.call('probe', { depth: 0 }))).data, 'budget_exhausted')
    assert.equal(deepest, 4)
  })
})

/** A yard whose calls wait inside until they are let go, one by one. */
async function held(concurrency: NonNullable<Limits['concurrency']>) {
  const inside: string[] = []
  const gates = new Map<string, () => void>()
  const tool = probe(async ({ name }) => {
    const door = gate()
    inside.push(String(name))
    gates.set(String(name), () => door.open())
    await door.opened
  })
  const yard = await createToolyard({ tools: [tool], limits: { concurrency } })
  return { yard, inside, leave: (name: string) => gates.get(name)?.() }
}

describe('concurrency', () => {
  it('lets so many run in all, and the others wait their turn', async () => {
    const { yard, inside, leave } = await held({ total: 2, perAgent: 10, queue: 10 })
    await using _ = yard
    const calls = ['a', 'b', 'c', 'd'].map((name) => yard.call('probe', { name }))
    await turns()
    assert.deepEqual(inside, ['a', 'b'])
    leave('b')
    await turns()
    assert.deepEqual(inside, ['a', 'b', 'c'])
    leave('a')
    await turns()
    for (const name of ['c', 'd']) leave(name)
    assert.ok((await soon(Promise.all(calls))).every(({ status }) => status === 'ok'))
  })

  it('keeps an agent to its share, without holding up the others behind it', async () => {
    const { yard, inside, leave } = await held({ total: 10, perAgent: 1, queue: 10 })
    await using _ = yard
    const call = (name: string, agent: string) => yard.call('probe', { name }, { agent })
    const calls = [call('a1', 'a'), call('a2', 'a')]
    await turns()
    calls.push(call('b1', 'b'))
    await turns()
    assert.deepEqual(inside, ['a1', 'b1'])
    leave('a1')
    await turns()
    assert.deepEqual(inside, ['a1', 'b1', 'a2'])
    for (const name of ['a2', 'b1']) leave(name)
    await soon(Promise.all(calls))
  })

  it('refuses what does not fit in the line any more', async () => {
    const { yard, leave } = await held({ total: 1, perAgent: 1, queue: 1 })
    await using _ = yard
    const running = yard.call('probe', { name: 'a' })
    const stop = new AbortController()
    const waiting = yard.call('probe', { name: 'b' }, { signal: stop.signal })
    await turns()
    const refused = await yard.call('probe', { name: 'c' })
    assert.deepEqual([codeOf(refused), refused.error?.retryable], ['rate_limited', true])
    stop.abort()
    assert.equal((await soon(waiting)).status, 'cancelled')
    const next = yard.call('probe', { name: 'd' })
    leave('a')
    await turns()
    leave('d')
    assert.deepEqual(
      (await soon(Promise.all([running, next]))).map(({ status }) => status),
      ['ok', 'ok'],
    )
  })

  it('asks no place for a call inside another, so that a full house does not stand still', async () => {
    const outer = probe((_, context) => context.call('inner', {}), { name: 'outer' })
    await using yard = await createToolyard({
      tools: [outer, probe(() => 'in', { name: 'inner' })],
      limits: { concurrency: { total: 1, perAgent: 1, queue: 10 } },
    })
    const results = await soon(
      Promise.all(Array.from({ length: 5 }, () => yard.call('outer', {}, { agent: 'a' }))),
    )
    assert.ok(results.every(({ status }) => status === 'ok'))
  })

  it('loses no place however calls end', async () => {
    const tool = probe(
      ({ how }) => {
        if (how === 'throw') throw new Error('no')
        return how === 'hang' ? new Promise(() => {}) : 'fine'
      },
      { timeoutMs: 20 },
    )
    await using yard = await createToolyard({
      tools: [tool],
      limits: { concurrency: { total: 1, perAgent: 1, queue: 10 }, graceMs: 20 },
    })
    for (const how of ['throw', 'hang', 'fine', 'hang', 'throw', 'fine'])
      await soon(yard.call('probe', { how }, { agent: 'a' }))
    await yard.call('probe', {}, { agent: 'a', signal: AbortSignal.abort() })
    assert.equal((await soon(yard.call('probe', {}, { agent: 'a' }))).status, 'ok')
  })
})

describe('the loop guard', () => {
  const limits: Limits = { loop: { warnAfter: 3, stopAfter: 5 } }
  const thread = { threadId: 't' }

  it('warns, then stops, a call that is repeated with the same result', async () => {
    let runs = 0
    await using yard = await createToolyard({ tools: [probe(() => (runs++, 'same'))], limits })
    const results = []
    for (let times = 0; times < 7; times++) results.push(await yard.call('probe', { a: 1 }, thread))
    assert.equal(textOf(results[1] ?? { content: [] }), 'same')
    assert.match(textOf(results[2] ?? { content: [] }), /same[\s\S]*call 3 in a row/)
    assert.deepEqual(results.map(codeOf), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'loop_detected',
      'loop_detected',
    ])
    assert.equal(runs, 5)
    assert.equal((await yard.call('probe', { a: 2 }, thread)).status, 'ok')
    assert.equal((await yard.call('probe', { a: 1 }, { threadId: 'other' })).status, 'ok')
  })

  it('warns and stops also if the tool answers later', async () => {
    await using yard = await createToolyard({ tools: [probe(async () => 'same')], limits })
    const results = []
    for (let times = 0; times < 6; times++) results.push(await yard.call('probe', { a: 1 }, thread))
    assert.match(textOf(results[2] ?? { content: [] }), /same[\s\S]*call 3 in a row/)
    assert.equal(results.map(codeOf).at(-1), 'loop_detected')
  })

  it('never stops polling whose results change', async () => {
    let count = 0
    await using yard = await createToolyard({ tools: [probe(() => `${count++} % done`)], limits })
    for (let times = 0; times < 50; times++) {
      const result = await yard.call('probe', {}, thread)
      assert.equal(result.status, 'ok')
      assert.doesNotMatch(textOf(result), /in a row/)
    }
  })

  it('begins anew when a result or the arguments change', async () => {
    let answer = 'waiting'
    await using yard = await createToolyard({ tools: [probe(() => answer)], limits })
    for (let times = 0; times < 4; times++) await yard.call('probe', {}, thread)
    answer = 'done'
    for (let times = 0; times < 4; times++) assert.equal((await yard.call('probe', {}, thread)).status, 'ok')
    await yard.call('probe', { other: 1 }, thread)
    for (let times = 0; times < 4; times++) assert.equal((await yard.call('probe', {}, thread)).status, 'ok')
  })

  it('does not count calls that never ran', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 'same')],
      limits: { ...limits, concurrency: { total: 1, perAgent: 1, queue: 0 } },
    })
    const blocker = gate()
    yard.registry.register(probe(() => blocker.opened, { name: 'blocker' }))
    const busy = yard.call('blocker', {})
    await turns()
    for (let times = 0; times < 8; times++)
      assert.equal(codeOf(await yard.call('probe', {}, thread)), 'rate_limited')
    blocker.open()
    await busy
    assert.equal((await yard.call('probe', {}, thread)).status, 'ok')
  })

  it('leaves calls outside of conversations alone', async () => {
    await using yard = await createToolyard({ tools: [probe(() => 'same')], limits })
    for (let times = 0; times < 20; times++) assert.equal((await yard.call('probe', {})).status, 'ok')
  })
})
