/** Many tools: a page costs what it holds, whatever there is beside it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from 'toolyard'
import { echo, openSite } from './support.ts'

const many = 5000

const tools = Array.from({ length: many }, (_, index) =>
  defineTool({
    name: `tool_${String(index).padStart(5, '0')}`,
    description: `Does thing ${index}.`,
    category: index % 10 === 0 ? 'tens' : 'rest',
    permission: 'read',
    effects: 'none',
    execute: () => index,
  }),
)

interface Page {
  readonly items: readonly { readonly name: string }[]
  readonly next: string | null
  readonly total: number
  readonly facets: Record<string, Record<string, number>>
}

describe('a page of many tools', () => {
  it('reads the catalogue once for each state of it, and compiles only what it shows', async (test) => {
    const site = await openSite(test, { tools: [echo, ...tools] })
    const { catalogue } = site.yard.store
    const counts = { overviews: 0, compiled: 0 }
    const overview = catalogue.overview.bind(catalogue)
    const compile = site.yard.dialects.compile.bind(site.yard.dialects)
    Object.assign(catalogue, {
      overview: () => {
        counts.overviews++
        return overview()
      },
    })
    Object.assign(site.yard.dialects, {
      compile: (...given: Parameters<typeof compile>) => {
        counts.compiled++
        return compile(...given)
      },
    })
    let after = ''
    for (let page = 0; page < 20; page++) {
      const { items, next, total, facets } = await site.get<Page>(`/api/tools?limit=10&after=${after}`)
      assert.deepEqual([items.length, total, facets['category']?.['tens']], [10, many + 1, many / 10])
      after = next ?? ''
      const info = await site.get<{ counts: { tools: number } }>('/api/info')
      assert.equal(info.counts.tools, many + 1)
    }
    assert.equal(after, 'tool_00198')
    assert.deepEqual(counts, { overviews: 1, compiled: 200 })
    for (let page = 0; page < 10; page++) {
      const { total, items } = await site.get<Page>(`/api/tools?category=tens&limit=5&after=tool_0${page}000`)
      assert.deepEqual([total, items.length], [many / 10, page < 5 ? 5 : 0])
    }
    const found = await site.get<Page>('/api/tools?q=thing+4999')
    assert.deepEqual(
      found.items.map(({ name }) => name),
      ['tool_04999'],
    )
    assert.equal(counts.overviews, 1)
    await site.json('PATCH', '/api/tools/echo', { body: { enabled: false } })
    const [first] = (await site.get<{ items: { enabled: boolean }[] }>('/api/tools?limit=1')).items
    assert.equal(first?.enabled, false, 'what has changed is seen at once')
  })
})
