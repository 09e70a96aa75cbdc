/** Notes over HTTP and on the command line: everybody has their own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memory } from '../../src/parts/index.ts'
import { openSite, type Refusal } from './support.ts'

interface Note {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly agent?: string
  readonly by: string
  readonly runId?: string
  readonly isFromOutside: boolean
  readonly version: number
}

describe('notes over HTTP', () => {
  it('are listed, searched, changed and removed by the person whom they are about, and by nobody else', async (test) => {
    const site = await openSite(test)
    const notes = site.yard.installation.part(memory)
    const origin = { by: 'clerk', runId: 'run_1', threadId: 't', isFromOutside: true }
    const own = 'http:the operator'
    await notes.add(own, { ...origin, text: 'Likes tea.', agent: 'clerk' })
    await notes.add(own, { ...origin, text: 'Speaks Greek.', agent: undefined })
    await notes.add(own, { ...origin, text: 'Cooks well.', agent: 'cook' })
    const list = async (path = '/api/memory') =>
      (await site.get<{ items: Note[] }>(path, { as: 'operator' })).items.map(({ title }) => title)
    assert.deepEqual(await list(), ['Likes tea.', 'Speaks Greek.', 'Cooks well.'])
    assert.deepEqual(await list('/api/memory?agent=clerk'), ['Likes tea.', 'Speaks Greek.'])
    assert.deepEqual(await list('/api/memory?q=greek'), ['Speaks Greek.'])
    const change = (body: object, as: 'operator' | 'admin' = 'operator') =>
      site.json<Note & Refusal>('PUT', '/api/memory/1', { as, body })
    const { body: changed } = await change({ text: 'Likes coffee.', agent: null, version: 1 })
    assert.deepEqual(
      [changed.title, changed.agent, changed.by, changed.runId, changed.isFromOutside, changed.version],
      ['Likes coffee.', undefined, own, undefined, false, 2],
    )
    assert.equal((await change({ text: 'Late.', version: 1 })).body.error.code, 'conflict')
    const secret = await change({ text: `ghp_${'a1B2'.repeat(9)}`, version: 2 })
    assert.equal(secret.body.error.code, 'invalid_arguments')
    // An admin has notes of their own, and no way to others'.
    assert.deepEqual((await site.get<{ items: Note[] }>('/api/memory')).items, [])
    assert.equal((await change({ text: 'Mine.', version: 2 }, 'admin')).status, 404)
    assert.equal((await site.json('DELETE', '/api/memory/1')).status, 404)
    assert.equal((await site.json('DELETE', '/api/memory/1', { as: 'operator' })).status, 200)
    assert.deepEqual(await list(), ['Speaks Greek.', 'Cooks well.'])
  })
})
