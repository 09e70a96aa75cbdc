/** How the bodies of requests are written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import { openService, parameters, type Received, type Spec, yardOf } from './service.ts'

const text = { type: 'string' }
const file = { type: 'object' }

async function sent(spec: Spec, input: object): Promise<Received> {
  await using service = await openService()
  await using yard = await yardOf(service, { ...spec, config: { method: 'POST', ...spec.config } })
  const result = await yard.call('ask', input)
  assert.equal(result.status, 'ok', textOf(result))
  const [request] = service.received
  assert.ok(request)
  return request
}

describe('a JSON body', () => {
  it('is an object of the parameters that go nowhere else', async () => {
    const {
      headers,
      text: body,
      url,
    } = await sent(
      {
        parameters: parameters({ id: text, name: text, tags: { type: 'array' }, dry: { type: 'boolean' } }),
        config: { path: '/users/{id}', parameters: { dry: { in: 'query' } } },
      },
      { id: '7', name: 'Ada', tags: [1, null], dry: true },
    )
    assert.equal(url, '/users/7?dry=true')
    assert.equal(headers['content-type'], 'application/json')
    assert.deepEqual(JSON.parse(body), { name: 'Ada', tags: [1, null] })
  })

  it('is nested where names have dots', async () => {
    const { text: body } = await sent(
      {
        parameters: parameters({ first: text, last: text, 'dotted.name': text }),
        config: {
          parameters: {
            first: { in: 'body', name: 'user.name.first' },
            last: { in: 'body', name: 'user.name.last' },
          },
        },
      },
      { first: 'Ada', last: 'Lovelace', 'dotted.name': 'x' },
    )
    assert.deepEqual(JSON.parse(body), {
      user: { name: { first: 'Ada', last: 'Lovelace' } },
      'dotted.name': 'x',
    })
  })

  it('is one parameter as a whole', async () => {
    const { text: body } = await sent(
      { parameters: parameters({ rows: { type: 'array' } }), config: { bodyFrom: 'rows' } },
      { rows: [1, 2] },
    )
    assert.equal(body, '[1,2]')
  })

  it('is a fixed frame with parameters in it', async () => {
    const { text: body } = await sent(
      {
        parameters: parameters({ query: text, limit: { type: 'integer' }, extra: text, gone: text }),
        config: {
          bodyTemplate: {
            query: 'query($q: String) { find(q: $q) }',
            variables: { q: '{query}', limit: '{limit}', gone: '{gone}', title: 'about {query}!' },
            list: ['{limit}', '{gone}', 1],
          },
        },
      },
      { query: '${HOME}', limit: 5, extra: 'e' },
    )
    assert.deepEqual(JSON.parse(body), {
      query: 'query($q: String) { find(q: $q) }',
      variables: { q: '${HOME}', limit: 5, title: 'about ${HOME}!' },
      list: [5, 1],
      extra: 'e',
    })
  })

  it('is an empty object where nothing was given, and nothing where nothing can be', async () => {
    const { text: empty } = await sent({ parameters: parameters({ name: text }) }, {})
    assert.equal(empty, '{}')
    const { headers, text: none } = await sent({}, {})
    assert.equal(none, '')
    assert.equal(headers['content-type'], undefined)
  })

  it('has the content type that the tool gives it', async () => {
    const { headers } = await sent(
      {
        parameters: parameters({ name: text }),
        config: { headers: { 'Content-Type': 'application/vnd.api+json' } },
      },
      { name: 'x' },
    )
    assert.equal(headers['content-type'], 'application/vnd.api+json')
  })
})

describe('a form', () => {
  it('is written in one line', async () => {
    const { headers, text: body } = await sent(
      {
        parameters: parameters({
          name: text,
          tags: { type: 'array' },
          address: { type: 'object' },
          none: {},
        }),
        config: { bodyType: 'form' },
      },
      { name: 'a&b=c', tags: ['x', 'y'], address: { city: 'Rome', at: { no: 1 } }, none: null },
    )
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
    assert.deepEqual(
      [...new URLSearchParams(body)],
      [
        ['name', 'a&b=c'],
        ['tags', 'x'],
        ['tags', 'y'],
        ['address[city]', 'Rome'],
        ['address[at][no]', '1'],
      ],
    )
  })

  it('of several parts carries files, as text or in base64', async () => {
    const { headers, body } = await sent(
      {
        parameters: parameters({ note: text, doc: file, pictures: { type: 'array' } }),
        config: { bodyType: 'multipart', headers: { 'content-type': 'multipart/form-data' } },
      },
      {
        note: 'grüße',
        doc: { filename: 'a\r\nb.txt', content: 'héllo', mimeType: 'text/plain' },
        pictures: [
          { filename: '1.png', content: 'iVBORw0K', encoding: 'base64', mimeType: 'image/png' },
          { filename: '2.bin', content: '_-8', encoding: 'base64' },
        ],
      },
    )
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    assert.equal(form.get('note'), 'grüße')
    const doc = form.get('doc')
    assert.ok(doc instanceof File)
    assert.equal(await doc.text(), 'héllo')
    assert.equal(doc.name, 'a  b.txt')
    assert.equal(doc.type, 'text/plain')
    const pictures = form.getAll('pictures')
    const bytes = await Promise.all(
      pictures.map(async (one) =>
        one instanceof File ? Buffer.from(await one.bytes()).toString('hex') : '',
      ),
    )
    assert.deepEqual(bytes, ['89504e470d0a', 'ffef'])
  })

  it('refuses base64 that is none', async () => {
    await using service = await openService()
    await using yard = await yardOf(service, {
      parameters: parameters({ doc: file }),
      config: { method: 'POST', bodyType: 'multipart' },
    })
    const result = await yard.call('ask', {
      doc: { filename: 'a', content: 'not base64!', encoding: 'base64' },
    })
    assert.equal(result.error?.code, 'invalid_arguments')
    assert.match(textOf(result), /doc is not base64/)
    assert.deepEqual(service.received, [])
  })
})

describe('other bodies', () => {
  it('are plain text', async () => {
    const { headers, text: body } = await sent(
      { parameters: parameters({ words: text }), config: { bodyType: 'text', bodyFrom: 'words' } },
      { words: 'grüße' },
    )
    assert.equal(body, 'grüße')
    assert.match(headers['content-type'] ?? '', /^text\/plain/)
  })

  it('are bytes, from base64 or a file', async () => {
    const config = { bodyType: 'binary', bodyFrom: 'data' } as const
    const plain = await sent({ parameters: parameters({ data: text }), config }, { data: 'AAEC/w==' })
    assert.equal(plain.body.toString('hex'), '000102ff')
    assert.equal(plain.headers['content-type'], 'application/octet-stream')
    const image = await sent(
      { parameters: parameters({ data: file }), config },
      { data: { filename: 'x.png', content: 'AAEC', encoding: 'base64', mimeType: 'image/png' } },
    )
    assert.equal(image.body.toString('hex'), '000102')
    assert.equal(image.headers['content-type'], 'image/png')
  })
})
