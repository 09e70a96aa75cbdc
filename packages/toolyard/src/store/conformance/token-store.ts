/** What every `TokenStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { TokenStore } from '../tokens.ts'
import { hostileTexts, idsOf, known, type Opens, readable, tokenOf } from './samples.ts'

export function describeTokenStore(adapter: string, open: Opens<TokenStore>, suite: Suite): void {
  suite.describe(`TokenStore on ${adapter}`, () => {
    suite.it('gives back what was written, in the order in which it was made', async (test) => {
      const tokens = await open(test)
      assert.deepEqual(await tokens.list(), [])
      const given = [
        tokenOf('b', { createdAt: 1_700_000_000_000, lastUsedAt: 1_700_000_000_001 }),
        tokenOf('a', { role: 'agent', agent: 'helper' }),
        tokenOf('c', { role: 'admin' }),
      ]
      for (const token of given) await tokens.add(token)
      assert.deepEqual((await tokens.list()).map(known), given)
    })

    suite.it('keeps one token for one hash, also where several add it at once', async (test) => {
      const tokens = await open(test)
      await Promise.all(['a', 'b', 'c'].map(async (id) => tokens.add(tokenOf(id, { hash: 'same' }))))
      assert.equal((await tokens.list()).length, 1)
    })

    suite.it('removes a token once, and leaves the others', async (test) => {
      const tokens = await open(test)
      for (const id of ['a', 'b', 'c']) await tokens.add(tokenOf(id))
      assert.equal(await tokens.remove('b'), true)
      assert.equal(await tokens.remove('b'), false)
      assert.equal(await tokens.remove('none'), false)
      assert.deepEqual(await idsOf(tokens.list()), ['a', 'c'])
    })

    suite.it('notes when a token was used, and does nothing for one that is gone', async (test) => {
      const tokens = await open(test)
      await tokens.add(tokenOf('a'))
      await tokens.touch('a', 7)
      await tokens.touch('none', 8)
      assert.deepEqual((await tokens.list()).map(known), [tokenOf('a', { lastUsedAt: 7 })])
    })

    suite.it('takes texts of every kind', async (test) => {
      const tokens = await open(test)
      for (const [index, text] of hostileTexts.entries()) {
        await tokens.add(tokenOf(`id ${text}`, { name: text, agent: text, hash: `h${index}` }))
        const [found] = await tokens.list()
        assert.equal(readable(found?.name), readable(text))
        assert.equal(readable(found?.agent), readable(text))
        assert.equal(await tokens.remove(`id ${text}`), true)
      }
    })
  })
}
