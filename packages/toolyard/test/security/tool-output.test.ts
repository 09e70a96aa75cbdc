/** Whatever is in files, and whatever patterns models send: what the built-in tools answer is inert, without secrets, and soon there. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, textOf, type ToolService } from 'toolyard'
import { z } from 'zod'

interface Entry {
  readonly id: string
  readonly text: string
  readonly secret: string
  readonly expect: string
  readonly pattern: string
}

function corpus(name: 'output' | 'redact' | 'regex'): readonly Entry[] {
  const text = readFileSync(new URL(`../corpora/${name}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly entries: readonly Entry[] }).entries
}

const dangerous = /[[\p{Cc}\p{Bidi_C}\ufeff]--[\n\t]]/v
const registered = 'toolyard-registered-secret-8841'

/** The ways in which the content of a file reaches a model. */
const ways: readonly (readonly [string, Record<string, unknown>])[] = [
  ['read_file', { path: 'file.txt' }],
  ['grep', { pattern: '.', path: 'file.txt' }],
  ['bash', { command: 'cat file.txt' }],
]

describe('the content of a file', () => {
  let folder: string
  let yard: ToolService
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-tool-output-'))
    yard = await createToolyard({
      builtins: ['files', 'shell'],
      workspace: folder,
      policy: { mode: 'bypass' },
      secrets: ['SECRET'],
      environment: { ...process.env, SECRET: registered },
    })
  })
  after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [tool, input] of ways) {
    it(`is inert text by the time ${tool} has answered`, async () => {
      for (const { id, text } of corpus('output')) {
        writeFileSync(join(folder, 'file.txt'), `${text}\nlast line`)
        const answer = textOf(await yard.call(tool, input))
        // A file with zero bytes in it is no text.
        if (!text.includes('\0')) assert.match(answer, /last line/, id)
        assert.doesNotMatch(answer, dangerous, id)
      }
    })

    it(`has lost its secrets by the time ${tool} has answered`, async () => {
      const entries = corpus('redact')
      for (const { id, text, secret, expect } of entries) {
        if (expect !== 'redact') continue
        writeFileSync(join(folder, 'file.txt'), `${text}\nlast line`)
        const answer = textOf(await yard.call(tool, input))
        assert.match(answer, /last line/, id)
        assert.ok(!answer.includes(secret), id)
      }
    })
  }

  it('is searched for any pattern within its time', async () => {
    writeFileSync(join(folder, 'file.txt'), `${'a'.repeat(50_000)}!\n`.repeat(20))
    for (const { id, pattern } of corpus('regex')) {
      const started = performance.now()
      const { status } = await yard.call('grep', { pattern, path: 'file.txt' })
      assert.ok(['ok', 'error'].includes(status), `${id}: ${status}`)
      assert.ok(performance.now() - started < 20_000, `${id} does not hang`)
    }
  })

  it('has lost its secrets and control characters in all parts of pictures, links and documents', async (test) => {
    const hidden = `\u001b[31m\u202e ${registered} ${'x'.repeat(200_000)}`
    const beside = {
      mimeType: hidden,
      annotations: { audience: [`\u001b[0m${registered}`], [`\u202e${registered}`]: 1 },
      _meta: {
        deep: [{ note: `\u0007 ${registered}` }],
        halves: [registered.slice(0, 9), registered.slice(9)],
      },
      large: Array.from({ length: 100_000 }, () => 'padding'),
    }
    const content = [
      { type: 'image', data: 'AAAA', ...beside },
      { type: 'audio', data: 'BBBB', ...beside },
      { type: 'resource_link', uri: 'https://example.com', name: 'a', ...beside },
      { type: 'resource', ...beside, resource: { uri: 'note://1', blob: 'CCCC', ...beside } },
      { type: 'resource', resource: { uri: 'note://2', text: hidden, ...beside } },
    ]
    const other = await createToolyard({
      secrets: ['SECRET'],
      environment: { ...process.env, SECRET: registered },
      tools: [
        defineTool({
          name: 'show',
          description: 'Shows pictures.',
          permission: 'read',
          effects: 'none',
          inputSchema: z.strictObject({}),
          execute: () => ({ content }),
        }),
      ],
    })
    test.after(() => other.close())
    const result = await other.call('show', {})
    assert.deepEqual(
      result.content.map(({ type }) => type),
      content.map(({ type }) => type),
    )
    const all = JSON.stringify(result)
    assert.ok(!all.includes(registered) && !all.includes(registered.slice(9)))
    assert.doesNotMatch(all, /\\u00|\u202e|padding/)
    assert.ok(all.length < 1_000_000, `${all.length} characters`)
    for (const bytes of ['AAAA', 'BBBB', 'CCCC']) assert.ok(all.includes(bytes), bytes)
  })
})
