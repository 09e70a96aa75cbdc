import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, textOf, type ToolResult } from 'toolyard'
import { z } from 'zod'

const json = {
  type: 'object',
  properties: {
    path: { type: 'string', maxLength: 4096 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 8 },
    ratio: { type: 'number' },
    deep: { type: 'object', properties: { flag: { type: 'boolean' } }, additionalProperties: false },
    list: { type: 'array', items: { type: 'string' } },
    any: {},
  },
  required: ['path'],
  additionalProperties: false,
} as const

const zod = z.strictObject({
  path: z.string().max(4096),
  limit: z.int().min(1).max(100).default(8),
  ratio: z.number().optional(),
  deep: z.strictObject({ flag: z.boolean().optional() }).optional(),
  list: z.array(z.string()).optional(),
  any: z.unknown().optional(),
})

interface Answer {
  readonly result: ToolResult
  readonly seen: unknown[]
}

async function answer(schema: unknown, input: unknown): Promise<Answer> {
  const seen: unknown[] = []
  const probe = defineTool({
    name: 'probe',
    description: 'A tool for tests.',
    inputSchema: schema as never,
    execute: (value) => void seen.push(value),
  })
  await using yard = await createToolyard({ tools: [probe] })
  const before = Reflect.ownKeys(Object.prototype).length
  const started = performance.now()
  const result = await yard.call('probe', input)
  assert.ok(performance.now() - started < 1000, 'the answer takes less than a second')
  assert.equal(Reflect.ownKeys(Object.prototype).length, before)
  return { result, seen }
}

function assertRefused({ result, seen }: Answer, names: RegExp): void {
  assert.equal(result.error?.code, 'invalid_arguments', textOf(result))
  assert.deepEqual(seen, [], 'the tool did not run')
  assert.match(textOf(result), names)
}

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)
const refused: readonly (readonly [title: string, input: () => unknown, names: RegExp])[] = [
  ['a key twice in the text', () => '{"path":"a","path":"b"}', /"path" twice/],
  ['a key twice, once escaped', () => String.raw`{"path":"a","p\u0061th":"b"}`, /"path" twice/],
  ['a key twice deep inside', () => '{"path":"a","any":[{"x":1,"x":2}]}', /"x" twice/],
  ['an escaped prototype key', () => String.raw`{"path":"a","any":{"__pr\u006fto__":{}}}`, /__proto__/],
  [
    'a prototype key in an open place',
    () => JSON.parse('{"path":"a","any":{"__proto__":{"x":1}}}'),
    /__proto__/,
  ],
  [
    'constructor in an open place',
    () => ({ path: 'a', any: { constructor: { prototype: {} } } }),
    /constructor/,
  ],
  ['prototype in a list', () => ({ path: 'a', any: [[{ prototype: 1 }]] }), /prototype/],
  ['required parameters that are inherited', () => Object.create({ path: 'a' }), /inherited|path/],
  ['deep keys that are inherited', () => ({ path: 'a', deep: Object.create({ flag: true }) }), /inherited/],
  ['1e400, which is infinite', () => '{"path":"a","ratio":1e400}', /ratio/],
  ['-1e400', () => '{"path":"a","ratio":-1e400}', /ratio/],
  ['NaN', () => ({ path: 'a', ratio: NaN }), /ratio/],
  ['Infinity', () => ({ path: 'a', ratio: Infinity }), /ratio/],
  ['a BigInt', () => ({ path: 'a', limit: 5n }), /limit/],
  ['a fraction that looks whole', () => '{"path":"a","limit":5.0000001}', /limit/],
  ['a Symbol', () => ({ path: Symbol('a') }), /path/],
  ['a function', () => ({ path: () => 'a' }), /path/],
  ['a String object', () => ({ path: new String('a') }), /path/],
  ['a Date', () => ({ path: new Date(0) }), /path/],
  ['a look-alike key with a Cyrillic letter', () => ({ 'p\u0430th': 'a' }), /p\u0430th/],
  ['a full-width key', () => ({ '\uff50\uff41\uff54\uff48': 'a' }), /path/],
  ['a key with a zero-width space', () => ({ path: 'a', 'lim\u200bit': 5 }), /limit/],
  ['a key with a NUL', () => ({ path: 'a', 'limit\0': 5 }), /limit/],
  ['NUL in a list', () => ({ path: 'a', list: ['ok', 'no\0'] }), /list/],
  ['NUL in an open place', () => ({ path: 'a', any: { x: ['\0'] } }), /NUL/],
  ['a list with holes', () => ({ path: 'a', list: Array.from({ length: 3 }) }), /list/],
  ['a list as text with a hole', () => '{"path":"a","list":["a",,"b"]}', /JSON/],
  ['a trailing comma', () => '{"path":"a",}', /JSON/],
  ['single quotes', () => "{'path':'a'}", /JSON/],
  ['NaN in the text', () => '{"path":"a","ratio":NaN}', /JSON/],
  ['two objects', () => '{"path":"a"}{"path":"b"}', /JSON/],
  ['a byte order mark', () => '\ufeff{"path":"a"}', /JSON/],
  ['a raw line break in a string', () => '{"path":"a\nb"}', /JSON/],
  ['lists 20,000 deep in the text', () => `{"path":"a","any":${nested('[', ']', 20_000)}}`, /deeper/],
  [
    'lists 20,000 deep',
    () => ({ path: 'a', any: JSON.parse(nested('[', ']', 20_000)) as unknown }),
    /deeper/,
  ],
  ['a cycle', () => cycle(), /deeper|larger/],
  ['2 MB of text in one parameter', () => ({ path: 'a', any: 'x'.repeat(2_000_000) }), /larger|long/],
  ['2 MB of text as JSON', () => JSON.stringify({ path: 'a', any: 'x'.repeat(2_000_000) }), /long/],
  [
    '2 MB in half a million small items',
    () => ({ path: 'a', any: Array.from({ length: 500_000 }, () => 1) }),
    /larger/,
  ],
  ['a Buffer', () => Buffer.from('{"path":"a"}'), /known parameter|object|path/],
  ['a Map', () => new Map([['path', 'a']]), /path/],
  ['a number', () => 7, /object/],
  ['a BigInt as the arguments', () => 7n, /object/],
  ['a function as the arguments', () => () => ({ path: 'a' }), /object/],
  ['a list of arguments', () => [{ path: 'a' }], /object/],
  ['true', () => true, /object/],
  ['text that is JSON, twice in quotes', () => JSON.stringify(JSON.stringify('x')), /object/],
]

