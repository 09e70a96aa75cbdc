import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard } from '../index.ts'
import { Desk, gate, type Input, probe, soon, textOf, turns } from './support.test.ts'

const write = { permission: 'write', effects: 'local_state' } as const

describe('a batch', () => {
  it('answers in the order of its calls, whichever ends first', async () => {
    const gates = [gate(), gate(), gate()]
    await using yard = await createToolyard({
      tools: [probe(async ({ n }) => (await gates[Number(n)]?.opened, n))],
    })
    const batch = yard.callMany([0, 1, 2].map((n) => ({ tool: 'probe', input: { n } })))
    for (const held of gates.toReversed()) {
      held.open()
      await turns()
    }
    assert.deepEqual(
      (await batch).map(({ data }) => data),
      [0, 1, 2],
    )
  })

  it('runs what does not conflict at once', async () => {
    let running = 0
    const all = gate()
    await using yard = await createToolyard({
      tools: [
        probe(async () => {
          if (++running === 5) all.open()
          await all.opened
        }),
      ],
    })
    const results = await soon(yard.callMany(Array.from({ length: 5 }, () => ({ tool: 'probe', input: {} }))))
    assert.ok(results.every(({ status }) => status === 'ok'))
  })

  it('is not spoiled by one that fails, is refused, is unknown, times out or is rejected', async () => {
    const desk = new Desk()
    const tool = probe(
      ({ how }) => {
        if (how === 'throw') throw new Error('no')
        return how === 'hang' ? new Promise(() => {}) : how
      },
      {
        timeoutMs: 30,
        inputSchema: { type: 'object', properties: { how: { type: 'string' } }, additionalProperties: false },
      },
    )
    await using yard = await createToolyard({
      tools: [tool, probe(() => 1, { name: 'guarded', confirm: true })],
      approver: desk,
      policy: { deny: ['probe(how=denied)'] },
    })
    const batch = yard.callMany([
      { tool: 'probe', input: { how: 'throw' } },
      { tool: 'probe', input: { how: 'a' } },
      { tool: 'missing', input: {} },
      { tool: 'guarded', input: {} },
      { tool: 'probe', input: { how: 'denied' } },
      { tool: 'probe', input: 'no json' },
      { tool: 'probe', input: { how: 'hang' } },
      { tool: 'probe', input: { how: 'b' } },
      { tool: 'probe', input: { how: 'c' }, signal: AbortSignal.abort() },
      { tool: 'probe', input: { how: 'd' } },
    ])
    desk.answer(await desk.asked(), 'reject')
    assert.deepEqual(
      (await soon(batch)).map(({ status }) => status),
      ['error', 'ok', 'error', 'denied', 'denied', 'error', 'timeout', 'ok', 'cancelled', 'ok'],
    )
  })

  it('is not held up by a call that waits for a person', async () => {
    const desk = new Desk()
    const runs: unknown[] = []
    await using yard = await createToolyard({
      tools: [
        probe(({ n }) => void runs.push(n), { ...write, confirm: true, name: 'guarded' }),
        probe(({ n }) => void runs.push(n), write),
      ],
      approver: desk,
    })
    const batch = yard.callMany([
      { tool: 'guarded', input: { n: 1 } },
      { tool: 'probe', input: { n: 2 } },
      { tool: 'probe', input: { n: 3 } },
    ])
    const request = await desk.asked()
    await turns()
    assert.deepEqual(runs, [2, 3])
    desk.answer(request, 'approve')
    await batch
    assert.deepEqual(runs, [2, 3, 1])
  })

  it('of a hundred calls loses none', async () => {
    const seen = new Set<unknown>()
    await using yard = await createToolyard({
      tools: [
        probe(async ({ n }) => (await turns(1), seen.add(n), n), {
          resources: ({ n }: Input) => [{ kind: 'name', id: String(Number(n) % 7), access: 'write' }],
        }),
      ],
    })
    const results = await soon(
      yard.callMany(
        Array.from({ length: 100 }, (_, n) => ({
          tool: 'probe',
          input: { n },
          threadId: `t${n % 3}`,
          agent: `a${n % 2}`,
        })),
      ),
    )
    assert.deepEqual(
      results.map(({ data }) => data),
      Array.from({ length: 100 }, (_, n) => n),
    )
    assert.equal(seen.size, 100)
  })

  it('that repeats ids goes on: finished calls answer what they answered, the others run', async () => {
    let runs = 0
    await using yard = await createToolyard({ tools: [probe(() => ++runs, write)] })
    const calls = ['a', 'b', 'b', 'c'].map((callId) => ({ tool: 'probe', input: {}, callId }))
    const first = await soon(yard.callMany(calls.slice(0, 3)))
    assert.equal(first[1]?.data, first[2]?.data)
    const second = await soon(
      yard.callMany([
        ...calls,
        { tool: 'probe', input: {}, callId: 'd' },
        { tool: 'probe', input: { other: 1 }, callId: 'd' },
      ]),
    )
    assert.deepEqual(second.slice(0, 3), first)
    assert.equal(runs, 4)
  })

  it('of nothing is nothing', async () => {
    await using yard = await createToolyard()
    assert.deepEqual(await yard.callMany([]), [])
  })

  it('ends with the yard', async () => {
    const entered = gate()
    const yard = await createToolyard({
      tools: [probe(() => (entered.open(), new Promise(() => {})), write)],
    })
    const batch = yard.callMany(
      Array.from({ length: 4 }, () => ({ tool: 'probe', input: {}, threadId: 't' })),
    )
    await entered.opened
    await soon(yard.close())
    assert.ok((await soon(batch)).every(({ status }) => status === 'cancelled'))
    const late = await yard.callMany([
      { tool: 'probe', input: {} },
      { tool: 'probe', input: {} },
    ])
    assert.deepEqual(
      late.map(({ status }) => status),
      ['cancelled', 'cancelled'],
    )
    assert.match(textOf(late[0] ?? { content: [] }), /closed/)
  })
})
