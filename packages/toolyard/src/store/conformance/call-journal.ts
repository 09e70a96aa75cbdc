/** What every `CallJournal` must do when calls are written down and looked up. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { CallJournal, CallRecord } from '../calls.ts'
import {
  callRecord,
  facts,
  hostileTexts,
  idsOf,
  known,
  type Opens,
  readable,
  runningCall,
} from './samples.ts'

const everything: Partial<CallRecord> = {
  tool: 'write_file',
  fingerprint: '0123abc',
  permission: 'external',
  input: { text: '日本 \u{1f4c1}', nested: [1, -0.5, 1e21, null, true, { deep: { er: [] } }], '': '' },
  explanation: 'because',
  threadId: 't',
  agent: 'g',
  principal: 'somebody',
  origin: 'cli',
  parentId: 'p',
  decision: 'mode default: allow',
  requestDigest: 'd',
  startedAt: 1_700_000_000_000.25,
  durationMs: 12.125,
  status: 'error',
  ran: true,
  result: {
    callId: 'a',
    tool: 'write_file',
    status: 'error',
    content: [{ type: 'text', text: 'no' }],
    data: { rows: [{ a: 1 }] },
    error: { code: 'tool_failed', message: 'no', hint: 'else', retryable: true },
    durationMs: 12.125,
  },
  steps: [{ at: 0.5, step: 'repair', text: 'a number was quoted' }],
}

export function describeCallJournal(adapter: string, open: Opens<CallJournal>, suite: Suite): void {
  suite.describe(`CallJournal on ${adapter}`, () => {
    describeClaims(open, suite)
    describeContents(open, suite)
  })
}

function describeClaims(open: Opens<CallJournal>, suite: Suite): void {
  suite.it('shows a call as running between begin and finish, in one row', async (test) => {
    const journal = await open(test)
    assert.equal(await journal.begin(runningCall('a')), true)
    assert.equal((await journal.find('a'))?.status, 'running')
    await journal.finish(callRecord('a'))
    assert.equal((await journal.find('a'))?.status, 'ok')
    assert.deepEqual(await idsOf(journal.list({})), ['a'])
  })

  suite.it('gives an id that runs or has run to nobody else', async (test) => {
    const journal = await open(test)
    await journal.begin(runningCall('a'))
    assert.equal(await journal.begin(runningCall('a')), false)
    assert.equal(await journal.begin(runningCall('a'), { again: true }), false)
    await journal.finish(callRecord('a', { ran: true, decision: 'first' }))
    assert.equal(await journal.begin(runningCall('a')), false)
    assert.equal(await journal.begin(runningCall('a'), { again: true }), false)
    assert.equal((await journal.find('a'))?.decision, 'first')
  })

  suite.it('counts a call that does not say whether it ran as one that did', async (test) => {
    const journal = await open(test)
    await journal.finish(callRecord('a', { status: 'denied' }))
    assert.equal(await journal.begin(runningCall('a')), false)
  })

  suite.it('ends the row that was begun, also of a call that turned out to read only', async (test) => {
    const journal = await open(test)
    await journal.begin(runningCall('a', { permission: 'external' }))
    await journal.finish(callRecord('a', { permission: 'read', ran: true }))
    assert.deepEqual(
      (await journal.list({})).map(({ id, status }) => [id, status]),
      [['a', 'ok']],
    )
    assert.equal(await journal.begin(runningCall('a')), false)
  })

  suite.it('gives an id to one of fifty who want it at the same time', async (test) => {
    const journal = await open(test)
    const wishes = Array.from({ length: 50 }, async (_, index) =>
      journal.begin(runningCall('a', { decision: String(index) })),
    )
    const taken = await Promise.all(wishes)
    assert.deepEqual(
      taken.filter((isTaken) => isTaken),
      [true],
    )
    assert.equal((await journal.find('a'))?.decision, String(taken.indexOf(true)))
  })

  suite.it('gives the id of a call that was refused again', async (test) => {
    const journal = await open(test)
    for (const status of ['denied', 'error', 'cancelled'] as const) {
      await journal.finish(callRecord(status, { status, ran: false }))
      assert.equal(await journal.begin(runningCall(status)), true, status)
      assert.equal((await journal.find(status))?.status, 'running')
      await journal.finish(callRecord(status, { ran: true }))
      assert.equal((await journal.find(status))?.status, 'ok')
      assert.equal(await journal.begin(runningCall(status)), false)
    }
    assert.equal((await journal.list({})).length, 3)
  })

  suite.it(
    'gives the id of a call of which nobody knows how it ended only to who asks for it again',
    async (test) => {
      const journal = await open(test)
      for (const [id, ran] of Object.entries({ a: true, b: false })) {
        await journal.begin(runningCall(id))
        await journal.finish(callRecord(id, { status: 'unknown', ran, result: everything.result }))
        assert.equal(await journal.begin(runningCall(id)), false, id)
        await journal.finish(callRecord(id, { ran: true }))
        assert.equal((await journal.find(id))?.status, 'unknown', id)
      }
      const wishes = [1, 2, 3].map(async () => journal.begin(runningCall('a'), { again: true }))
      assert.equal((await Promise.all(wishes)).filter((isTaken) => isTaken).length, 1)
      await journal.finish(callRecord('a', { ran: true }))
      assert.equal((await journal.find('a'))?.status, 'ok')
    },
  )

  suite.it('does not write the end of one call over another that had the id before', async (test) => {
    const journal = await open(test)
    await journal.begin(runningCall('a'))
    await journal.finish(callRecord('a', { ran: true, decision: 'first' }))
    await journal.finish(callRecord('a', { ran: false, status: 'denied', decision: 'second' }))
    await journal.finish(callRecord('a', { ran: true, status: 'error', decision: 'third' }))
    await journal.finish(callRecord('a', { permission: 'read', decision: 'fourth' }))
    assert.equal((await journal.find('a'))?.decision, 'first')
    assert.equal(await journal.begin(runningCall('a')), false)
  })
}

function describeContents(open: Opens<CallJournal>, suite: Suite): void {
  suite.it('keeps calls that only read, which are written once', async (test) => {
    const journal = await open(test)
    await journal.finish(callRecord('r', { permission: 'read' }))
    assert.equal((await journal.find('r'))?.id, 'r')
    assert.equal(await journal.find('none'), undefined)
    assert.deepEqual(await idsOf(journal.list({})), ['r'])
  })

  suite.it('finds how a look ended that was made again under its id', async (test) => {
    const journal = await open(test)
    await journal.finish(callRecord('r', { permission: 'read', ran: false, status: 'pending' }))
    await journal.finish(callRecord('s', { permission: 'read' }))
    await journal.finish(callRecord('r', { permission: 'read', decision: 'later' }))
    const found = await journal.find('r')
    assert.deepEqual([found?.status, found?.decision], ['ok', 'later'])
  })

  suite.it('gives back what was written, at the beginning and at the end', async (test) => {
    const journal = await open(test)
    const { result: _, ...intent } = everything
    const begun = runningCall('a', { ...intent, status: 'running' })
    const ended = callRecord('a', everything)
    await journal.begin(begun)
    assert.deepEqual(facts(await journal.find('a')), known(begun))
    await journal.finish(ended)
    assert.deepEqual(facts(await journal.find('a')), known(ended))
    assert.deepEqual((await journal.list({})).map(facts), [known(ended)])
  })

  suite.it('keeps arguments of every form', async (test) => {
    const journal = await open(test)
    const inputs = [undefined, null, 0, '', 'text', false, [], [[]], {}, { a: null }]
    for (const [index, input] of inputs.entries())
      await journal.finish(callRecord(`c${index}`, { input, permission: index % 2 ? 'read' : 'write' }))
    for (const [index, input] of inputs.entries())
      assert.deepEqual((await journal.find(`c${index}`))?.input, input)
  })

  suite.it('takes arguments that can’t be written as JSON', async (test) => {
    const journal = await open(test)
    const circle: unknown[] = []
    circle.push(circle)
    for (const [index, input] of [circle, 1n, () => {}, Symbol('s')].entries()) {
      assert.equal(await journal.begin(runningCall(`c${index}`, { input })), true)
      await journal.finish(callRecord(`c${index}`, { input, ran: true }))
    }
    assert.equal((await journal.list({})).length, 4)
  })

  suite.it('keeps arguments and results of many millions of characters', async (test) => {
    const journal = await open(test)
    const text = 'ä"\\\n'.repeat(750_000)
    const isText = (input: unknown): boolean => (input as { text: string }).text === text
    await journal.begin(runningCall('a', { input: { text } }))
    assert.ok(isText((await journal.find('a'))?.input))
    await journal.finish(callRecord('a', { input: { text }, ran: true }))
    assert.ok(isText((await journal.find('a'))?.input))
    assert.deepEqual((await journal.verify()).problems, [])
  })

  suite.it('takes texts of every kind, and finds by it', async (test) => {
    const journal = await open(test)
    for (const text of hostileTexts) {
      const id = `id ${text}`
      const texts = { tool: text, explanation: text, threadId: text, agent: text, principal: text }
      const more = { origin: text, parentId: text, decision: text, input: { [text]: text } }
      const steps = [{ at: 0, step: text, text }]
      assert.equal(await journal.begin(runningCall(id, { ...texts, ...more })), true)
      assert.equal(await journal.begin(runningCall(id)), false)
      await journal.finish(callRecord(id, { ...texts, ...more, steps, ran: true }))
      const found = await journal.find(id)
      for (const key of Object.keys(texts) as (keyof typeof texts)[])
        assert.equal(readable(found?.[key]), readable(text), key)
      assert.equal(readable(found?.decision), readable(text))
      assert.deepEqual(found?.input, { [text]: text })
      assert.deepEqual(found?.steps, steps)
      for (const filter of [{ tool: text }, { threadId: text }, { agent: text }])
        assert.equal((await journal.list(filter)).length, 1, JSON.stringify(filter))
      assert.deepEqual((await journal.verify()).problems, [])
    }
  })
}
