/**
 * Schemas and values that multiply: each ends soon, with a sentence.
 *
 * @module
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSchema } from './check-schema.ts'
import { compileSchema } from './compile-schema.ts'
import { lenientSchema } from './lenient-schema.ts'

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function named(count: number, make: (index: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(many(count, (index) => [`d${index}`, make(index)]))
}

const tooLong = /takes over 2000000 steps/

const multiplying: readonly (readonly [title: string, schema: object, value: unknown])[] = [
  ['lengths of a long text', { allOf: many(19_000, () => ({ maxLength: 460_000 })) }, '😀'.repeat(450_000)],
  ['equal items of a long list', { allOf: many(9000, () => ({ uniqueItems: true })) }, many(50_000, String)],
  ['keys of a large object', { allOf: many(9000, () => ({ minProperties: 1 })) }, named(50_000, () => 1)],
  [
    'objects to choose from',
    { items: { enum: [...many(9000, (a) => ({ a })), {}] } },
    many(50_000, () => ({})),
  ],
  [
    'names that are required',
    { items: { anyOf: [{ required: many(20_000, (index) => `k${index}`) }, {}] } },
    many(50_000, () => ({})),
  ],
  ['patterns by keys', { patternProperties: named(5000, () => ({})) }, named(50_000, () => 1)],
]

for (const [title, schema, value] of multiplying)
  test(`a check counts what it costs: ${title}`, () => {
    assert.throws(() => compileSchema(schema as never).check(value), tooLong)
  })

test('references in one long circle are followed once', () => {
  const { problems } = readSchema({
    $defs: named(18_000, (index) => ({ $ref: `#/$defs/d${(index + 1) % 18_000}` })),
  })
  assert.match(problems[0]?.message ?? '', /leads back to itself/)
  assert.equal(problems.length, 200)
})

test('each lost anchor is not looked for in the whole schema', () => {
  const { problems } = readSchema({ allOf: many(15_000, (index) => ({ $ref: `#x${index}` })) })
  assert.match(problems[0]?.message ?? '', /points nowhere/)
})

test('a long name around many schemas is refused, because each pointer repeats it', () => {
  const long = { properties: { ['n'.repeat(300_000)]: { properties: named(5000, () => ({})) } } }
  const read = lenientSchema({ ...long, $ref: '#a', $defs: { a: { $anchor: 'a' } } })
  assert.match(read.problem?.message ?? '', /names are too long/)
})

test('many patterns are refused before they are read', () => {
  const patternProperties = Object.fromEntries(many(5000, (index) => [`a{990}b{990}${index}`, {}]))
  assert.match(lenientSchema({ patternProperties }).problem?.message ?? '', /over 500 patterns/)
})

test('a long list of literals is checked, not compiled into code that overflows', () => {
  const { check } = compileSchema({ enum: many(12_000, (index) => `v${index}`) })
  assert.equal(check('v11999'), true)
  assert.equal(check('w'), false)
})

test('what is no number is no multiple', () => {
  const { check } = compileSchema({ multipleOf: 0.1 })
  assert.deepEqual([check(Number.NaN), check(Infinity), check(0.3)], [false, false, true])
})

test('a keyword named __proto__ gives a schema nothing', () => {
  const schema: unknown = JSON.parse(
    '{"__proto__":{"properties":{"x":true}},"additionalProperties":false,"not":{"$ref":"#a"},"$defs":{"a":{"$anchor":"a","type":"string"}}}',
  )
  assert.equal(compileSchema(schema as never).check({ x: 1 }), false)
})
