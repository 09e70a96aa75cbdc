/** An OpenAPI document is data from outside: where it is hostile it ends in a sentence, not in a hang. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApiTools } from '../../src/discover/openapi/index.ts'
import type { SourceTools } from '../../src/define/index.ts'
import { assertCompiles } from '../../src/discover/openapi/support.test.ts'

async function read(document: unknown): Promise<SourceTools & { readonly told: string }> {
  const found = await openApiTools(
    { document: 'api.json' },
    { read: async () => (typeof document === 'string' ? document : JSON.stringify(document)) },
  )
  return { ...found, told: found.problems.map(({ reason }) => reason).join('\n') }
}

const api = (paths: object, rest: object = {}): object => ({
  openapi: '3.1.0',
  servers: [{ url: 'https://api.example.com' }],
  paths,
  ...rest,
})

describe('a hostile document ends in a sentence', () => {
  const chain = (length: number, last: object): object =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `S${at}`,
        at === length - 1
          ? last
          : { type: 'object', properties: { next: { $ref: `#/components/schemas/S${at + 1}` } } },
      ]),
    )
  const body = (schema: unknown): object => ({
    post: { requestBody: { content: { 'application/json': { schema } } } },
  })
  const start = { $ref: '#/components/schemas/S0' }

  it('where its text is too long', async () => {
    assert.match(
      (await read(`{"a":"${'x'.repeat(33_000_000)}"}`)).told,
      /is 33\d+ characters long; at most 32000000 of JSON/,
    )
    assert.match((await read(`a: ${'x'.repeat(11_000_000)}`)).told, /at most 10000000 of YAML/)
  })

  it('where it is nested without end', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    assert.match((await read(`{"openapi":"3.1.0","paths":${deep}}`)).told, /nested deeper than 120 levels/)
    assert.match((await read(`openapi: 3.1.0\npaths: ${'['.repeat(50_000)}`)).told, /is not valid YAML/)
  })

  it('where aliases grow without end', async () => {
    const lines = ['openapi: 3.1.0', 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 30; at++)
      lines.push(`a${at}: &a${at} [${Array.from({ length: 10 }, () => `*a${at - 1}`).join(', ')}]`)
    assert.match((await read(lines.join('\n'))).told, /is not valid YAML \(Excessive alias count/)
    const few = ['openapi: 3.1.0', 'a: &a { b: [*a, *a] }']
    assert.match((await read(few.join('\n'))).told, /has an alias that leads back to itself/)
    const wide = [`a: &a [${'x, '.repeat(2000)}]`, `b: [${'*a, '.repeat(2000)}]`]
    assert.match(
      (await read(['openapi: 3.1.0', ...wide].join('\n'))).told,
      /holds more than 3000000 values, aliases counted/,
    )
  })

  it('where it has very many keys', async () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `  /p${at}: {}`)
    const { tools, told } = await read(['openapi: 3.1.0', 'paths:', ...keys].join('\n'))
    assert.deepEqual([tools.length, told], [0, ''])
  })

  it('where references make a schema grow without end', async () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `S${at}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            ['a', 'b', 'c'].map((name) => [name, { $ref: `#/components/schemas/S${at + 1}` }]),
          ),
        },
      ]),
    )
    const outcome = await read(
      api({ '/a': body(start) }, { components: { schemas: { ...doubling, S60: { type: 'string' } } } }),
    )
    assert.equal(outcome.tools.length, 1)
    assertCompiles(outcome.tools)
    const all = await read(
      api(
        { '/a': body({ allOf: Array.from({ length: 300 }, () => start) }) },
        {
          components: {
            schemas: {
              S0: { allOf: Array.from({ length: 300 }, () => ({ $ref: '#/components/schemas/S1' })) },
              S1: { type: 'object', properties: { a: { type: 'string' } } },
            },
          },
        },
      ),
    )
    assertCompiles(all.tools)
  })

  it('where references make a chain or a ring of ten thousand', async () => {
    for (const last of [{ type: 'string' }, { type: 'object', properties: { next: start } }]) {
      const { tools } = await read(
        api({ '/a': body(start) }, { components: { schemas: chain(10_000, last) } }),
      )
      assert.equal(tools.length, 1)
      assertCompiles(tools)
    }
    const ring = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [
        `S${at}`,
        { $ref: `#/components/schemas/S${(at + 1) % 10_000}` },
      ]),
    )
    const { tools, told } = await read(api({ '/a': body(start) }, { components: { schemas: ring } }))
    assert.equal(tools.length, 1)
    assert.match(told, /leads back to itself/)
  })

  it('where its patterns explode', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '(a*)*\\1' } },
    }
    const { tools, told } = await read(api({ '/a': body(schema) }))
    assert.match(told, /\/properties\/b\/pattern: is no pattern that runs in linear time/)
    const checked = await tools[0]?.input.check({ a: `${'a'.repeat(50_000)}!` })
    assert.ok(checked && 'issues' in checked)
  })

  it('where its keys reach for the prototype', async () => {
    const text = JSON.stringify(
      api(
        {
          '/a': body({
            type: 'object',
            properties: { '@@': { type: 'string' }, constructor: { type: 'string' }, ok: { type: 'string' } },
          }),
        },
        { components: { schemas: { constructor: {}, '@@': {} } } },
      ),
    ).replaceAll('@@', '__proto__')
    const { tools, told } = await read(text)
    assert.deepEqual(Object.keys(tools[0]?.manifest.inputSchema.properties ?? {}), ['ok'])
    assert.match(told, /has the key "__proto__", which was left out/)
    assert.equal(({} as Record<string, unknown>)['type'], undefined)
    for (const path of ['__proto__', 'constructor', 'toString'])
      assert.equal((await read(JSON.stringify(api({ '/a': { $ref: `#/paths/${path}` } })))).tools.length, 0)
  })

  it('where its words hide something', async () => {
    const hidden = 'Lists\u202Egnihton\u202C \u{E0041}\u{E0042}things\u0007.\u001B[2J'
    const outcome = await read(
      api({
        '/a': {
          get: {
            operationId: `list\u202E\u0000`,
            summary: hidden,
            tags: [hidden],
            parameters: [
              { name: 'q\u200B', in: 'query', description: hidden, schema: { type: 'string' } },
              { in: hidden },
            ],
          },
        },
      }),
    )
    const text =
      JSON.stringify(outcome.tools.map(({ manifest }) => manifest)) + JSON.stringify(outcome.problems)
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(text, /[\u0000-\u001F\u200B\u202A-\u202E]|\\u00|\u{E0041}/u)
    assert.deepEqual(
      outcome.tools.map(({ manifest }) => manifest.name),
      ['list'],
    )
  })

  it('where it tells a thousand wrong things', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`/p${at}`, body({ type: `odd${at}` })]),
    )
    const { tools, problems } = await read(api(paths))
    assert.equal(tools.length, 1000)
    assert.equal(problems.length, 201)
    assert.match(problems.at(-1)?.reason ?? '', /… and 800 other problems/)
  })

  it('where one schema is named in thousands of ways', async () => {
    const members = Array.from({ length: 2000 }, (_, at) => [`p${at}`, { type: 'string' }] as const)
    const names = Array.from({ length: 4000 }, (_, at) =>
      'Large'
        .split('')
        .map((letter, bit) => (at & (1 << bit) ? `%${letter.charCodeAt(0).toString(16)}` : letter))
        .join(''),
    )
    const refs = names.map((name, at) => [`r${at}`, { $ref: `#/components/schemas/${name}` }] as const)
    const ways = Array.from(
      { length: 500 },
      (_, at) =>
        [
          `/p${at}`,
          body({ type: 'array', items: { anyOf: refs.slice(at, at + 40).map(([, ref]) => ref) } }),
        ] as const,
    )
    const { tools } = await read(
      api(Object.fromEntries(ways), {
        components: { schemas: { Large: { type: 'object', properties: Object.fromEntries(members) } } },
      }),
    )
    assert.equal(tools.length, 500)
  })

  it('where a shared parameter brings a large example to each operation', async () => {
    const example = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }))
    const q = {
      name: 'q',
      in: 'query',
      example,
      schema: { type: 'object', example, default: example, enum: [example] },
    }
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [
        `/p${at}`,
        { get: { parameters: [{ $ref: '#/components/parameters/Q' }] } },
      ]),
    )
    const { tools } = await read(api(paths, { components: { parameters: { Q: q } } }))
    assert.ok(JSON.stringify(tools[0]?.manifest).length < 2000)
  })

  it('where all its parameters have one name', async () => {
    const parameters = Array.from({ length: 5000 }, (_, at) => ({
      name: `a${'!'.repeat(at % 400)}${'?'.repeat(at / 400)}`,
      in: 'query',
    }))
    const { tools, told } = await read(api({ '/a': { get: { parameters } } }))
    assert.equal(Object.keys(tools[0]?.manifest.inputSchema.properties ?? {}).length, 500)
    assert.match(told, /has 5000 parameters; the first 500 were taken/)
  })
})
