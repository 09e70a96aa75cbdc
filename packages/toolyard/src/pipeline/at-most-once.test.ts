import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallJournal, type CallRecord, createToolyard } from '../index.ts'
import { codeOf, Desk, gate, type Input, probe, textOf, turns } from './support.test.ts'
import { createMemoryCalls } from '../store/index.ts'

const write = { permission: 'write', effects: 'local_state' } as const

describe('a call whose id is repeated', () => {
  it('answers the recorded result of a change without making it again', async () => {
    let runs = 0
    await using yard = await createToolyard({
      tools: [probe(() => ({ sent: ++runs }), { permission: 'external', effects: 'network' })],
    })
    const first = await yard.call('probe', { to: 'a' }, { callId: 'pay-1' })
    const second = await yard.call('probe', { to: 'a' }, { callId: 'pay-1' })
    assert.deepEqual(second, first)
    assert.equal(runs, 1)
    await yard.call('probe', { to: 'a' }, { callId: 'pay-2' })
    assert.equal(runs, 2)
  })

  it('answers a recorded failure too', async () => {
    let runs = 0
    await using yard = await createToolyard({
      tools: [
        probe(() => {
          runs++
          throw new Error('half done')
        }, write),
      ],
    })
    for (let times = 0; times < 3; times++)
      assert.match(textOf(await yard.call('probe', {}, { callId: 'a' })), /half done/)
    assert.equal(runs, 1)
  })

  it('joins the call while it runs', async () => {
    const hold = gate()
    let runs = 0
    await using yard = await createToolyard({
      tools: [probe(async () => (await hold.opened, ++runs), write)],
    })
    const calls = Array.from({ length: 20 }, () => yard.call('probe', {}, { callId: 'a' }))
    await turns()
    hold.open()
    assert.deepEqual(new Set((await Promise.all(calls)).map(({ data }) => data)), new Set([1]))
    assert.equal(runs, 1)
  })

  it('is refused with other arguments or for another tool, running or finished', async () => {
    const hold = gate()
    const runs: Input[] = []
    await using yard = await createToolyard({
      tools: [
        probe(async (input) => (await hold.opened, runs.push(input)), write),
        probe(() => 'other', { name: 'other', ...write }),
      ],
    })
    const running = yard.call('probe', { n: 1 }, { callId: 'a' })
    assert.equal(codeOf(await yard.call('probe', { n: 2 }, { callId: 'a' })), 'duplicate_call')
    hold.open()
    await running
    assert.equal(codeOf(await yard.call('probe', { n: 2 }, { callId: 'a' })), 'duplicate_call')
    assert.equal(codeOf(await yard.call('other', { n: 1 }, { callId: 'a' })), 'duplicate_call')
    assert.deepEqual(runs, [{ n: 1 }])
  })

  it('does not give one caller what another one got', async () => {
    await using yard = await createToolyard({
      tools: [probe((_, { principal }) => `for ${principal} only`, write)],
    })
    await yard.call('probe', {}, { callId: 'a', principal: 'ada', threadId: 't1' })
    for (const options of [
      { principal: 'bob', threadId: 't1' },
      { principal: 'ada', threadId: 't2' },
      { principal: 'ada', threadId: 't1', agent: 'x' },
    ])
      assert.doesNotMatch(textOf(await yard.call('probe', {}, { callId: 'a', ...options })), /for ada/)
  })

  it('runs a look again', async () => {
    let runs = 0
    await using yard = await createToolyard({ tools: [probe(() => ++runs)] })
    for (const expected of [1, 2])
      assert.equal((await yard.call('probe', {}, { callId: 'a' })).data, expected)
  })

  it('may try again what was refused before it ran', async () => {
    const desk = new Desk()
    let runs = 0
    await using yard = await createToolyard({
      tools: [probe(() => ++runs, { ...write, confirm: true })],
      approver: desk,
    })
    for (const [count, decision] of [
      [1, 'reject'],
      [2, 'approve'],
    ] as const) {
      const call = yard.call('probe', {}, { callId: 'a' })
      desk.answer(await desk.asked(count), decision)
      assert.equal((await call).status, decision === 'approve' ? 'ok' : 'denied')
    }
    assert.equal(runs, 1)
    const remove = yard.hooks.add({ name: 'h', type: 'PRE_TOOL_USE', handler: () => false })
    assert.equal(codeOf(await yard.call('probe', {}, { callId: 'b' })), 'denied_by_hook')
    remove()
    const again = yard.call('probe', {}, { callId: 'b' })
    desk.answer(await desk.asked(3), 'approve')
    assert.equal((await again).status, 'ok')
  })

  it('is unknown where the first one never finished, unless the tool is idempotent', async () => {
    const started: Partial<CallRecord> = { status: 'running' }
    for (const idempotent of [false, true]) {
      let runs = 0
      const rows = new Map<string, CallRecord>()
      const journal = journalOf({
        find: (id) => rows.get(id),
        begin: (row) => Boolean(rows.set(row.id, row)),
      })
      await using yard = await createToolyard({
        journal,
        tools: [probe(() => ++runs, { ...write, idempotent })],
      })
      await yard.call('probe', {}, { callId: 'a' })
      assert.equal(rows.get('a')?.status, started.status)
      const result = await yard.call('probe', {}, { callId: 'a' })
      assert.deepEqual([result.status, runs], idempotent ? ['ok', 2] : ['unknown', 1])
    }
  })

  it('is refused where the id has to be taken first, whatever the tool does, and is told when it is', async () => {
    for (const kind of [{}, write]) {
      const hold = gate()
      let [runs, told] = [0, 0]
      await using yard = await createToolyard({
        tools: [probe(async () => (await hold.opened, ++runs), kind)],
      })
      const options = { callId: 'a', onTaken: () => void told++ }
      const first = yard.call('probe', {}, options)
      assert.equal(codeOf(await yard.call('probe', {}, options)), 'duplicate_call')
      await turns()
      assert.deepEqual([told, (await yard.journal.find('a'))?.status], [1, 'running'])
      hold.open()
      assert.equal((await first).status, 'ok')
      assert.equal(codeOf(await yard.call('probe', {}, options)), 'duplicate_call')
      assert.deepEqual([runs, told, (await yard.calls({})).length], [1, 1, 1])
    }
  })

  it('is not run where its id has to be taken and no journal is kept', async () => {
    let runs = 0
    await using yard = await createToolyard({ journal: false, tools: [probe(() => ++runs, write)] })
    const result = await yard.call('probe', {}, { callId: 'a', onTaken: () => {} })
    assert.deepEqual([codeOf(result), runs], ['unavailable', 0])
  })

  it('gives the tool the same idempotency key', async () => {
    const keys: string[] = []
    await using yard = await createToolyard({
      tools: [probe((_, { idempotencyKey }) => void keys.push(idempotencyKey))],
    })
    for (let times = 0; times < 2; times++) await yard.call('probe', {}, { callId: 'a' })
    assert.deepEqual(keys, ['a', 'a'])
  })
})

function journalOf(parts: Partial<CallJournal>): CallJournal {
  const nothing: CallJournal = {
    begin: () => true,
    finish: () => {},
    find: () => undefined,
    list: () => [],
    stats: () => createMemoryCalls(0).stats({ since: 0, until: 0 }),
    names: () => createMemoryCalls(0).names(),
    verify: () => ({ rows: 0, entries: 0, problems: [], heads: [] }),
  }
  return { ...nothing, ...parts }
}
