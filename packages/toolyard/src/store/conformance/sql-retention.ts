/** What every SQL store must do with results that are too old. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

const retention = { maxAgeMs: 3_600_000, maxSize: 1000 }
const put = { tool: 'p', text: 'x', dropped: 0 }

export function describeResultAge(adapter: string, make: MakesDatabase): void {
  describe(`old results on ${adapter}`, () => {
    it('are not read any more, and go when the next one comes', async (test) => {
      const connect = await make(test)
      const { results } = await storeOn(test, connect, retention)
      const [old, young] = [await results.put(put), await results.put(put)]
      const backdoor = new Backdoor(test, connect)
      const aged = { created_at: Date.now() - retention.maxAgeMs - 60_000 }
      await backdoor.change(backdoor.build.updateTable('results').set(aged).where('handle', '=', old))
      assert.equal(await results.read(old), undefined)
      assert.equal((await results.read(young))?.text, 'x')
      const next = await (await storeOn(test, connect, retention)).results.put(put)
      const rows = await backdoor.read(backdoor.build.selectFrom('results').select('handle'))
      assert.deepEqual(new Set(rows.map(({ handle }) => handle)), new Set([young, next]))
    })
  })
}
