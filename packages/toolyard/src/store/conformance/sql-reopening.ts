/** What every SQL store must do: outlive those who opened it. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { applyNow } from './catalogue.ts'
import {
  agentRecord,
  callRecord,
  facts,
  grantOf,
  inboxItem,
  known,
  runningCall,
  toolEntry,
  toolVersion,
} from './samples.ts'
import { type MakesDatabase, storeOn } from './sql-database.ts'

export function describeReopening(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`a store on ${adapter} that is closed and opened again`, () => {
    suite.it('has everything that was written', async (test) => {
      const connect = await make(test)
      const tool = toolEntry('tool')
      const agent = agentRecord('agent', { tools: [{ toolId: tool.id, pinned: 'p' }] })
      const first = await storeOn(test, connect)
      await applyNow(first.catalogue, [tool], [toolVersion(tool, 1)])
      await first.agents.save(agent)
      await first.calls.finish(callRecord('a', { input: { text: '日本' } }))
      await first.inbox.put(inboxItem('i'))
      await first.inbox.settle('i', { from: 'pending', to: 'approved', by: 'x', at: 1 })
      await first.grants.add(grantOf('g'))
      const handle = await first.results.put({ tool: 'p', text: 'long', dropped: 1 })
      const revision = await first.revision()
      await first.close()

      const again = await storeOn(test, connect)
      assert.equal(await again.revision(), revision)
      assert.deepEqual(known(await again.catalogue.find('tool')), tool)
      assert.deepEqual((await again.catalogue.versions(tool.id)).map(known), [toolVersion(tool, 1)])
      assert.deepEqual((await again.agents.list()).map(known), [agent])
      assert.deepEqual(facts(await again.calls.find('a')), callRecord('a', { input: { text: '日本' } }))
      assert.deepEqual((await again.inbox.find('i'))?.status, 'approved')
      assert.deepEqual((await again.grants.list()).map(known), [grantOf('g')])
      assert.equal((await again.results.read(handle))?.text, 'long')
      assert.deepEqual((await again.calls.verify()).problems, [])
    })

    suite.it('has the reads for which nobody waited', async (test) => {
      const connect = await make(test)
      const first = await storeOn(test, connect)
      for (let index = 0; index < 2500; index++)
        void first.calls.finish(callRecord(`r${index}`, { permission: 'read' }))
      await first.close()
      const { calls } = await storeOn(test, connect)
      const check = await calls.verify()
      assert.deepEqual([check.rows, check.problems], [2500, []])
    })

    suite.it('knows which ids were used', async (test) => {
      const connect = await make(test)
      const first = await storeOn(test, connect)
      await first.calls.begin(runningCall('ran'))
      await first.calls.finish(callRecord('ran', { ran: true }))
      await first.calls.finish(callRecord('refused', { ran: false, status: 'denied' }))
      await first.close()
      const { calls } = await storeOn(test, connect)
      assert.equal(await calls.begin(runningCall('ran')), false)
      assert.equal(await calls.begin(runningCall('refused')), true)
    })

    suite.it('says that it is closed to those who still use the old one', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      await store.close()
      const closed = { code: 'closed', message: /is closed/ }
      await assert.rejects(async () => store.calls.begin(runningCall('a')), closed)
      await assert.rejects(async () => store.calls.finish(callRecord('a')), closed)
      await assert.rejects(async () => store.calls.find('a'), closed)
      await assert.rejects(async () => store.calls.list({}), closed)
      await assert.rejects(async () => store.catalogue.overview(), closed)
      await assert.rejects(async () => store.agents.save(agentRecord('a')), closed)
      await assert.rejects(async () => store.grants.add(grantOf('a')), closed)
      await assert.rejects(async () => store.results.read('a'), closed)
    })
  })
}
