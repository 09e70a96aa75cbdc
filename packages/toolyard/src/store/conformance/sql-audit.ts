/** What every SQL store must do about changes behind its back: it tells them. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { sha256 } from '../../kernel/index.ts'
import type { JournalCheck } from '../calls.ts'
import type { Query, Row } from '../sql/database.ts'
import type { Store } from '../store.ts'
import { callRecord, runningCall } from './samples.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

interface Forgery {
  readonly what: string
  readonly told: readonly RegExp[]
  readonly change: (build: Backdoor['build'], links: readonly Row[]) => readonly { compile(): Query }[]
}

/** Five calls, each with a link for its beginning and one for its end. */
const forgeries: readonly Forgery[] = [
  {
    what: 'a changed row',
    told: [/^call c was changed after it was written$/],
    change: (build) => [build.updateTable('calls').set({ decision: 'forged' }).where('id', '=', 'c')],
  },
  {
    what: 'a changed time',
    told: [/^call c was changed/],
    change: (build) => [build.updateTable('calls').set({ started_at: 1 }).where('id', '=', 'c')],
  },
  {
    what: 'a row that says nothing where something was said',
    told: [/^call e was changed/],
    change: (build) => [build.updateTable('calls').set({ agent: null }).where('id', '=', 'e')],
  },
  {
    what: 'a row with the name of another',
    told: [
      /^call z is in the journal and was never written by it$/,
      /^call c \(ok\) was written and is gone$/,
    ],
    change: (build) => [build.updateTable('calls').set({ id: 'z' }).where('id', '=', 'c')],
  },
  {
    what: 'a deleted row',
    told: [/^call c \(ok\) was written and is gone$/],
    change: (build) => [build.deleteFrom('calls').where('id', '=', 'c')],
  },
  {
    what: 'an inserted row',
    told: [/^call new is in the journal and was never written by it$/],
    change: (build) => [build.insertInto('calls').values(insertedRow)],
  },
  {
    what: 'a changed link',
    told: [/link 4 was changed$/, /^call b was changed/],
    change: (build, links) => [
      changeLink(build, links[3], { entries: JSON.stringify([['b', 'ok', sha256('forged')]]) }),
    ],
  },
  {
    what: 'a changed link whose hash was made right again',
    told: [/link 5 was changed$/, /^call b was changed/],
    change(build, links) {
      const entries = JSON.stringify([['b', 'ok', sha256('forged')]])
      const hash = sha256(`${String(links[2]?.['hash'])}\n${entries}`)
      return [changeLink(build, links[3], { entries, hash })]
    },
  },
  {
    what: 'a changed hash',
    told: [/link 4 was changed$/, /link 5 was changed$/],
    change: (build, links) => [changeLink(build, links[3], { hash: sha256('forged') })],
  },
  {
    what: 'a deleted link in the middle',
    told: [/link 4 is missing before link 5$/, /^call b was changed/],
    change: (build) => [build.deleteFrom('audit').where('seq', '=', 4)],
  },
  {
    what: 'a deleted link whose place was closed up',
    told: [/link 4 was changed$/, /^call b was changed/],
    change: (build, links) => [
      build.deleteFrom('audit').where('seq', '=', 4),
      ...links.slice(4).map((link) => changeLink(build, link, { seq: Number(link['seq']) - 1 })),
    ],
  },
  {
    what: 'a deleted first link',
    told: [/link 1 is missing before link 2$/],
    change: (build) => [build.deleteFrom('audit').where('seq', '=', 1)],
  },
]

const insertedRow = {
  id: 'new',
  tool: 'probe',
  fingerprint: 'f',
  permission: 'write',
  principal: 'local',
  origin: 'typescript',
  started_at: 0,
  status: 'ok',
  duration_ms: 1,
  owner: 'somebody',
  input: null,
  explanation: null,
  thread_id: null,
  agent: null,
  parent_id: null,
  decision: null,
  request_digest: null,
  ran: null,
  result: null,
  steps: null,
}

export function describeAudit(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`the audit of the journal on ${adapter}`, () => {
    for (const { what, told, change } of forgeries)
      suite.it(`tells ${what}`, async (test) => {
        const connect = await make(test)
        const store = await storeOn(test, connect)
        await writeCalls(store)
        assert.deepEqual((await store.calls.verify()).problems, [])
        const backdoor = new Backdoor(test, connect)
        const links = await backdoor.read(backdoor.build.selectFrom('audit').selectAll().orderBy('n'))
        assert.equal(links.length, 10)
        for (const count of await backdoor.change(...change(backdoor.build, links))) assert.equal(count, 1)
        const { problems } = await store.calls.verify()
        assert.equal(problems.length, told.length, problems.join('\n'))
        for (const [index, pattern] of told.entries()) assert.match(problems[index] ?? '', pattern)
      })

    suite.it('tells a link that holds something else than it did, whatever it is', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      await writeCalls(store)
      const backdoor = new Backdoor(test, connect)
      for (const entries of ['no JSON', '5', '[1]', '[[1]]', 'null', '{}', '']) {
        await backdoor.change(backdoor.build.updateTable('audit').set({ entries }).where('seq', '=', 4))
        const { problems } = await store.calls.verify()
        assert.equal(problems.length, 2, `${entries}: ${problems.join('\n')}`)
        assert.match(problems.join('\n'), /link 4 was changed\ncall b was changed/)
      }
    })

    suite.it('shows by its last hash that the end was cut off', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      await writeCalls(store)
      const [before] = (await store.calls.verify()).heads
      const backdoor = new Backdoor(test, connect)
      await backdoor.change(
        backdoor.build.deleteFrom('audit').where('seq', '>', 8),
        backdoor.build.deleteFrom('calls').where('id', '=', 'e'),
      )
      const check = await store.calls.verify()
      assert.deepEqual(check.problems, [])
      assert.equal(check.heads[0]?.chain, before?.chain)
      assert.deepEqual([before?.entries, check.heads[0]?.entries], [10, 8])
      assert.notEqual(check.heads[0]?.hash, before?.hash)
    })

    suite.it('names a hundred problems and not more', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      await Promise.all(
        Array.from({ length: 150 }, async (_, index) => store.calls.finish(callRecord(`c${index}`))),
      )
      const backdoor = new Backdoor(test, connect)
      await backdoor.change(backdoor.build.updateTable('calls').set({ tool: 'forged' }))
      const check: JournalCheck = await store.calls.verify()
      assert.deepEqual([check.problems.length, check.rows], [100, 150])
    })
  })
}

async function writeCalls({ calls }: Store): Promise<void> {
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    await calls.begin(runningCall(id, { agent: 'g' }))
    await calls.finish(callRecord(id, { agent: 'g', ran: true }))
  }
}

function changeLink(
  build: Backdoor['build'],
  link: Row | undefined,
  values: { readonly entries?: string; readonly hash?: string; readonly seq?: number },
) {
  return build.updateTable('audit').set(values).where('n', '=', Number(link?.['n']))
}
