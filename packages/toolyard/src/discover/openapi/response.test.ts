import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, convert, probe } from './support.test.ts'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const thing = { type: 'object', properties: { id: { type: 'integer' } } }

describe('what an operation answers', () => {
  it('is the schema of its first good answer in JSON', async () => {
    const outcome = await convert(
      probe({
        responses: { 404: json({ type: 'string' }), default: json({ type: 'string' }), 201: json(thing) },
      }),
    )
    assert.deepEqual(outcome.output('probe'), thing)
  })

  it('is the same for all good answers, or is not checked', async () => {
    const same = await convert(probe({ responses: { 200: json(thing), 201: json(thing) } }))
    assert.deepEqual(same.output('probe'), thing)
    for (const other of [{ 204: {} }, { 201: json({ type: 'string' }) }, { '2XX': json({ type: 'array' }) }])
      assert.equal(
        (await convert(probe({ responses: { 200: json(thing), ...other } }))).output('probe'),
        undefined,
      )
  })

  it('is not checked where the configuration says so, or it says nothing', async () => {
    assert.equal((await convert(probe(answering(thing)), { checkAnswers: false })).output('probe'), undefined)
    assert.equal((await convert(probe(answering({})))).output('probe'), undefined)
    assert.equal((await convert(probe({}))).output('probe'), undefined)
  })

  it('is not checked where its schema can not be used, which is told', async () => {
    const names = Array.from({ length: 2000 }, (_, at) => `p${at}`)
    const member = { type: 'string', description: 'word '.repeat(80) }
    const schema = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, member])) }
    const outcome = await convert(probe(answering(schema)))
    assert.equal(outcome.output('probe'), undefined)
    assert.match(outcome.told.join('\n'), /POST \/probe \(probe\) at .*\/responses: .*too large.*not checked/)
  })

  it('is asked for in the form that it has', async () => {
    const of = async (...types: readonly string[]): Promise<unknown> => {
      const content = Object.fromEntries(types.map((type) => [type, { schema: thing }]))
      const { headers, stream } = (await convert(probe({ responses: { 200: { content } } }))).rest('probe')
      return { headers, stream }
    }
    assert.deepEqual(await of('application/json'), { headers: undefined, stream: undefined })
    assert.deepEqual(await of('application/xml', 'application/json; charset=utf-8'), {
      headers: undefined,
      stream: undefined,
    })
    assert.deepEqual(await of('application/vnd.github+json'), {
      headers: { Accept: 'application/vnd.github+json' },
      stream: undefined,
    })
    assert.deepEqual(await of('text/csv', 'text/html'), {
      headers: { Accept: 'text/csv, text/html' },
      stream: undefined,
    })
    assert.deepEqual(await of('text/event-stream'), {
      headers: { Accept: 'text/event-stream' },
      stream: 'sse',
    })
    assert.deepEqual(await of('application/x-ndjson'), {
      headers: { Accept: 'application/x-ndjson' },
      stream: 'ndjson',
    })
  })
})
