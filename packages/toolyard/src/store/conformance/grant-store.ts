/** What every `GrantStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { GrantStore } from '../grants.ts'
import { grantOf, hostileTexts, idsOf, known, type Opens, readable } from './samples.ts'

export function describeGrantStore(adapter: string, open: Opens<GrantStore>, suite: Suite): void {
  suite.describe(`GrantStore on ${adapter}`, () => {
    suite.it('gives back what was written, in the order in which it was granted', async (test) => {
      const grants = await open(test)
      assert.deepEqual(await grants.list(), [])
      const given = [
        grantOf('b', {
          threadId: 't',
          principal: 'http:ann',
          workspace: '/home/ann/work',
          createdAt: 1_700_000_000_000,
        }),
        grantOf('a', { agent: 'g', rule: 'write_file(src/日本.txt)' }),
        grantOf('c'),
      ]
      for (const grant of given) await grants.add(grant)
      assert.deepEqual((await grants.list()).map(known), given)
    })

    suite.it('revokes a grant once, and leaves the others', async (test) => {
      const grants = await open(test)
      for (const id of ['a', 'b', 'c']) await grants.add(grantOf(id))
      assert.equal(await grants.revoke('b'), true)
      assert.equal(await grants.revoke('b'), false)
      assert.equal(await grants.revoke('none'), false)
      assert.deepEqual(await idsOf(grants.list()), ['a', 'c'])
    })

    suite.it('takes texts of every kind, and finds by it', async (test) => {
      const grants = await open(test)
      for (const text of hostileTexts) {
        const texts = { rule: text, tool: text, threadId: text, agent: text, workspace: text, by: text }
        await grants.add(grantOf(`id ${text}`, texts))
        const [found] = await grants.list()
        for (const key of Object.keys(texts) as (keyof typeof texts)[])
          assert.equal(readable(found?.[key]), readable(text), key)
        assert.equal(await grants.revoke(`id ${text}`), true)
      }
    })
  })
}
