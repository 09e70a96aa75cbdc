import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard } from '../index.ts'
import { Desk, probe, sleep, soon } from './support.test.ts'

describe('while people are asked', () => {
  it('the call’s clock stands still', async () => {
    const desk = new Desk()
    await using yard = await createToolyard({
      tools: [probe(() => sleep(1), { confirm: true, timeoutMs: 60 })],
      approver: desk,
    })
    const call = yard.call('probe', {})
    const request = await desk.asked()
    await sleep(120)
    desk.answer(request, 'approve')
    assert.equal((await call).status, 'ok')
    const [row] = await yard.calls()
    assert.ok((row?.waitedMs ?? 0) >= 119, 'the journal tells how long they took')
    assert.equal(Math.round((row?.activeMs ?? 0) + (row?.waitedMs ?? 0)), Math.round(row?.durationMs ?? 0))
  })

  it('the clock of the call around it stands still too, and goes on afterwards', async () => {
    const desk = new Desk()
    const inner = probe(() => 'inner', { name: 'inner', confirm: true })
    const outer = probe(
      async (input, context) => {
        const { status } = await context.call('inner', {})
        if (input['hang'] === true) await new Promise(() => {})
        return status
      },
      { name: 'outer', timeoutMs: 80 },
    )
    await using yard = await createToolyard({ tools: [inner, outer], approver: desk })
    const patient = yard.call('outer', {})
    const first = await desk.asked(1)
    await sleep(150)
    desk.answer(first, 'approve')
    assert.equal((await patient).data, 'ok')
    const hanging = yard.call('outer', { hang: true })
    const second = await desk.asked(2)
    await sleep(150)
    desk.answer(second, 'approve')
    assert.equal((await soon(hanging)).status, 'timeout')
  })

  it('the clock around several questions goes on only when the last is answered', async () => {
    const desk = new Desk()
    const inner = probe(() => 'inner', { name: 'inner', confirm: true })
    const outer = probe(
      async (_, context) => {
        const both = await Promise.all([context.call('inner', { n: 1 }), context.call('inner', { n: 2 })])
        return both.map(({ status }) => status).join()
      },
      { name: 'outer', timeoutMs: 80 },
    )
    await using yard = await createToolyard({ tools: [inner, outer], approver: desk })
    const call = yard.call('outer', {})
    await desk.asked(2)
    const [first, second] = desk.requests
    assert.ok(first && second)
    desk.answer(first, 'approve')
    await sleep(180)
    desk.answer(second, 'approve')
    const result = await soon(call)
    assert.deepEqual([result.status, result.data], ['ok', 'ok,ok'])
  })

  it('a call around the question that is cancelled ends at once', async () => {
    const desk = new Desk()
    const inner = probe(() => 'inner', { name: 'inner', confirm: true })
    const outer = probe((_, context) => context.call('inner', {}), { name: 'outer' })
    await using yard = await createToolyard({ tools: [inner, outer], approver: desk })
    const stop = new AbortController()
    const call = yard.call('outer', {}, { signal: stop.signal })
    await desk.asked()
    stop.abort()
    assert.equal((await soon(call)).status, 'cancelled')
    assert.equal(desk.signals[0]?.aborted, true)
  })

  it('a call that waited for its turn has its whole time to run', async () => {
    const lock = { resources: () => [{ kind: 'name', id: 'one', access: 'write' }] }
    const slow = probe(() => sleep(150), { name: 'slow', ...lock })
    const quick = probe(() => sleep(20), { name: 'quick', timeoutMs: 100, ...lock })
    await using yard = await createToolyard({ tools: [slow, quick] })
    const [first, second] = await yard.callMany([
      { tool: 'slow', input: {} },
      { tool: 'quick', input: {} },
    ])
    assert.deepEqual([first?.status, second?.status], ['ok', 'ok'])
  })
})

describe('a machine whose clock is set, or that sleeps', () => {
  const week = 7 * 24 * 3_600_000

  it('takes no approval that comes after its time, however little of it was counted', async (test) => {
    const desk = new Desk()
    const ran: unknown[] = []
    await using yard = await createToolyard({
      tools: [probe(() => ran.push(1), { confirm: true })],
      approver: desk,
    })
    const call = yard.call('probe', {})
    const request = await desk.asked()
    const now = Date.now()
    test.mock.method(Date, 'now', () => now + 2 * week)
    desk.answer(request, 'approve')
    assert.equal((await soon(call)).error?.code, 'approval_expired')
    assert.deepEqual(ran, [])
  })

  it('has the calls after it at their right time in the journal', async (test) => {
    await using yard = await createToolyard({ tools: [probe(() => 'ran')] })
    await yard.call('probe', {})
    await sleep(30)
    const later = Date.now() + week
    test.mock.method(Date, 'now', () => later)
    const { callId } = await yard.call('probe', {})
    const { startedAt = 0 } = (await yard.store.calls.find(callId)) ?? {}
    assert.ok(Math.abs(startedAt - later) < 5000, `it stands at ${startedAt}, not at ${later}`)
  })
})
