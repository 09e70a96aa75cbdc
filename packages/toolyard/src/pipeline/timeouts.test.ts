import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { createToolyard } from '../index.ts'
import { codeOf, gate, probe, sleep, soon, textOf, turns } from './support.test.ts'

const never = (): Promise<never> => new Promise(() => {})

describe('a time limit', () => {
  it('of the tool ends its call, aborts its signal and says how long it was', async () => {
    let reason: unknown
    const tool = probe(
      (_, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => void (reason = signal.reason))),
      { timeoutMs: 30 },
    )
    await using yard = await createToolyard({ tools: [tool] })
    const result = await soon(yard.call('probe', {}))
    assert.deepEqual([result.status, codeOf(result)], ['timeout', 'timeout'])
    assert.match(textOf(result), /30 ms/)
    assert.equal((reason as { code?: string }).code, 'timeout')
    assert.ok(result.durationMs >= 29)
  })

  it('of the yard holds for tools that name none, and the maximum for those that name more', async () => {
    await using yard = await createToolyard({
      tools: [probe(never), probe(never, { name: 'long', timeoutMs: 600_000 })],
      limits: { timeoutMs: 30, maxTimeoutMs: 40 },
    })
    assert.match(textOf(await soon(yard.call('probe', {}))), /30 ms/)
    assert.match(textOf(await soon(yard.call('long', {}))), /40 ms/)
  })

  it('of a call shortens the tool’s own and never lengthens it', async () => {
    await using yard = await createToolyard({ tools: [probe(never, { timeoutMs: 40 })] })
    assert.match(textOf(await soon(yard.call('probe', {}, { timeoutMs: 20 }))), /20 ms/)
    for (const timeoutMs of [60_000, Infinity, NaN, 2 ** 40])
      assert.match(textOf(await soon(yard.call('probe', {}, { timeoutMs }))), /40 ms/)
  })

  it('past what a timer can hold is refused when the tool is defined', () => {
    for (const timeoutMs of [2 ** 31, 2 ** 40, Infinity, NaN, 0, -1, 1.5, '1000' as never])
      assert.throws(() => probe(never, { timeoutMs }), /timeoutMs/)
    probe(never, { timeoutMs: 2 ** 31 - 1 })
  })

  it('does not fire at once where it is very long', async () => {
    const hold = gate()
    await using yard = await createToolyard({
      tools: [probe(() => hold.opened, { timeoutMs: 2 ** 31 - 1 })],
      limits: { maxTimeoutMs: 2 ** 31 - 1 },
    })
    const call = yard.call('probe', {})
    await sleep(30)
    hold.open()
    assert.equal((await call).status, 'ok')
  })

  it('leaves a tool behind that ignores its signal, whose late answer changes nothing', async () => {
    const late = gate()
    await using yard = await createToolyard({
      tools: [
        probe(async () => (await late.opened, 'late'), {
          timeoutMs: 20,
          permission: 'write',
          effects: 'local_state',
        }),
      ],
    })
    const result = await soon(yard.call('probe', {}, { callId: 'a', threadId: 't' }))
    assert.equal(result.status, 'timeout')
    late.open()
    await turns()
    assert.deepEqual(
      (await yard.calls()).map(({ status }) => status),
      ['timeout'],
    )
    assert.equal(yard.thread('t').active, 0)
    assert.deepEqual(await yard.call('probe', {}, { callId: 'a', threadId: 't' }), result)
  })

  it('stops what streams, and the reader gets the end', async () => {
    const tool = probe(
      async function* () {
        yield 'one\n'
        await never()
      },
      { timeoutMs: 30 },
    )
    await using yard = await createToolyard({ tools: [tool] })
    const events = []
    for await (const event of yard.stream('probe', {})) events.push(event.type)
    assert.deepEqual(events, ['started', 'chunk', 'result'])
  })
})

