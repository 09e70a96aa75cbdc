// oxlint-disable unicorn/no-thenable -- "then" is a word of JSON Schema
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSchema } from './check-schema.ts'
import { childSchemas, mapChildSchemas, resolveRef, schemaLimits } from './json-schema.ts'

const inside = (schema: unknown): unknown => ({ type: 'object', properties: { v: schema } })
const problemsOf = (schema: unknown): string[] =>
  checkSchema(schema).map(({ path, message }) => `${path} ${message}`)

describe('a schema that is taken', () => {
  const good: Record<string, unknown> = {
    'an empty one': {},
    'true and false': { properties: { a: true, b: false } },
    'draft-07 with tuples and dependencies': {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { name: { type: 'string' } },
      properties: {
        t: { items: [{ type: 'string' }, { $ref: '#/definitions/name' }], additionalItems: false },
      },
      dependencies: { a: ['b'], c: { required: ['d'] } },
    },
    '2020-12 with everything': {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { node: { $anchor: 'node', properties: { next: { $ref: '#node' } } } },
      prefixItems: [{ const: 1 }],
      contains: { enum: ['a'] },
      unevaluatedProperties: false,
      dependentSchemas: { a: { minProperties: 2 } },
      if: {},
      then: {},
      else: {},
    },
    'a cycle through $ref': {
      $defs: { tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' } } } },
      $ref: '#/$defs/tree',
    },
    'a reference with escapes': { $defs: { 'a/b~c d': {} }, items: { $ref: '#/$defs/a~1b~0c%20d' } },
    'a type list': { type: ['string', 'null'] },
    'properties whose names are keywords': {
      properties: {
        type: { type: 'string' },
        required: { type: 'boolean' },
        $ref: { type: 'string' },
        enum: {},
      },
    },
    'words of other libraries': { 'x-order': 1, nullable: true, example: { pattern: '(?=x)' } },
    'hard key patterns': { patternProperties: { '(a+)+$': {}, 'a+$': {}, '^(foo|bar)$': {} } },
    'draft-04 bounds': { minimum: 1, exclusiveMinimum: true },
    'a long count': { pattern: '^.{1,5000}$' },
    'looking ahead from the start': { pattern: '^(?!tmp)(?=.*\\d).+$' },
    'a record as TypeBox writes it': { patternProperties: { '^(.*)$': { type: 'string' }, '^.*$': {} } },
  }
  for (const [name, schema] of Object.entries(good))
    it(`is ${name}`, () => assert.deepEqual(problemsOf(schema), []))
})

describe('a schema that is refused', () => {
  const bad: [string, unknown, RegExp][] = [
    ['a wrong type', { type: 'sting' }, /"sting" is not a JSON Schema type. Did you mean "string"/],
    ['a type that is no word', { type: 5 }, /"type": 5/],
    ['no type at all', { type: [] }, /at least one type/],
    ['one wrong type of several', { type: ['string', 'int'] }, /"int" is not/],
    ['required inside a property', { type: 'string', required: true }, /stands beside "properties"/],
    ['required with other than names', { required: [1] }, /"required" must be a list/],
    ['properties as a list', { properties: [] }, /"properties" must be an object/],
    ['a property that is no schema', { properties: { a: null } }, /\/properties\/a must be a schema/],
    ['a property __proto__', { properties: JSON.parse('{"__proto__":{}}') as object }, /named "__proto__"/],
    ['an empty enum', { enum: [] }, /"enum" must be/],
    ['an enum that is no list', { enum: 'a' }, /"enum" must be/],
    ['a limit in quotes', { minimum: '1' }, /"minimum" must be a number/],
    ['a limit that is no number', { maxLength: Number.NaN }, /"maxLength" must be a number/],
    ['a bound that is no number', { exclusiveMinimum: '1' }, /"exclusiveMinimum" must be a number/],
    ['a multiple of nothing', { multipleOf: 0 }, /"multipleOf" must be greater than 0/],
    [
      'names that are none',
      { dependentRequired: { a: [1] } },
      /"dependentRequired" must have a list of names for "a"/,
    ],
    ['a format that is no text', { format: {} }, /"format" must be a string/],
    ['anyOf that is no list', { anyOf: {} }, /"anyOf" must be a list/],
    ['an empty oneOf', { oneOf: [] }, /"oneOf" must be a list/],
    ['items that are no schema', { items: 'string' }, /\/items must be a schema/],
    ['a broken pattern', { pattern: '[' }, /"pattern" "\["/],
    ['a pattern that is no text', { pattern: 5 }, /"pattern" must be a string/],
    ['a pattern with look-ahead', { pattern: '(?=a)b' }, /linear time/],
    ['a pattern in a dependency', { dependencies: { a: { pattern: '(' } } }, /dependencies\/a "pattern"/],
    ['a key pattern with look-behind', { patternProperties: { '(?<=a)b': {} } }, /"patternProperties" has/],
    [
      'a pattern behind a word that is no keyword',
      { $ref: '#/properties/v/x-parts/a', 'x-parts': { a: { pattern: '(a)\\1' } } },
      /\/x-parts\/a "pattern"/,
    ],
    ['a reference to nowhere', { $ref: '#/$defs/none' }, /points nowhere/],
    ['a reference to another file', { $ref: 'other.json#/a' }, /points nowhere/],
    [
      'a reference to what is no schema',
      { description: 'x', $ref: '#/properties/v/description' },
      /points nowhere/,
    ],
    ['a reference that is no text', { $ref: {} }, /"\$ref" must be a string/],
    ['a reference to itself', { $ref: '#/properties/v' }, /leads back to itself/],
    ['an unknown anchor', { $ref: '#nope' }, /points nowhere/],
  ]
  for (const [name, schema, expected] of bad)
    it(`has ${name}: told with its place`, () => {
      const [first] = problemsOf(inside(schema))
      assert.match(first ?? 'taken', expected)
      assert.match(first ?? '', /^\/properties\/v/)
    })

  it('is no schema at all', () => {
    for (const schema of [null, undefined, 5, 'x', []])
      assert.match(problemsOf(schema)[0] ?? '', /must be a schema/)
  })

  it('has a ring of references', () => {
    const ring = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }
    assert.match(problemsOf(ring)[0] ?? '', /leads back to itself/)
  })

  it('contains itself as an object', () => {
    const schema: Record<string, unknown> = { type: 'object' }
    schema['properties'] = { again: { items: schema } }
    assert.match(problemsOf(schema)[0] ?? '', /contains itself/)
  })

  it('may hold one object in two places', () => {
    const shared = { type: 'string' }
    assert.deepEqual(problemsOf({ properties: { a: shared, b: shared } }), [])
  })

  it('is nested too deep, and one level less is taken', () => {
    const nest = (levels: number): unknown => (levels === 0 ? {} : { items: nest(levels - 1) })
    assert.deepEqual(problemsOf(nest(schemaLimits.maxDepth - 1)), [])
    assert.match(problemsOf(nest(schemaLimits.maxDepth))[0] ?? '', /nested deeper than 48/)
    assert.match(problemsOf(nest(5000))[0] ?? '', /nested deeper/)
  })

  it('is too large, in parts or in text', () => {
    const many = Object.fromEntries(Array.from({ length: schemaLimits.maxNodes }, (_, at) => [`p${at}`, {}]))
    assert.match(problemsOf({ properties: many })[0] ?? '', /over 20000 sub-schemas/)
    assert.match(problemsOf({ description: 'x'.repeat(600_000) })[0] ?? '', /over 512000 characters/)
    assert.match(
      problemsOf({ enum: Array.from({ length: 600 }, () => 'x'.repeat(1000)) })[0] ?? '',
      /characters/,
    )
  })

  it('doubles itself at every level and is refused quickly', () => {
    let schema: unknown = {}
    for (let level = 0; level < 40; level++) schema = { allOf: [schema, schema] }
    assert.match(problemsOf(schema)[0] ?? '', /sub-schemas/)
  })

  it('has thousands of references to a far anchor and is read in reasonable time', () => {
    const refs = Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`p${at}`, { $ref: '#far' }]))
    const started = performance.now()
    assert.deepEqual(problemsOf({ properties: { ...refs, far: { $anchor: 'far' } } }), [])
    assert.ok(performance.now() - started < 5000)
  })

  it('is told with at most twenty problems', () => {
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { type: 'x' }]))
    assert.equal(problemsOf({ properties }).length, 20)
  })
})

