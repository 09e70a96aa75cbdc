/** What every `CallJournal` must do when many calls are looked through. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { CallFilter, CallJournal, CallRecord } from '../calls.ts'
import { callRecord, idsOf, type Opens, runningCall } from './samples.ts'

export function describeCallLists(adapter: string, open: Opens<CallJournal>, suite: Suite): void {
  suite.describe(`lists of calls on ${adapter}`, () => {
    suite.it('are empty where nothing was called', async (test) => {
      const journal = await open(test)
      assert.deepEqual(await journal.list({}), [])
      assert.deepEqual((await journal.verify()).problems, [])
    })

    suite.it('show the newest first, at most as many as asked', async (test) => {
      const journal = await open(test)
      for (const id of ['a', 'b', 'c']) await journal.finish(callRecord(id, { permission: 'read' }))
      assert.deepEqual(await idsOf(journal.list({})), ['c', 'b', 'a'])
      assert.deepEqual(await idsOf(journal.list({ limit: 2 })), ['c', 'b'])
      assert.deepEqual(await idsOf(journal.list({ limit: 0 })), [])
    })

    suite.it('keep the order in which calls came in, however they end', async (test) => {
      const journal = await open(test)
      for (const id of ['a', 'b', 'c']) await journal.begin(runningCall(id))
      for (const id of ['c', 'a', 'b']) await journal.finish(callRecord(id))
      assert.deepEqual(await idsOf(journal.list({})), ['c', 'b', 'a'])
    })

    suite.it('are filtered by tool, thread, agent and status, all at once', async (test) => {
      const journal = await open(test)
      await journal.finish(callRecord('a', { tool: 'x', threadId: 't', agent: 'g' }))
      await journal.finish(callRecord('b', { tool: 'x', threadId: 'u', agent: 'g', status: 'error' }))
      await journal.finish(callRecord('c', { tool: 'y', threadId: 't', agent: 'h' }))
      await journal.begin(runningCall('d', { tool: 'y' }))
      assert.deepEqual(await idsOf(journal.list({ tool: 'x' })), ['b', 'a'])
      assert.deepEqual(await idsOf(journal.list({ threadId: 't' })), ['c', 'a'])
      assert.deepEqual(await idsOf(journal.list({ agent: 'g', status: 'error' })), ['b'])
      assert.deepEqual(await idsOf(journal.list({ status: 'ok' })), ['c', 'a'])
      assert.deepEqual(await idsOf(journal.list({ status: 'running' })), ['d'])
      assert.deepEqual(await idsOf(journal.list({ tool: 'y', agent: 'g' })), [])
      assert.deepEqual(await idsOf(journal.list({ tool: 'x', limit: 1 })), ['b'])
    })

    suite.it('are filtered by who called', async (test) => {
      const journal = await open(test)
      await journal.finish(callRecord('a', { principal: 'ann', agent: 'g' }))
      await journal.finish(callRecord('b', { principal: 'bob', agent: 'g' }))
      assert.deepEqual(await idsOf(journal.list({ principal: 'ann', agent: 'g' })), ['a'])
      assert.deepEqual(await idsOf(journal.list({ principal: 'ann', agent: 'h' })), [])
    })

    suite.it('leave out what may be long where they are to be brief', async (test) => {
      const journal = await open(test)
      await journal.finish(callRecord('a', { explanation: 'why', steps: [{ at: 1, step: 's', text: 't' }] }))
      const [whole] = await journal.list({})
      const [brief] = await journal.list({ brief: true })
      assert.deepEqual(
        [brief?.input, brief?.explanation, brief?.result, brief?.steps],
        [undefined, undefined, undefined, undefined],
      )
      const { input: _i, explanation: _e, result: _r, steps: _s, ...rest } = whole ?? {}
      assert.partialDeepStrictEqual(brief, rest)
    })

    suite.it('begin at a time, which counts', async (test) => {
      const journal = await open(test)
      for (const [id, startedAt] of Object.entries({ a: 10, b: 20.5, c: 30 }))
        await journal.finish(callRecord(id, { startedAt }))
      assert.deepEqual(await idsOf(journal.list({ since: 20.5 })), ['c', 'b'])
      assert.deepEqual(await idsOf(journal.list({ since: 31 })), [])
    })

    suite.it('begin at a time, with every other filter and page by page', async (test) => {
      const journal = await open(test)
      for (const [index, id] of numbers(40).entries())
        await journal.finish(callRecord(id, { startedAt: index, tool: index % 2 === 0 ? 'even' : 'odd' }))
      const late = numbers(40).slice(25).toReversed()
      assert.deepEqual(await pages(journal, { since: 25, limit: 4 }), late)
      const odd = late.filter((_, index) => index % 2 === 0)
      assert.deepEqual(await pages(journal, { since: 25, tool: 'odd', limit: 3 }), odd)
      // A call that came in early and was written late, and one whose clock was ahead.
      await journal.finish(callRecord('late', { startedAt: 3 }))
      await journal.finish(callRecord('ahead', { startedAt: 9000 }))
      await journal.finish(callRecord('last', { startedAt: 41 }))
      assert.deepEqual(await idsOf(journal.list({ since: 39 })), ['last', 'ahead', late[0]])
    })

    suite.it(
      'are found by a part of a name, whatever its capital letters, and within a time',
      async (test) => {
        const journal = await open(test)
        const add = async (id: string, over: Partial<CallRecord>): Promise<void> =>
          journal.finish(callRecord(id, { permission: 'read', ...over }))
        await add('a', { tool: 'get_Weather', agent: 'Clerk', origin: 'http', startedAt: 10 })
        await add('b', { tool: 'weather_map', agent: undefined, origin: 'cli', startedAt: 20 })
        await add('c', { tool: '100%_sure', principal: 'http:Ann', startedAt: 30 })
        const found = (filter: CallFilter) => idsOf(journal.list({ match: 'part', ...filter }))
        assert.deepEqual(await found({ tool: 'WEATHER' }), ['b', 'a'])
        assert.deepEqual(await found({ tool: 'weather', agent: 'lerk' }), ['a'])
        assert.deepEqual(await found({ tool: '0%_s' }), ['c'])
        assert.deepEqual(await found({ tool: '%' }), ['c'])
        assert.deepEqual(await found({ principal: 'ann' }), ['c'])
        assert.deepEqual(await found({ origin: 'CL' }), ['b'])
        assert.deepEqual(await found({ tool: "'; drop table calls" }), [])
        assert.deepEqual(await idsOf(journal.list({ tool: 'weather' })), [], 'whole names by default')
        assert.deepEqual(await idsOf(journal.list({ origin: 'cli' })), ['b'])
        assert.deepEqual(await idsOf(journal.list({ since: 10, until: 30 })), ['b', 'a'])
        assert.deepEqual(await idsOf(journal.list({ until: 20 })), ['a'])
      },
    )

    suite.it('go back page by page, without gap or repeat, while more comes in', async (test) => {
      const journal = await open(test)
      await addCalls(journal, 250)
      const seen = await pages(journal, { limit: 60 }, (page) =>
        journal.finish(callRecord(`new ${page}`, { tool: 'even' })),
      )
      assert.deepEqual(seen, numbers(250).toReversed())
      assert.deepEqual(
        (await pages(journal, { limit: 7, tool: 'odd' })).filter((id) => !id.startsWith('new')),
        numbers(250)
          .toReversed()
          .filter((_, index) => index % 2 === 0),
      )
    })

    suite.it('tell what has come since', async (test) => {
      const journal = await open(test)
      assert.deepEqual(await journal.list({ after: 0 }), [])
      await addCalls(journal, 10)
      const [newest] = await journal.list({ limit: 1 })
      assert.ok(newest?.position !== undefined && newest.position > 0)
      assert.equal((await journal.list({ after: 0 })).length, 10)
      assert.deepEqual(await journal.list({ after: newest.position }), [])
      await addCalls(journal, 250, 'more ')
      assert.deepEqual(
        await pages(journal, { after: newest.position, limit: 60 }),
        numbers(250, 'more ').toReversed(),
      )
    })

    suite.it('count every row once in the check of the journal', async (test) => {
      const journal = await open(test)
      await addCalls(journal, 250)
      await journal.begin(runningCall('running'))
      const check = await journal.verify()
      assert.deepEqual([check.rows, check.problems], [251, []])
    })
  })
}

function numbers(count: number, prefix = ''): string[] {
  return Array.from({ length: count }, (_, index) => prefix + String(index).padStart(4, '0'))
}

/** Reads and changes in turn, many at once. */
async function addCalls(journal: CallJournal, count: number, prefix = ''): Promise<void> {
  const rows = numbers(count, prefix).map((id, index): CallRecord => {
    const isOdd = index % 2 === 1
    return callRecord(id, { tool: isOdd ? 'odd' : 'even', permission: isOdd ? 'write' : 'read' })
  })
  await Promise.all(rows.map(async (row) => journal.finish(row)))
}

/** Ids from the newest to the oldest, as a person who turns pages sees them. */
async function pages(
  journal: CallJournal,
  filter: CallFilter,
  turned: (page: number) => unknown = () => {},
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0, before: number | undefined; ; page++) {
    const rows = await journal.list({ ...filter, before })
    if (rows.length === 0) return ids
    ids.push(...rows.map(({ id }) => id))
    before = rows.at(-1)?.position
    await turned(page)
  }
}
