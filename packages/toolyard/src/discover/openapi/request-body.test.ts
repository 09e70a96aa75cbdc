import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCompiles, convert, jsonBody, probe } from './support.test.ts'

const body = (content: object, rest: object = {}): object => ({
  requestBody: { required: true, content, ...rest },
})
const form = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
}

describe('the body of a request', () => {
  it('is taken apart where it is an object', async () => {
    const outcome = await convert(probe(jsonBody(form)))
    assert.deepEqual(outcome.schema('probe'), {
      type: 'object',
      properties: form.properties,
      required: ['title'],
      additionalProperties: false,
    })
    assert.deepEqual(outcome.rest('probe').parameters, { title: { in: 'body' }, tags: { in: 'body' } })
    assert.equal(outcome.rest('probe').bodyType, 'json')
    assert.equal(outcome.rest('probe').bodyFrom, undefined)
  })

  const whole: readonly (readonly [string, unknown])[] = [
    ['a list', { type: 'array', items: { type: 'string' } }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['a choice', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      'an object with more',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    ],
    ['an object of which nothing is known', { type: 'object' }],
  ]
  for (const [title, schema] of whole)
    it(`is one argument where it is ${title}`, async () => {
      const outcome = await convert(probe(jsonBody(schema)))
      assert.deepEqual(outcome.schema('probe').properties, { body: schema })
      assert.deepEqual(outcome.schema('probe').required, ['body'])
      assert.equal(outcome.rest('probe').bodyFrom, 'body')
    })

  it('is one argument where a name with a dot can not stay as it is', async () => {
    const schema = { type: 'object', properties: { 'a.$b': { type: 'string' } } }
    const outcome = await convert(probe(jsonBody(schema)))
    assert.deepEqual(outcome.schema('probe').properties, { body: schema })
    const dotted = await convert(
      probe(jsonBody({ type: 'object', properties: { 'a.b': { type: 'string' } } })),
    )
    assert.deepEqual(dotted.rest('probe').parameters, { 'a.b': { in: 'body' } })
  })

  it('that may be left out needs its members only where it has one', async () => {
    const outcome = await convert(probe(jsonBody(form, false)))
    assert.deepEqual(outcome.schema('probe').required, undefined)
    const { input } = outcome.tool('probe')
    assert.deepEqual(await input.check({}), { value: {} })
    assert.deepEqual(await input.check({ title: 'x' }), { value: { title: 'x' } })
    assert.ok('issues' in (await input.check({ tags: ['x'] })))
  })

  it('never sends a default by itself: that could undo what was set', async () => {
    const outcome = await convert(
      probe(
        jsonBody({
          type: 'object',
          properties: { private: { type: 'boolean', default: false }, name: { type: 'string' } },
        }),
      ),
    )
    assert.deepEqual(await outcome.tool('probe').input.check({ name: 'x' }), { value: { name: 'x' } })
    assert.deepEqual(outcome.schema('probe').properties?.['private'], {
      type: 'boolean',
      description: 'Default: false.',
    })
  })

  it('is JSON where there is a choice', async () => {
    const json = { schema: form }
    const outcome = await convert(
      probe(
        body({
          'application/xml': json,
          'multipart/form-data': json,
          'application/vnd.api+json': json,
          'application/json': json,
        }),
      ),
    )
    assert.equal(outcome.rest('probe').bodyType, 'json')
    assert.equal(outcome.rest('probe').headers, undefined)
  })

  it('has the content type that the document gives', async () => {
    const of = async (type: string, schema: object): Promise<unknown> => {
      const { bodyType, headers } = (await convert(probe(body({ [type]: { schema } })))).rest('probe')
      return { bodyType, headers }
    }
    assert.deepEqual(await of('application/vnd.api+json', form), {
      bodyType: 'json',
      headers: { 'Content-Type': 'application/vnd.api+json' },
    })
    assert.deepEqual(await of('application/xml', form), {
      bodyType: 'text',
      headers: { 'Content-Type': 'application/xml' },
    })
    assert.deepEqual(await of('image/png', {}), {
      bodyType: 'binary',
      headers: { 'Content-Type': 'image/png' },
    })
    assert.deepEqual(await of('text/plain', { type: 'string' }), { bodyType: 'text', headers: undefined })
    assert.deepEqual(await of('application/x-www-form-urlencoded', form), {
      bodyType: 'form',
      headers: undefined,
    })
    assert.deepEqual(await of('*/*', form), { bodyType: 'json', headers: undefined })
  })

  it('takes files in a form of several parts', async () => {
    const outcome = await convert(
      probe(
        body({
          'multipart/form-data': {
            schema: {
              allOf: [
                { type: 'object', properties: { note: { type: 'string' } } },
                {
                  type: 'object',
                  required: ['file'],
                  properties: {
                    file: { type: 'string', format: 'binary', description: 'A picture.' },
                    more: { type: 'array', items: { contentMediaType: 'application/octet-stream' } },
                  },
                },
              ],
            },
          },
        }),
      ),
    )
    const { file, more, note } = (outcome.schema('probe').properties ?? {}) as Record<
      string,
      Record<string, unknown>
    >
    assert.equal(outcome.rest('probe').bodyType, 'multipart')
    assert.deepEqual(note, { type: 'string' })
    assert.equal(file?.['description'], 'A picture.')
    assert.deepEqual(file['required'], ['filename', 'content'])
    assert.equal(more?.['type'], 'array')
    assertCompiles(outcome.tools)
  })

  it('tells what can not be written as the document says', async () => {
    const outcome = await convert(
      probe(
        body({
          'application/x-www-form-urlencoded': {
            schema: form,
            encoding: { tags: { contentType: 'application/json' } },
          },
        }),
      ),
    )
    assert.match(
      outcome.told.join('\n'),
      /POST \/probe \(probe\) at .*\/encoding\/tags: is written another way/,
    )
  })

  it('is left out of GET, and where nobody knows its form, which is told', async () => {
    const strange = await convert(probe({ requestBody: { content: {} } }))
    assert.match(strange.told.join('\n'), /has a body of no known form/)
    const get = await convert({
      openapi: '3.0.0',
      servers: [{ url: 'https://a.b' }],
      paths: { '/a': { get: { operationId: 'probe', ...jsonBody(form) } } },
    })
    assert.match(get.told.join('\n'), /has a body, which GET can't have/)
    assert.deepEqual(get.schema('probe').properties, {})
  })
})
