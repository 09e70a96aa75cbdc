/** The files that runs wrote, over HTTP: listed, and saved by those who may see the run. */
import assert from 'node:assert/strict'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ended, siteWith, start, tokenOf } from './files-site.ts'
import type { RequestOptions } from './support.ts'

describe('the files that a run wrote', () => {
  const write = (path: string, content: string) => ({
    tool: 'write_file',
    input: { path, content, mode: 'create' },
  })

  it('are listed with what they are now, and saved by those who may see the run', async (test) => {
    const turns = [
      { calls: [write('out/a.md', '# A'), write('out/日本 "b".txt', 'B'), write('out/a.md', 'again')] },
      { calls: [write('.env', 'KEY=1'), write('gone.txt', 'C')] },
      { text: 'Written.' },
    ]
    const site = await siteWith(test, turns, { has: ['write_file'], policy: { mode: 'bypass' } })
    const { body } = await start(site, { prompt: 'Write.' })
    await ended(site, body)
    await rm(join(site.yard.workspace, 'gone.txt'))
    const { files = [] } = await ended(site, body)
    const { runId } = body
    const tool = 'write_file'
    assert.deepEqual(files, [
      { path: 'out/a.md', tool, runId, exists: true, bytes: 3, mediaType: 'text/markdown' },
      { path: 'out/日本 "b".txt', tool, runId, exists: true, bytes: 1, mediaType: 'text/plain' },
      { path: '.env', tool, runId, exists: true, bytes: 5, mediaType: 'text/plain' },
      { path: 'gone.txt', tool, runId, exists: false },
    ])
    const get = (path: string, as: RequestOptions['as'] = 'viewer') =>
      site.send('GET', `/api/runs/${runId}/files?path=${encodeURIComponent(path)}`, { as })
    const saved = await get('out/日本 "b".txt')
    assert.equal(await saved.text(), 'B')
    assert.equal(
      saved.headers.get('content-disposition'),
      `attachment; filename="__ _b_.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%22b%22.txt`,
    )
    assert.equal(saved.headers.get('content-type'), 'application/octet-stream')
    assert.equal(saved.headers.get('x-content-type-options'), 'nosniff')
    for (const path of ['script.json', '../out/a.md', 'out/../out/a.md', 'gone.txt', '/etc/passwd', 'out'])
      assert.equal((await get(path)).status, 404, path)
    assert.equal((await get('.env')).status, 403)
    assert.equal((await get('out/a.md', await tokenOf(site, 'helper'))).status, 404)
    const list = await site.get<{ items: object[] }>('/api/runs')
    assert.ok(list.items.every((run) => !('files' in run)))
  })

  it('are not what stands in their place later', async (test) => {
    const turns = [{ calls: [write('a.txt', 'A'), write('b.txt', 'B')] }, { text: 'Written.' }]
    const site = await siteWith(test, turns, { has: ['write_file'], policy: { mode: 'bypass' } })
    const { body } = await start(site, { prompt: 'Write.' })
    await ended(site, body)
    const folder = site.yard.workspace
    await writeFile(join(folder, 'private.txt'), 'private')
    for (const [name, target] of [
      ['a.txt', join(folder, 'private.txt')],
      ['b.txt', '/etc/passwd'],
    ] as const) {
      await rm(join(folder, name))
      await symlink(target, join(folder, name))
    }
    for (const name of ['a.txt', 'b.txt']) {
      const answer = await site.send('GET', `/api/runs/${body.runId}/files?path=${name}`)
      assert.equal(answer.status, 404, name)
    }
  })
})
