/** Long answers: a link beside the text, and the whole behind it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import { z } from 'zod'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'
import { type Block, listIn, modern, send } from './raw.ts'

const words = '𝔸𝔹 and more words, '.repeat(15_000)
const facts = { permission: 'read', effects: 'none', inputSchema: {} } as const
const long = defineTool({ ...facts, name: 'long', description: 'Answers at length.', execute: () => words })
// One character past a slice of four million, in pairs of surrogates.
const hugeWords = `x${'𝔸'.repeat(2_000_001)}`
const huge = defineTool({
  ...facts,
  name: 'huge',
  description: 'Answers at great length.',
  execute: () => hugeWords,
})
const rows = defineTool({
  ...facts,
  name: 'rows',
  description: 'Answers many rows.',
  outputSchema: z.array(z.string()),
  execute: () => Array.from({ length: 200_000 }, (_, index) => `row ${index}`),
})
const listen = defineTool({
  ...facts,
  name: 'listen',
  description: 'Answers a sound and a link.',
  execute: () => ({
    content: [
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'https://example.com/a', name: 'a' },
    ],
  }),
})

let yard: ToolService
let served: McpHttp
before(async () => {
  yard = await createToolyard({ tools: [long, huge, rows, listen], builtins: ['system'] })
  served = await serveMcp(yard)
})
after(async () => {
  await served[Symbol.asyncDispose]()
  await yard.close()
})

async function callLong(): Promise<readonly Block[]> {
  return listIn(await modern(served.url, 'tools/call', { name: 'long', arguments: {} }), 'content')
}

describe('a long answer', () => {
  it('has its beginning as text, and a link to the whole', async () => {
    const [text, link] = await callLong()
    assert.match(text?.text ?? '', /read_result/)
    assert.equal(link?.type, 'resource_link')
    assert.match(link.uri ?? '', /^toolyard:\/\/results\/res_/)
    const resources = listIn(await modern(served.url, 'resources/list', {}), 'resources')
    assert.ok(resources.some(({ uri }) => uri === link.uri))
  })

  it('is read whole at once', async () => {
    const [, link] = await callLong()
    const [whole] = listIn(await modern(served.url, 'resources/read', { uri: link?.uri }), 'contents')
    assert.equal(whole?.text, words)
  })

  it('is read in slices that make the whole, none of which cuts a character, where it is too long for a message', async () => {
    const [, link] = listIn(
      await modern(served.url, 'tools/call', { name: 'huge', arguments: {} }),
      'content',
    )
    let next: string | undefined = link?.uri
    let whole = ''
    let slices = 0
    while (next !== undefined) {
      const [slice] = listIn(await modern(served.url, 'resources/read', { uri: next }), 'contents')
      const { text, _meta: meta } = slice as unknown as { text: string; _meta: Record<string, string> }
      assert.ok(text.length <= 4_000_000 && text.isWellFormed())
      whole += text
      next = meta['toolyard/next']
      slices++
    }
    assert.ok(whole === hugeWords && slices === 2)
  })

  it('that can not be sent as its definition promises says so, instead of breaking the client', async () => {
    const answer = await modern(served.url, 'tools/call', { name: 'rows', arguments: {} })
    assert.equal(answer.body.result?.['isError'], true)
    assert.ok(listIn(answer, 'content').some(({ type }) => type === 'resource_link'))
  })
})

describe('a client of an older version', () => {
  for (const [version, types] of [
    ['2024-11-05', ['text', 'text']],
    ['2025-03-26', ['audio', 'text']],
    ['2025-06-18', ['audio', 'resource_link']],
  ] as const)
    it(`gets only content that it knows: ${version}`, async () => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const opened = await send(served.url, { body: { jsonrpc: '2.0', id: 1, method: 'initialize', params } })
      const answer = await send(served.url, {
        headers: { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' },
        body: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'listen', arguments: {} } },
      })
      assert.deepEqual(
        listIn(answer, 'content').map(({ type }) => type),
        types,
      )
    })
})
