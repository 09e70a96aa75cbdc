/** What every `ResultStore` must do. */
import assert from 'node:assert/strict'
import type { Suite, SuiteTest } from '../../kernel/conformance/index.ts'
import type { ResultStore } from '../results.ts'
import type { Awaitable } from '../awaitable.ts'
import { hostileTexts, readable } from './samples.ts'

/** `maxSize`: characters in all. */
type OpensResults = (test: SuiteTest, maxSize?: number) => Awaitable<ResultStore>

export function describeResultStore(adapter: string, open: OpensResults, suite: Suite): void {
  suite.describe(`ResultStore on ${adapter}`, () => {
    describeReading(open, suite)
    describeRetention(open, suite)
  })
}

function describeReading(open: OpensResults, suite: Suite): void {
  suite.it('reads a text back whole under its handle', async (test) => {
    const results = await open(test)
    const handle = await results.put({ tool: 'probe', text: 'long text', dropped: 5 })
    assert.deepEqual(await results.read(handle), { handle, tool: 'probe', text: 'long text', dropped: 5 })
    const owned = await results.put({ tool: 'probe', text: 'x', dropped: 0, principal: 'ann' })
    assert.equal((await results.read(owned))?.principal, 'ann')
    assert.equal(await results.read('res_none'), undefined)
    await results.remove?.([handle, 'res_none', `'; drop table results; --`])
    assert.equal(await results.read(handle), undefined)
    assert.equal((await results.read(owned))?.text, 'x')
  })

  suite.it('gives handles that cannot be guessed from those of another store', async (test) => {
    const one = await (await open(test)).put({ tool: 'p', text: 'x', dropped: 0 })
    const other = await (await open(test)).put({ tool: 'p', text: 'x', dropped: 0 })
    assert.match(one, /^res_/)
    assert.notEqual(one, other)
  })

  suite.it('keeps a text of many millions of characters', async (test) => {
    const results = await open(test)
    const text = 'line ä\n'.repeat(750_000)
    const handle = await results.put({ tool: 'probe', text, dropped: 0 })
    assert.ok((await results.read(handle))?.text === text)
  })

  suite.it('takes texts of every kind, and in a handle', async (test) => {
    const results = await open(test)
    for (const text of hostileTexts) {
      const handle = await results.put({ tool: text, text, dropped: 0 })
      const found = await results.read(handle)
      assert.deepEqual([found?.tool, found?.text].map(readable), [text, text].map(readable))
      assert.equal(await results.read(`no ${text}`), undefined)
    }
  })
}

function describeRetention(open: OpensResults, suite: Suite): void {
  const putAll = async (results: ResultStore, texts: readonly string[]): Promise<string[]> => {
    const handles: string[] = []
    for (const text of texts) handles.push(await results.put({ tool: 'p', text, dropped: 0 }))
    return handles
  }

  suite.it('stays within its size: the oldest go first', async (test) => {
    const results = await open(test, 10)
    const handles = await putAll(results, ['aaaa', 'bbbb', 'cc', 'dddd', 'eeee', 'ff'])
    const kept = await Promise.all(handles.map(async (handle) => (await results.read(handle))?.text))
    assert.deepEqual(kept.slice(-3), ['dddd', 'eeee', 'ff'])
    assert.deepEqual(kept.slice(0, 2), [undefined, undefined])
  })

  suite.it(
    'keeps the newest one even where it is larger than all may be, until the next comes',
    async (test) => {
      const results = await open(test, 5)
      const [large = ''] = await putAll(results, ['x'.repeat(50)])
      assert.equal((await results.read(large))?.text.length, 50)
      const [small = ''] = await putAll(results, ['yyyyy'])
      assert.equal(await results.read(large), undefined)
      assert.equal((await results.read(small))?.text, 'yyyyy')
    },
  )
}
