/** What every SQL store must do with a row that its database refuses. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { callRecord, idsOf, runningCall } from './samples.ts'
import { type MakesDatabase, storeOn } from './sql-database.ts'

/** No row is without it. */
const bad = { fingerprint: null as unknown as string }

export function describeRefusals(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`a row that ${adapter} refuses`, () => {
    suite.it('does not take others with it that are written at the same time', async (test) => {
      const { calls } = await storeOn(test, await make(test))
      const written = await Promise.allSettled([
        calls.begin(runningCall('good')),
        calls.begin(runningCall('bad', bad)),
        calls.finish(callRecord('bad read', { ...bad, permission: 'read' })),
        calls.finish(callRecord('good read', { permission: 'read' })),
        calls.begin(runningCall('also good')),
      ])
      assert.deepEqual(
        written.map(({ status }) => status === 'fulfilled'),
        [true, false, true, true, true],
      )
      assert.deepEqual(await idsOf(calls.list({})), ['also good', 'good read', 'good'])
      assert.equal(await calls.find('bad read'), undefined)
      assert.equal(await calls.begin(runningCall('later')), true)
      assert.deepEqual((await calls.verify()).problems, [])
    })
  })
}
