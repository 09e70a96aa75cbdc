/** Files over HTTP: sent with what is said, shown again, and put into the workspace. */
import assert from 'node:assert/strict'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pdf, pixel, svg, zip } from '../agents/sample-files.ts'
import { base64, dot, ended, type Part, partsOf, siteWith, start, tokenOf } from './files-site.ts'
import { type Refusal, until } from './support.ts'

describe('files that are sent to an agent', () => {
  it('are kept, told to the model, and shown again to those who may see the conversation', async (test) => {
    const site = await siteWith(test, [{ text: 'I was told {{prompt}}' }])
    const { status, body } = await start(site, {
      prompt: 'Look.',
      attachments: [dot, { name: 'page.html', data: base64('<script>alert(1)</script>') }],
    })
    assert.equal(status, 202)
    assert.equal((await ended(site, body)).status, 'done')
    const [words, image, page] = await partsOf(site, body)
    assert.equal(words?.text, 'Look.')
    assert.deepEqual([image?.type, image?.name, page?.type], ['image', 'dot.png', 'file'])
    const path = (part?: Part): string => `/api/threads/${body.threadId}/attachments/${part?.handle}`
    const shown = await site.send('GET', path(image), { as: 'viewer' })
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), pixel)
    assert.equal(shown.headers.get('content-type'), 'image/png')
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
    assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox; default-src 'none'/)
    const saved = await site.send('GET', path(page), { as: 'viewer' })
    assert.equal(saved.headers.get('content-type'), 'application/octet-stream')
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment; filename="page\.html"/)
    assert.match(await saved.text(), /alert/)
    for (const wrong of [
      `/api/threads/${body.threadId}/attachments/none`,
      `/api/threads/none/attachments/${image?.handle}`,
    ])
      assert.equal((await site.send('GET', wrong)).status, 404)
  })

  it('are enough without words, and nothing at all is refused', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }])
    assert.equal((await start(site, { prompt: '', attachments: [dot] })).status, 202)
    for (const attachments of [undefined, []]) {
      const { status, body } = await start(site, { prompt: ' ', attachments })
      assert.deepEqual([status, body.error.code], [400, 'invalid_arguments'])
      assert.match(body.error.message, /prompt: says nothing/)
    }
  })

  it('are refused with a sentence if they are too many, too large, or not what they say', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }])
    const large = Buffer.alloc(12_000_001, 97)
    const cases: readonly (readonly [attachments: unknown, status: number, code: string, words: RegExp])[] = [
      [Array.from({ length: 10_000 }, () => dot), 400, 'invalid_arguments', /takes 10 files/],
      [[{ name: 'a.txt', data: base64(large) }], 413, 'too_large', /10,000,000/],
      [[{ name: 'a.txt', data: 'A'.repeat(18_000_000) }], 413, 'too_large', /17000000 bytes/],
      [[{ name: 'a.zip', data: base64(zip) }], 415, 'unsupported_media_type', /ZIP archive/],
      [[{ name: 'a.png', mediaType: 'image/png', data: base64(svg) }], 400, 'invalid_arguments', /is a text/],
      [[{ name: 'a', data: '%%%%' }], 400, 'invalid_arguments', /no base64/],
      [[{ name: 'a' }], 400, 'invalid_arguments', /attachments/],
      [[{ path: '../../etc/passwd' }], 403, 'outside_workspace', /outside the workspace/],
      [[{ path: '.env' }], 403, 'protected_path', /may hold secrets/],
      [[{ path: 'none.txt' }], 404, 'not_found', /none\.txt/],
      [[{ path: 'a.txt', data: 'AAAA' }], 400, 'invalid_arguments', /attachments/],
      ['x', 400, 'invalid_arguments', /attachments/],
    ]
    for (const [attachments, status, code, words] of cases) {
      const answer = await start(site, { prompt: 'Go.', attachments })
      const found = JSON.stringify(answer.body).slice(0, 300)
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], found)
      assert.match(answer.body.error.message, words)
    }
    assert.deepEqual((await site.get<{ items: unknown[] }>('/api/runs')).items, [])
  })

  it('may be as large as they may be, and several at once do not harm each other', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }])
    const paper = Buffer.concat([pdf, Buffer.alloc(9_900_000, 32)])
    const attachments = [{ name: 'a.pdf', data: base64(paper) }, dot]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => start(site, { prompt: 'Go.', attachments })),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    for (const { body } of answers) {
      const [, file] = await partsOf(site, body)
      const { bytes } = (await site.yard.store.attachments.read(body.threadId, file?.handle ?? '')) ?? {}
      assert.equal(bytes?.byteLength, paper.length)
    }
  })

  it('of an agent’s token are its own, and its agent’s reading is the agent’s', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }])
    await writeFile(join(site.yard.workspace, 'plan.txt'), 'secret plan')
    const [one, other] = [await tokenOf(site, 'helper', 'one'), await tokenOf(site, 'helper', 'other')]
    const { status, body } = await start(site, { prompt: 'Go.', attachments: [dot] }, one)
    assert.equal(status, 202)
    const [, image] = await partsOf(site, body)
    const path = `/api/threads/${body.threadId}/attachments/${image?.handle}`
    assert.equal((await site.send('GET', path, { as: one })).status, 200)
    assert.equal((await site.send('GET', path, { as: other })).status, 404)
    const read = await start(site, { prompt: 'Go.', attachments: [{ path: 'plan.txt' }] }, one)
    assert.deepEqual([read.status, read.body.error.code], [403, 'forbidden'])
    assert.equal((await start(site, { prompt: 'Go.', attachments: [{ path: 'plan.txt' }] })).status, 202)
  })

  it('go with a message to a run that goes on', async (test) => {
    const site = await siteWith(test, [{ calls: [{ tool: 'choose' }] }, { text: 'Heard {{prompt}}' }], {
      has: ['choose'],
    })
    const { body } = await start(site, { prompt: 'Go.' })
    const [question] = await until(async () => {
      const { items } = await site.get<{ items: { id: string }[] }>('/api/questions')
      return items.length > 0 ? items : undefined
    }, 'the question')
    const said = { text: '', attachments: [dot] }
    const queued = await site.json<{ attachments: readonly Part[] }>(
      'POST',
      `/api/runs/${body.runId}/messages`,
      {
        body: said,
        as: 'operator',
      },
    )
    assert.deepEqual([queued.status, queued.body.attachments[0]?.name], [202, 'dot.png'])
    const { items } = await site.get<{ items: { attachments: readonly Part[] }[] }>(
      `/api/runs/${body.runId}/messages`,
    )
    assert.equal(items[0]?.attachments[0]?.name, 'dot.png')
    await site.json('POST', `/api/questions/${question?.id}/decline`, { body: {} })
    await ended(site, body)
    const all = await site.get<{ items: { parts: readonly Part[] }[] }>(
      `/api/threads/${body.threadId}/messages`,
    )
    assert.ok(all.items.some(({ parts }) => parts[0]?.type === 'image'))
  })
})

