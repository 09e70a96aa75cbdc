/** What every `VectorStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { VectorStore } from '../vectors.ts'
import { hostileTexts, type Opens } from './samples.ts'

const vector = (...numbers: readonly number[]): Float32Array => Float32Array.from(numbers)

export function describeVectorStore(adapter: string, open: Opens<VectorStore>, suite: Suite): void {
  suite.describe(`VectorStore on ${adapter}`, () => {
    suite.it('gives back those that are known, number for number', async (test) => {
      const vectors = await open(test)
      assert.deepEqual(await vectors.read('m', ['a', 'b']), new Map())
      const given = new Map([
        ['a', vector(0.1, -1, 3.5e-20, 0)],
        ['b', vector(1e30, -0.25)],
      ])
      await vectors.save(given, { model: 'm', at: 1 })
      assert.deepEqual(await vectors.read('m', ['b', 'none', 'a', 'a']), given)
      assert.deepEqual(await vectors.read('m', []), new Map())
    })

    suite.it('keeps those of each model apart', async (test) => {
      const vectors = await open(test)
      await vectors.save(new Map([['a', vector(1)]]), { model: 'one', at: 1 })
      await vectors.save(new Map([['a', vector(2, 3)]]), { model: 'two', at: 1 })
      assert.deepEqual(await vectors.read('one', ['a']), new Map([['a', vector(1)]]))
      assert.deepEqual(await vectors.read('two', ['a']), new Map([['a', vector(2, 3)]]))
      assert.deepEqual(await vectors.read('three', ['a']), new Map())
    })

    suite.it('replaces one that is saved again, also by several at once', async (test) => {
      const vectors = await open(test)
      await vectors.save(new Map([['a', vector(1)]]), { model: 'm', at: 1 })
      await Promise.all(
        [2, 2, 2].map(async (number) =>
          vectors.save(new Map([['a', vector(number)]]), { model: 'm', at: 2 }),
        ),
      )
      assert.deepEqual(await vectors.read('m', ['a']), new Map([['a', vector(2)]]))
    })

    suite.it('takes many at once, and none', async (test) => {
      const vectors = await open(test)
      const keys = Array.from({ length: 1201 }, (_, index) => `key ${index}`)
      await vectors.save(new Map(keys.map((key, index) => [key, vector(index, 0.5)])), { model: 'm', at: 1 })
      await vectors.save(new Map(), { model: 'm', at: 1 })
      const found = await vectors.read('m', keys)
      assert.equal(found.size, 1201)
      assert.deepEqual(found.get('key 1200'), vector(1200, 0.5))
    })

    suite.it('takes texts of every kind', async (test) => {
      const vectors = await open(test)
      for (const text of hostileTexts) {
        await vectors.save(new Map([[text, vector(7)]]), { model: text, at: 1 })
        assert.deepEqual(await vectors.read(text, [text]), new Map([[text, vector(7)]]))
      }
    })
  })
}
