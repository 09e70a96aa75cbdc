import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { both } from '../support.test.ts'

describe('the schema of an argument', () => {
  const cases: readonly (readonly [title: string, schema: unknown, input: unknown])[] = [
    ['is kept where it is plain', { type: 'string', minLength: 2 }, { type: 'string', minLength: 2 }],
    [
      'may be null where version 3.0 says nullable',
      { type: 'integer', nullable: true },
      { type: ['integer', 'null'] },
    ],
    [
      'may be null among literals',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['may be of several types', { type: ['string', 'number'] }, { type: ['string', 'number'] }],
    [
      'has a strict limit where version 3.0 says exclusive',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 9 },
    ],
    [
      'has a strict limit where version 3.1 gives one',
      { type: 'number', exclusiveMinimum: 1 },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [
      'tells its example, its age and its default in words',
      { type: 'string', description: 'A city.', example: 'Rome', deprecated: true, default: 'Bonn' },
      { type: 'string', description: 'Deprecated. A city. For example: "Rome" Default: "Bonn".' },
    ],
    [
      'is described by its title at least',
      { type: 'string', title: 'City' },
      { type: 'string', description: 'City' },
    ],
    [
      'is an object where it has properties',
      { properties: { a: {} } },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'knows all the names that it needs',
      { properties: {}, required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    ['has bytes as a text', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
    [
      'has literals of its type',
      { type: 'string', enum: [1, true, 'a'] },
      { type: 'string', enum: ['1', 'true', 'a'] },
    ],
    [
      'takes the first items one by one',
      { items: [{ type: 'string' }, {}] },
      { type: 'array', prefixItems: [{ type: 'string' }, {}] },
    ],
    [
      'leaves out what only answers hold',
      { properties: { id: { readOnly: true }, name: {} }, required: ['id', 'name'] },
      { type: 'object', properties: { name: {} }, required: ['name'] },
    ],
    [
      'leaves the choice of one to the server',
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'takes the words beside a reference',
      { $ref: '#/components/schemas/Name', description: 'Yours.' },
      { type: 'string', description: 'Yours.' },
    ],
    [
      'may be null beside a reference',
      { $ref: '#/components/schemas/Name', nullable: true },
      { type: ['string', 'null'] },
    ],
    [
      'is what it is all of, where that is one',
      { allOf: [{ $ref: '#/components/schemas/Name' }], description: 'Yours.' },
      { type: 'string', description: 'Yours.' },
    ],
    [
      'is merged from what it is all of, where that is simple',
      {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { properties: { age: { type: 'integer' } }, required: ['age'], additionalProperties: false },
        ],
      },
      {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name', 'age'],
        additionalProperties: false,
      },
    ],
    [
      'stays an intersection where it is not',
      { allOf: [{ type: 'string' }, { minLength: 2 }] },
      { allOf: [{ type: 'string' }, { minLength: 2 }] },
    ],
    [
      'is a kind that its discriminator names',
      {
        oneOf: [{ $ref: '#/components/schemas/Named' }, { type: 'object', properties: { kind: {} } }],
        discriminator: { propertyName: 'kind', mapping: { person: '#/components/schemas/Named' } },
      },
      {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { const: 'person' }, name: { type: 'string' } },
            required: ['kind', 'name'],
          },
          { type: 'object', properties: { kind: {} } },
        ],
      },
    ],
    [
      'may have more than a base that is told apart by a discriminator',
      { type: 'object', properties: { kind: {} }, discriminator: { propertyName: 'kind' } },
      { type: 'object', properties: { kind: {} }, additionalProperties: true },
    ],
  ]
  const schemas = {
    Name: { type: 'string' },
    Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  }
  for (const [title, schema, expected] of cases)
    it(title, async () => {
      const { input, told } = await both(schema, schemas)
      assert.deepEqual(input, expected)
      assert.deepEqual(told, [])
    })

  const loose: readonly (readonly [schema: unknown, input: unknown, told: RegExp])[] = [
    [{ type: 'strange' }, {}, /\/type: "strange" is no type/],
    [{ type: 'String' }, { type: 'string' }, /^$/],
    [{ type: 'int' }, { type: 'integer' }, /^$/],
    [{ type: 'string', minLength: -1, maxLength: 'x' }, { type: 'string' }, /minLength: is no whole number/],
    [{ type: 'number', minimum: '1' }, { type: 'number' }, /\/minimum: is no number/],
    [{ type: 'number', multipleOf: 0 }, { type: 'number' }, /multipleOf/],
    [
      { type: 'string', pattern: '(?=a)a' },
      { type: 'string' },
      /\/pattern: is no pattern that runs in linear time/,
    ],
    [{ type: 'string', enum: [] }, { type: 'string' }, /\/enum: is no list of 1 to 1000/],
    [
      { type: 'string', enum: Array.from({ length: 1001 }, (_, at) => `v${at}`) },
      { type: 'string' },
      /\/enum/,
    ],
    [
      { type: 'string', enum: ['a\u202Eb'] },
      { type: 'string' },
      /\/enum: has values that are very long or that hide/,
    ],
    [
      { properties: { ['x'.repeat(300)]: {}, 'a\u0000': {} } },
      { type: 'object', properties: {} },
      /has a name that no call/,
    ],
    ['text', {}, /is no schema/],
    [null, {}, /is no schema/],
    [{ $ref: '#/nowhere' }, {}, /"#\/nowhere" leads nowhere/],
    [{ type: 'string', required: true }, { type: 'string' }, /^$/],
    [{ $dynamicRef: '#node' }, {}, /\$dynamicRef: is not looked at/],
    [
      { type: 'object', patternProperties: { '(?<=a)b': {} } },
      { type: 'object', additionalProperties: true },
      /patternProperties/,
    ],
    [
      { type: 'object', patternProperties: { '^(a|b)+$': {} } },
      { type: 'object', patternProperties: { '^(a|b)+$': {} } },
      /^$/,
    ],
    [
      { type: 'object', properties: { constructor: {}, a: {} } },
      { type: 'object', properties: { a: {} } },
      /\/constructor: has a name that no call may have/,
    ],
  ]
  for (const [schema, expected, told] of loose)
    it(`becomes looser, and that is told: ${JSON.stringify(schema)?.slice(0, 60)}`, async () => {
      const outcome = await both(schema)
      assert.deepEqual(outcome.input, expected)
      assert.match(outcome.told[0] ?? '', told)
    })

  it('is cut where it is too deep', async () => {
    let schema: object = { type: 'string' }
    for (let level = 0; level < 50; level++) schema = { type: 'array', items: schema }
    const { told } = await both(schema)
    assert.match(told[0] ?? '', /nested deeper than 36 levels; any value is taken there/)
  })
})

describe('the schema of an answer', () => {
  it('speaks of the structure only', async () => {
    const { output } = await both({
      type: 'object',
      additionalProperties: false,
      required: ['when', 'password'],
      properties: {
        when: { type: 'string', format: 'date-time', pattern: '^2', default: '2020' },
        name: { type: 'string', maxLength: 3, description: 'Its name.' },
        password: { type: 'string', writeOnly: true },
      },
    })
    assert.deepEqual(output, {
      type: 'object',
      required: ['when'],
      properties: { when: { type: 'string' }, name: { type: 'string', description: 'Its name.' } },
    })
  })
})
