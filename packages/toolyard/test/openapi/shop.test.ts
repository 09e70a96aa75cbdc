/** Forms as a document wants them, and answers that are not what it promises. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolService, type ToolyardOptions } from '../../src/index.ts'

describe('the document of a shop', () => {
  const seen: { readonly url: string; readonly body: string }[] = []
  let server: Server
  let folder: string
  let host: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-shop-'))
    server = createServer((request, response) => {
      void text(request).then((body) => {
        seen.push({ url: request.url ?? '', body })
        response.setHeader('content-type', 'application/json').end('{"id":7,"name":"Rex","extra":true}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  after(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = (openapi: NonNullable<ToolyardOptions['openapi']>): Promise<ToolService> =>
    createToolyard({ workspace: folder, openapi, network: { allow: [host] }, policy: { mode: 'bypass' } })

  it('writes lists and objects of forms and queries as the document says', async () => {
    const deep = { style: 'deepObject', explode: true }
    const items = { type: 'array', items: { type: 'object', properties: { price: { type: 'string' } } } }
    const texts = { type: 'array', items: { type: 'string' } }
    const pay = {
      operationId: 'pay',
      parameters: [{ name: 'expand', in: 'query', schema: texts, ...deep }],
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              additionalProperties: false,
              properties: {
                line_items: items,
                expand_all: texts,
                plain: texts,
                piped: texts,
                metadata: { type: 'object' },
              },
            },
            encoding: {
              line_items: deep,
              expand_all: deep,
              metadata: deep,
              piped: { style: 'pipeDelimited', explode: false },
            },
          },
        },
      },
      responses: { 200: { description: 'paid' } },
    }
    const shop = {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: `http://${host}` }],
      paths: { '/pay': { post: pay } },
    }
    await writeFile(join(folder, 'pay.json'), JSON.stringify(shop))
    await using yard = await open([{ document: 'pay.json' }])
    const result = await yard.call('pay', {
      expand: ['x', 'y'],
      line_items: [{ price: 'p1' }, { price: 'p2' }],
      expand_all: ['a'],
      plain: ['b', 'c'],
      piped: ['d', 'e'],
      metadata: { order: 7, tags: ['f'] },
    })
    assert.equal(result.status, 'ok', textOf(result))
    const { url, body } = seen.at(-1) ?? { url: '', body: '' }
    assert.equal(decodeURIComponent(url), '/pay?expand[0]=x&expand[1]=y')
    assert.equal(
      decodeURIComponent(body),
      'line_items[0][price]=p1&line_items[1][price]=p2&expand_all[0]=a&plain=b&plain=c&piped=d|e&metadata[order]=7&metadata[tags][0]=f',
    )
  })

  it('hands on an answer that differs from the document, because the request had its effect', async () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' }, extra: { type: 'string' } } }
    const order = {
      operationId: 'order',
      responses: { 201: { description: 'made', content: { 'application/json': { schema } } } },
    }
    const shop = {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: `http://${host}` }],
      paths: { '/orders': { post: order } },
    }
    await writeFile(join(folder, 'shop.json'), JSON.stringify(shop))
    await using yard = await open([{ document: 'shop.json' }])
    const result = await yard.call('order', {})
    assert.deepEqual([result.status, result.data], ['ok', { id: 7, name: 'Rex', extra: true }])
    assert.match(textOf(result), /"id":7.*\n\[The call was made\. .*extra: /s)
    await using strict = await open([{ document: 'shop.json', checkAnswers: true }])
    assert.equal((await strict.call('order', {})).error?.code, 'invalid_output')
  })
})