describe('walking a schema', () => {
  it('visits every sub-schema with the pointer that leads to it', () => {
    const schema = {
      properties: { 'a/b': 1 },
      $defs: { x: 2 },
      items: [3],
      anyOf: [4],
      not: 5,
      dependencies: { a: ['b'], c: 6 },
      default: { not: 'seen' },
    }
    assert.deepEqual(Object.fromEntries(childSchemas(schema as never)), {
      not: 5,
      'anyOf/0': 4,
      '$defs/x': 2,
      'dependencies/c': 6,
      'properties/a~1b': 1,
      'items/0': 3,
    })
    for (const [pointer, child] of childSchemas(schema as never))
      assert.equal(resolveRef(schema, `#/${pointer}`), child)
  })

  it('changes sub-schemas, and neither names nor data', () => {
    const schema = {
      properties: { not: { a: 1 }, items: { b: 1 } },
      items: { c: 1 },
      allOf: [{ d: 1 }, true],
      additionalProperties: false,
      default: { items: { e: 1 } },
      'x-items': { f: 1 },
    }
    const seen: unknown[] = []
    const copy = mapChildSchemas(schema, (child) => {
      seen.push(child)
      return 'changed'
    })
    assert.deepEqual(seen, [{ a: 1 }, { b: 1 }, { c: 1 }, { d: 1 }, true])
    assert.deepEqual(JSON.parse(JSON.stringify(copy)), {
      properties: { not: 'changed', items: 'changed' },
      items: 'changed',
      allOf: ['changed', 'changed'],
      additionalProperties: false,
      default: { items: { e: 1 } },
      'x-items': { f: 1 },
    })
  })
})
