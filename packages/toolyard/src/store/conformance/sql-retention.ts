/** What every SQL store must do with results and vectors that are too old. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

const retention = { maxAgeMs: 3_600_000, maxSize: 1000 }
const put = { tool: 'p', text: 'x', dropped: 0 }

export function describeAge(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`old vectors on ${adapter}`, () => {
    suite.it('go after some months, when the next ones come', async (test) => {
      const { vectors } = await storeOn(test, await make(test))
      const day = 24 * 3_600_000
      const save = async (key: string, at: number): Promise<void> =>
        vectors.save(new Map([[key, Float32Array.of(1)]]), { model: 'm', at })
      await save('old', day)
      await save('young', 60 * day)
      await save('next', 100 * day)
      const known = await vectors.read('m', ['old', 'young', 'next'])
      assert.deepEqual(new Set(known.keys()), new Set(['young', 'next']))
    })
  })

  suite.describe(`old results on ${adapter}`, () => {
    suite.it('are not read any more, and go when the next one comes', async (test) => {
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