describe('a file for the workspace', () => {
  it('is written under the rules for write_file, of whatever type, and never over another', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }], {
      policy: { allow: ['write_file(in/**)'], deny: ['write_file(closed/**)'] },
    })
    const put = (path: string, data = base64(zip)) =>
      site.json<{ status: string; error?: { code: string } } & Refusal>('POST', '/api/files', {
        body: { path, data },
        as: 'operator',
      })
    const { status, body } = await put('in/a.zip')
    assert.deepEqual([status, body.status], [200, 'ok'])
    assert.deepEqual(await readFile(join(site.yard.workspace, 'in/a.zip')), zip)
    await symlink('/tmp', join(site.yard.workspace, 'in/out'))
    const cases: readonly (readonly [path: string, status: string, code: string])[] = [
      ['in/a.zip', 'error', 'stale_file'],
      ['closed/a.zip', 'denied', 'denied'],
    ]
    for (const [path, result, code] of cases) {
      const answer = await put(path)
      assert.deepEqual([answer.body.status, answer.body.error?.code], [result, code], path)
    }
    const wrong = await put('in/b.zip', '***')
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_arguments'])
    assert.equal((await put('in/b.zip', 'A'.repeat(16_500_000))).status, 413)
    const [call] = (
      await site.get<{ items: { tool: string; input: object }[] }>('/api/calls?tool=save_attachment')
    ).items
    assert.equal(call?.tool, 'save_attachment')
    assert.ok(JSON.stringify(call).length < 2000, 'the journal holds no bytes')
  })

  it('waits while a person is asked, and is not written if that one says no', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }], { policy: {} })
    for (const answer of ['reject', 'approve'] as const) {
      const path = `${answer}.bin`
      const asked = site.json<{ status: string }>('POST', '/api/files', {
        body: { path, data: base64(zip) },
        as: 'operator',
      })
      const { id } = await until(async () => {
        const { items } = await site.get<{ items: { id: string }[] }>('/api/approvals')
        return items[0]
      }, 'the request')
      const shown = await site.get<{ digest: string }>(`/api/approvals/${id}`)
      assert.match(JSON.stringify(shown), new RegExp(`save_attachment.*${path}`))
      const body = answer === 'approve' ? { digest: shown.digest } : {}
      const told = await site.json('POST', `/api/approvals/${id}/${answer}`, { body })
      assert.equal(told.status, 200, JSON.stringify(told.body))
      assert.equal((await asked).body.status, answer === 'approve' ? 'ok' : 'denied')
    }
    await assert.rejects(readFile(join(site.yard.workspace, 'reject.bin')))
    assert.deepEqual(await readFile(join(site.yard.workspace, 'approve.bin')), zip)
  })

  it('is none of an agent that has no such tool', async (test) => {
    const site = await siteWith(test, [{ text: 'Fine.' }])
    const token = await tokenOf(site, 'helper')
    const { body } = await site.json<{ status: string }>('POST', '/api/files', {
      body: { path: 'a.bin', data: base64(zip) },
      as: token,
    })
    assert.notEqual(body.status, 'ok')
    await assert.rejects(readFile(join(site.yard.workspace, 'a.bin')))
  })
})
