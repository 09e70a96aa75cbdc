/** A server in the same process puts classes of its own in the place of `Request` and `Response`. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { textOf } from 'toolyard'
import { createNet } from '../../src/host/net/index.ts'
import { openService, parameters, yardOf } from './service.ts'

const own = { Request: globalThis.Request, Response: globalThis.Response }

before(() => {
  getRequestListener(() => new Response('x'))
  assert.notEqual(globalThis.Response, own.Response)
})
after(() => {
  for (const [name, value] of Object.entries(own)) Object.defineProperty(globalThis, name, { value })
})

describe('beside a server', () => {
  it('forms of several parts are sent', async () => {
    await using service = await openService()
    await using yard = await yardOf(service, {
      parameters: parameters({ doc: { type: 'object' } }),
      config: { method: 'POST', bodyType: 'multipart' },
    })
    const result = await yard.call('ask', { doc: { filename: 'a.txt', content: 'hello' } })
    assert.equal(result.status, 'ok', textOf(result))
    assert.match(service.received[0]?.text ?? '', /filename="a\.txt"[\s\S]*hello/)
  })

  it('fetch takes requests and gives responses', async () => {
    await using service = await openService(({ text }) => ({ text }))
    const net = createNet({ allow: [service.host] })
    const form = new FormData()
    form.append('a', 'b')
    const response = await net.fetch(new Request(service.origin, { method: 'POST', body: form }))
    assert.match(((await response.json()) as { text: string }).text, /name="a"/)
    await net.close()
  })
})
