import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallRecord, createToolyard, ToolyardError } from '../index.ts'
import { codeOf, probe } from './support.test.ts'
import { createMemoryCalls } from '../store/index.ts'

const write = { permission: 'write', effects: 'local_state' } as const

describe('a repeated id after the tool has run', () => {
  it('answers the recorded refusal where a hook after the call denied it', async () => {
    let runs = 0
    await using yard = await createToolyard({
      tools: [probe(() => ++runs, write)],
      hooks: [{ name: 'late', type: 'POST_TOOL_USE', handler: () => false }],
    })
    for (let times = 0; times < 3; times++)
      assert.equal(codeOf(await yard.call('probe', {}, { callId: 'a' })), 'denied_by_hook')
    assert.equal(runs, 1)
  })

  for (const code of [
    'rate_limited',
    'invalid_arguments',
    'tool_not_found',
    'denied',
    'budget_exhausted',
  ] as const)
    it(`answers the recorded failure where the tool itself threw ${code}`, async () => {
      let runs = 0
      const tool = probe(() => {
        runs++
        throw new ToolyardError(code, 'says the service behind it')
      }, write)
      await using yard = await createToolyard({ tools: [tool] })
      for (let times = 0; times < 3; times++)
        assert.equal(codeOf(await yard.call('probe', {}, { callId: 'a' })), code)
      assert.equal(runs, 1)
    })

  it('answers what was recorded where the row does not say whether it ran', async () => {
    let runs = 0
    const rows = new Map<string, CallRecord>()
    await using yard = await createToolyard({
      journal: {
        begin: () => true,
        finish: (row) => void rows.set(row.id, { ...row, ran: undefined }),
        find: (id) => rows.get(id),
        list: () => [],
        stats: () => createMemoryCalls(0).stats({ since: 0, until: 0 }),
        names: () => createMemoryCalls(0).names(),
        verify: () => ({ rows: 0, entries: 0, problems: [], heads: [] }),
      },
      tools: [probe(() => ++runs, write)],
      hooks: [{ name: 'no', type: 'PRE_TOOL_USE', handler: () => false }],
    })
    for (let times = 0; times < 2; times++)
      assert.equal(codeOf(await yard.call('probe', {}, { callId: 'a' })), 'denied_by_hook')
    assert.equal(runs, 0)
  })
})

describe('an id that was not chosen by its caller', () => {
  it('gives nobody else the result that it belongs to', async () => {
    let runs = 0
    await using yard = await createToolyard({
      tools: [probe(() => ++runs, write), probe(() => ++runs, { ...write, name: 'other' })],
    })
    const { callId } = await yard.call('probe', {})
    for (const tool of ['probe', 'other'])
      assert.equal(codeOf(await yard.call(tool, {}, { callId, principal: 'somebody' })), 'duplicate_call')
    assert.equal(runs, 1)
  })
})

describe('a repeated id before the tool has run', () => {
  it('may try again, however the call ended', async () => {
    let runs = 0
    await using yard = await createToolyard({ tools: [probe(() => ++runs, write)] })
    const options = { callId: 'a' }
    const stopped = await yard.call('probe', {}, { ...options, signal: AbortSignal.abort() })
    assert.equal(stopped.status, 'cancelled')
    const remove = yard.hooks.add({ name: 'no', type: 'PRE_TOOL_USE', handler: () => false })
    assert.equal(codeOf(await yard.call('probe', {}, options)), 'denied_by_hook')
    remove()
    assert.equal((await yard.call('probe', {}, options)).status, 'ok')
    assert.equal((await yard.call('probe', {}, options)).status, 'ok')
    assert.equal(runs, 1)
  })

  it('is told by the row', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 1, write)],
      policy: { deny: ['probe(no=*)'] },
    })
    await yard.call('probe', {}, { callId: 'ran' })
    await yard.call('probe', { no: 1 }, { callId: 'denied' })
    const rows = (await yard.calls()).map(({ id, ran }) => [id, ran])
    assert.deepEqual(Object.fromEntries(rows), { ran: true, denied: false })
  })
})
