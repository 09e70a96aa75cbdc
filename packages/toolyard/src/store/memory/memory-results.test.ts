import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryResults } from '../index.ts'

describe('results in memory', () => {
  it('stay within the budget: the oldest go first', async () => {
    const results = createMemoryResults({ maxSize: 10 })
    const handles: string[] = []
    for (const text of ['aaaa', 'bbbb', 'cc', 'dddd'])
      handles.push(await results.put({ tool: 'p', text, dropped: 0 }))
    const kept = await Promise.all(handles.map(async (handle) => (await results.read(handle))?.text))
    assert.deepEqual(kept, [undefined, 'bbbb', 'cc', 'dddd'])
  })

  it('keep the newest one even where it is larger than the budget, until the next comes', async () => {
    const results = createMemoryResults({ maxSize: 5 })
    const large = await results.put({ tool: 'p', text: 'x'.repeat(50), dropped: 0 })
    assert.equal((await results.read(large))?.text.length, 50)
    const small = await results.put({ tool: 'p', text: 'y', dropped: 0 })
    assert.equal(await results.read(large), undefined)
    assert.equal((await results.read(small))?.text, 'y')
  })
})
