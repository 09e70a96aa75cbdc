// oxlint-disable unicorn/no-thenable -- "then" is a word of JSON Schema
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileSchema } from './compile-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** A schema, what it takes, and what it refuses with the first problem as `path: message`. */
type Case = readonly [
  name: string,
  schema: JsonSchema,
  good: readonly unknown[],
  bad: readonly [unknown, RegExp][],
]

const cases: readonly Case[] = [
  [
    'types',
    { type: ['integer', 'null'] },
    [1, null, 1.0],
    [
      [1.5, /^: must be/],
      ['1', /^: must be/],
    ],
  ],
  ['required', { required: ['a', 'b'] }, [{ a: 1, b: 2 }], [[{ a: 1 }, /^: lacks "b"$/]]],
  [
    'enum',
    { properties: { m: { enum: ['a', 1] } } },
    [{ m: 'a' }, { m: 1 }],
    [[{ m: 'b' }, /^m: must be one of "a", 1$/]],
  ],
  ['const', { items: { const: { a: 1 } } }, [[{ a: 1 }]], [[[{ a: 2 }], /^0: must be \{"a":1\}$/]]],
  [
    'closed objects',
    { properties: { a: {} }, additionalProperties: false },
    [{ a: 1 }],
    [[{ b: 1 }, /^: has unknown "b"$/]],
  ],
  [
    'ranges',
    { type: 'number', minimum: 1, exclusiveMaximum: 3 },
    [1, 2.9],
    [
      [3, /^: must be < 3/],
      [0, /^: must be >= 1/],
    ],
  ],
  [
    'lengths',
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', '😀😀'],
    [
      ['a', /^: must/],
      ['abcd', /^: must/],
    ],
  ],
  [
    'patterns',
    { properties: { p: { pattern: '^(a|b)+$' } } },
    [{ p: 'ab' }, { p: 5 }],
    [[{ p: 'c' }, /^p: must match the pattern \^\(a\|b\)\+\$$/]],
  ],
  [
    'lists',
    { items: { type: 'object', required: ['x'] }, uniqueItems: true },
    [[{ x: 1 }]],
    [[[{ x: 1 }, {}], /^1: lacks "x"$/]],
  ],
  [
    'keys with slashes',
    { properties: { 'a/b~c': { type: 'string' } } },
    [{ 'a/b~c': 'x' }],
    [[{ 'a/b~c': 1 }, /^a\/b~c: must be string$/]],
  ],
  [
    'draft-07 tuples',
    { items: [{ type: 'string' }], additionalItems: false },
    [['a']],
    [[['a', 1], /^1: is not accepted here$/]],
  ],
  [
    'draft-07 definitions',
    { definitions: { n: { type: 'number' } }, properties: { a: { $ref: '#/definitions/n' } } },
    [{ a: 1 }],
    [[{ a: 'x' }, /^a: must be number$/]],
  ],
  [
    'draft-07 dependencies',
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    [{ a: 1, b: 2 }, { b: 1 }],
    [
      [{ a: 1 }, /b/],
      [{ c: 1 }, /d/],
    ],
  ],
  [
    '2020-12 tuples',
    { prefixItems: [{ type: 'string' }], items: false },
    [['a'], []],
    [[['a', 1], /^1: is not accepted here$/]],
  ],
  ['contains', { contains: { const: 1 }, minContains: 2 }, [[1, 1]], [[[1], /^: must contain/]]],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{ b: 1 }], [[{ a: 1 }, /b/]]],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { required: ['b'] } } },
    [{ a: 1, b: 1 }],
    [[{ a: 1 }, /lacks "b"/]],
  ],
  [
    'unevaluatedProperties',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    [{ a: 1 }],
    [[{ z: 1 }, /^: has unknown "z"$/]],
  ],
  [
    'if, then, else',
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    [{ a: 1, b: 1 }, { c: 1 }],
    [
      [{ a: 1 }, /./],
      [{}, /./],
    ],
  ],
  [
    'oneOf',
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    [1.5],
    [
      [1, /exactly one/],
      ['x', /./],
    ],
  ],
  ['not', { not: { type: 'string' } }, [1], [['x', /^: must not/]]],
  [
    'anchors',
    { $defs: { a: { $anchor: 'n', type: 'number' } }, items: { $ref: '#n' } },
    [[1]],
    [[['x'], /^0: must be number$/]],
  ],
  [
    'recursion',
    { properties: { next: { $ref: '#' }, v: { type: 'number' } } },
    [{ next: { next: { v: 1 } } }],
    [[{ next: { next: { v: 'x' } } }, /^next\.next\.v: must be number$/]],
  ],
  [
    'key patterns',
    { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    [{ 'x-a': 1 }],
    [[{ 'x-a': 'b' }, /^x-a: must be number$/]],
  ],
  ['propertyNames', { propertyNames: { pattern: '^(a|b)$' } }, [{ a: 1 }], [[{ c: 1 }, /./]]],
]