function cycle(): object {
  const loop: Record<string, unknown> = { path: 'a' }
  loop['any'] = loop
  return loop
}

for (const [library, schema] of [
  ['JSON Schema', json],
  ['Zod', zod],
] as const) {
  describe(`hostile arguments, checked by ${library}`, () => {
    for (const [title, input, names] of refused)
      it(`refuses ${title}`, async () => assertRefused(await answer(schema, input()), names))

    it('takes -0, quotes, emoji and 4,096 characters exactly as they came', async () => {
      const path = `"'\\ 📁é日本${'x'.repeat(4084)}`
      const { seen } = await answer(schema, JSON.stringify({ path, ratio: -0.0, any: { 'a b': [null] } }))
      assert.deepStrictEqual(seen, [{ path, limit: 8, ratio: 0, any: { 'a b': [null] } }])
    })

    it('takes an object without a prototype', async () => {
      const bare = Object.assign(Object.create(null) as object, { path: 'a' })
      const { seen } = await answer(schema, bare)
      assert.deepEqual({ ...(seen[0] as object) }, { path: 'a', limit: 8 })
    })

    it('takes what lies 60 levels deep', async () => {
      const any = JSON.parse(nested('[', ']', 60)) as unknown
      const { seen } = await answer(schema, { path: 'a', any })
      assert.deepStrictEqual(seen, [{ path: 'a', limit: 8, any }])
    })

    it('does not pass on Symbol keys', async () => {
      const { seen } = await answer(schema, { path: 'a', [Symbol('secret')]: 1 })
      assert.deepStrictEqual(seen, [{ path: 'a', limit: 8 }])
    })

    it('never hands the caller’s own objects to the tool', async () => {
      const given = { path: 'a', list: ['x'], deep: { flag: true } }
      const { seen } = await answer(schema, given)
      const got = seen[0] as typeof given
      assert.notEqual(got, given)
      assert.notEqual(got.list, given.list)
      assert.notEqual(got.deep, given.deep)
    })

    it('answers a result for a getter that throws', async () => {
      const hostile = Object.defineProperty({ path: 'a' }, 'any', {
        enumerable: true,
        get: () => {
          throw new Error('no')
        },
      })
      assertRefused(await answer(schema, hostile), /any|read/)
    })

    it('answers a result for a Proxy that throws', async () => {
      const hostile = new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      )
      const { result, seen } = await answer(schema, hostile)
      assert.equal(result.status, 'error')
      assert.deepEqual(seen, [])
    })

    it('hands the tool a value that passed the check, though a getter changes it', async () => {
      let reads = 0
      const shifty = Object.defineProperty({}, 'path', {
        enumerable: true,
        get: () => (reads++ < 2 ? 'ok' : 666),
      })
      const { seen } = await answer(schema, shifty)
      for (const value of seen) assert.equal(typeof (value as { path: unknown }).path, 'string')
    })
  })
}
