import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolSummary } from '../../api/types.ts'
import { countFacets, filterTools, indexTools, noFacets } from './filter-tools.ts'

function tool(name: string, facts: Partial<ToolSummary> = {}): ToolSummary {
  return {
    id: name,
    name,
    description: '',
    category: 'general',
    type: 'STATELESS',
    source: 'app',
    permission: 'read',
    effects: 'none',
    confirm: false,
    streaming: false,
    idempotent: false,
    tags: [],
    version: 1,
    fingerprint: '',
    state: 'active',
    enabled: true,
    pinned: false,
    tokens: {},
    ...facts,
  }
}

const tools = indexTools([
  tool('read_file', { category: 'files', description: 'Reads.', tags: ['disk'] }),
  tool('write_file', { category: 'files', permission: 'write', tags: ['disk', 'danger'] }),
  tool('weather', { description: 'Current weather, from a file.' }),
  tool('off', { enabled: false }),
])

function names(q: string, facets: Partial<typeof noFacets> = {}): string[] {
  return filterTools(tools, { q, facets: { ...noFacets, ...facets } }).map(({ name }) => name)
}

describe('the filter of the list of tools', () => {
  it('wants every word, in whatever part, and puts names first', () => {
    assert.deepEqual(names('FILE'), ['read_file', 'write_file', 'weather'])
    assert.deepEqual(names('file weather'), ['weather'])
    assert.deepEqual(names('nothing like it'), [])
  })

  it('finds words of every language in which a tool has some', () => {
    const found = indexTools([
      tool('fetch_orders', { titles: { zh: '查询订单' }, descriptions: { zh: '按客户查询销售订单。' } }),
      tool('other', { description: '发送通知' }),
    ])
    const search = (q: string): string[] =>
      filterTools(found, { q, facets: noFacets }).map(({ name }) => name)
    assert.deepEqual(search('订单'), ['fetch_orders'])
    assert.deepEqual(search('销售 客户'), ['fetch_orders'])
    assert.deepEqual(search('通知'), ['other'])
  })

  it('wants one value of every facet that is named', () => {
    assert.deepEqual(names('', { category: ['files'], permission: ['write', 'external'] }), ['write_file'])
    assert.deepEqual(names('', { tag: ['danger', 'disk'] }), ['read_file', 'write_file'])
    assert.deepEqual(names('', { state: ['disabled'] }), ['off'])
  })

  it('counts values, the most frequent first', () => {
    assert.deepEqual(
      [...countFacets(tools).category],
      [
        ['files', 2],
        ['general', 2],
      ],
    )
    assert.deepEqual(
      [...countFacets(tools).tag],
      [
        ['disk', 2],
        ['danger', 1],
      ],
    )
  })
})