describe('a compiled schema', () => {
  for (const [name, schema, good, bad] of cases) {
    it(`checks ${name} and says where and what is wrong`, () => {
      const { check, issues } = compileSchema(schema)
      for (const value of good) assert.ok(check(value), JSON.stringify(value))
      for (const [value, expected] of bad) {
        assert.equal(check(value), false, JSON.stringify(value))
        const texts = issues(value).map(({ path, message }) => `${path.join('.')}: ${message}`)
        assert.match(texts[0] ?? 'nothing was said', expected)
      }
    })
  }

  const formats: Record<string, readonly [good: string, bad: string]> = {
    'date-time': ['2026-01-02T03:04:05Z', '2026-01-02 03:04'],
    date: ['2024-02-29', '2023-02-29'],
    time: ['12:30:00Z', '25:00:00Z'],
    email: ['a@b.co', 'a at b'],
    uri: ['https://a.b/c?d#e', 'not a uri'],
    uuid: ['123e4567-e89b-12d3-a456-426614174000', '123'],
    ipv4: ['127.0.0.1', '999.1.1.1'],
    ipv6: ['::1', '::zz'],
  }
  for (const [format, [good, bad]] of Object.entries(formats))
    it(`holds strings to the format ${format}`, () => {
      const { check } = compileSchema({ format })
      assert.ok(check(good))
      assert.ok(!check(bad))
    })

  it('takes no notice of a format that it does not know', () => {
    assert.ok(compileSchema({ type: 'string', format: 'made-up' }).check('x'))
  })

  it('never refuses a value without a reason', () => {
    const schemas: JsonSchema[] = [
      { properties: { a: false } },
      { items: false },
      { prefixItems: [true], items: false },
      { additionalProperties: false },
      { not: {} },
      { propertyNames: false },
      { contains: false },
      { $dynamicRef: '#nope' },
      { allOf: [false] },
      { anyOf: [false, { type: 'string' }] },
      { if: true, then: false },
      { dependentSchemas: { a: false } },
      { unevaluatedProperties: false },
      { unevaluatedItems: false },
    ]
    for (const schema of schemas)
      for (const value of [{ a: 1 }, [1, 2]]) {
        const { check, issues } = compileSchema(schema)
        if (!check(value))
          assert.notEqual(issues(value).length, 0, `${JSON.stringify(schema)} ${JSON.stringify(value)}`)
      }
  })

  it('takes true for everything and false for nothing', () => {
    assert.ok(compileSchema(true).check({}))
    assert.ok(!compileSchema(false).check({}))
    assert.notEqual(compileSchema(false).issues({}).length, 0)
  })

  it('runs its patterns in linear time', () => {
    const { check, takeOpen } = compileSchema({ type: 'string', pattern: '^(\\w+\\s?)*\\$$' })
    const started = performance.now()
    assert.equal(check('word '.repeat(5000)), false)
    assert.equal(takeOpen().size, 0)
    assert.ok(performance.now() - started < 2000)
  })

  it('leaves open what would take long to match, and knows it when it was told', () => {
    const pattern = '^(\\w+\\s?)*\\$$'
    const { check, takeOpen, withAnswers } = compileSchema({ type: 'array', items: { pattern } })
    const long = 'word '.repeat(100_000)
    assert.equal(check([long]), true)
    assert.deepEqual([...takeOpen()], [[pattern, new Set([long])]])
    const answers = new Map([[pattern, new Map([[long, false]])]])
    assert.equal(
      withAnswers(answers, () => check([long])),
      false,
    )
    assert.equal(takeOpen().size, 0)
    assert.equal(check(Array.from({ length: 10_000 }, (_, index) => `${`word ${index} `.repeat(10)}$`)), true)
    assert.ok(takeOpen().size > 0, 'many short texts are as long as a long one')
  })

  it('does not mistake data, names or foreign words for patterns', () => {
    const { check } = compileSchema({
      properties: {
        pattern: { type: 'string' },
        a: { 'x-rule': { pattern: '[' }, example: { pattern: '(?=x)' } },
      },
      default: { pattern: '(' },
      enum: [{ pattern: '(' }],
    })
    assert.ok(check({ pattern: '(' }))
  })

  it('leaves the schema that it was given as it was', () => {
    const schema = Object.freeze({ type: 'string', pattern: '^(a|b)$' })
    assert.ok(compileSchema(schema).check('a'))
    assert.deepEqual(schema, { type: 'string', pattern: '^(a|b)$' })
  })

  for (const [title, schema, value] of [
    ['all of itself', { type: 'object', allOf: [{ $ref: '#' }] }, {}],
    ['not itself', { properties: { a: { not: { $ref: '#/properties/a' } } } }, { a: 1 }],
  ] as const)
    it(`says so where a schema is ${title}, and lives`, () => {
      const { check, issues } = compileSchema(schema)
      const expected = { code: 'invalid_definition', message: 'this schema refers to itself without end' }
      assert.throws(() => check(value), expected)
      assert.throws(() => issues(value), expected)
    })

  it('may come back to itself further down', () => {
    const { check } = compileSchema({ type: 'object', properties: { next: { $ref: '#' } } })
    assert.ok(check({ next: { next: {} } }))
    assert.ok(!check({ next: { next: 1 } }))
  })
})

it('what may have been looked at is not known to be, also inside "not"', () => {
  const rest = { unevaluatedProperties: false }
  const hard = { patternProperties: { '(?<=x)a': true } }
  const lost = { anyOf: [{ $ref: 'lost:', properties: { a: true } }, true] }
  for (const schema of [hard, lost])
    assert.equal(compileSchema({ not: { ...schema, ...rest } }).check({ a: 1 }), true)
})