describe('cancelling', () => {
  it('by a signal ends the call at once, whatever the tool does', async () => {
    const entered = gate()
    await using yard = await createToolyard({ tools: [probe(() => (entered.open(), never()))] })
    const stop = new AbortController()
    const call = yard.call('probe', {}, { signal: stop.signal })
    await entered.opened
    stop.abort()
    const result = await soon(call)
    assert.deepEqual([result.status, codeOf(result)], ['cancelled', 'cancelled'])
  })

  it('by a signal that was aborted before runs nothing', async () => {
    let runs = 0
    await using yard = await createToolyard({ tools: [probe(() => runs++)] })
    assert.equal((await yard.call('probe', {}, { signal: AbortSignal.abort() })).status, 'cancelled')
    assert.equal(runs, 0)
  })

  it('by id ends that call and no other', async () => {
    const hold = gate()
    await using yard = await createToolyard({ tools: [probe(() => hold.opened)] })
    const calls = ['a', 'b', 'c'].map((callId) => yard.call('probe', {}, { callId }))
    await turns()
    assert.equal(yard.cancel('b'), true)
    assert.equal(yard.cancel('nobody'), false)
    hold.open()
    assert.deepEqual(
      (await soon(Promise.all(calls))).map(({ status }) => status),
      ['ok', 'cancelled', 'ok'],
    )
    assert.equal(yard.cancel('a'), false)
  })

  it('from inside the tool itself ends it too', async () => {
    const stop = new AbortController()
    await using yard = await createToolyard({ tools: [probe(() => (stop.abort(), never()))] })
    assert.equal((await soon(yard.call('probe', {}, { signal: stop.signal }))).status, 'cancelled')
  })

  it('ends the calls inside it, down to the last', async () => {
    const deepest = gate()
    const seen: string[] = []
    const inner = probe(
      (_, { signal }) => {
        deepest.open()
        return new Promise(() => signal.addEventListener('abort', () => seen.push('inner stopped')))
      },
      { name: 'inner' },
    )
    const middle = probe((_, context) => context.call('inner', {}), { name: 'middle' })
    const outer = probe((_, context) => context.call('middle', {}), { name: 'outer' })
    await using yard = await createToolyard({ tools: [inner, middle, outer] })
    const stop = new AbortController()
    const call = yard.call('outer', {}, { signal: stop.signal })
    await deepest.opened
    stop.abort()
    assert.equal((await soon(call)).status, 'cancelled')
    await turns()
    assert.deepEqual(seen, ['inner stopped'])
    assert.deepEqual(
      (await yard.calls()).map(({ status }) => status),
      ['cancelled', 'cancelled', 'cancelled'],
    )
  })

  it('by time ends the calls inside it as well, and no new ones begin', async () => {
    let begun = 0
    const inner = probe(() => (begun++, never()), { name: 'inner' })
    const outer = probe(
      async (_, context) => {
        await context.call('inner', {})
        await context.call('inner', {})
      },
      { name: 'outer', timeoutMs: 30 },
    )
    await using yard = await createToolyard({ tools: [inner, outer] })
    assert.equal((await soon(yard.call('outer', {}))).status, 'timeout')
    await turns()
    assert.equal(begun, 1)
  })

  it('closing the yard ends every call, those inside others too, and takes no more', async () => {
    const outer = probe((_, context) => context.call('inner', {}), { name: 'outer' })
    const yard = await createToolyard({ tools: [outer, probe(never, { name: 'inner' })] })
    const calls = [
      yard.call('inner', {}),
      yard.call('outer', {}),
      yard.call('inner', {}, { threadId: 't' }),
      yard.call('outer', {}, { callId: 'x' }),
    ]
    await turns()
    await soon(yard.close())
    assert.ok((await soon(Promise.all(calls))).every(({ status }) => status === 'cancelled'))
    assert.equal(codeOf(await yard.call('inner', {})), 'closed')
    await yard.close()
  })

  it('keeps no listener on the caller’s signal', async () => {
    const stop = new AbortController()
    await using yard = await createToolyard({ tools: [probe(() => 'ran')] })
    for (let times = 0; times < 10; times++) await yard.call('probe', {}, { signal: stop.signal })
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0)
  })
})
