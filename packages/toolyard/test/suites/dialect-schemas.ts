/**
 * Schemas shaped like those of published servers and documents, each with arguments that fit: every kind of parameter in every
 * place in which they are found, and whole schemas with traits of their own.
 *
 * @module
 */
import type { JsonSchema } from '../../src/kernel/index.ts'
import { jsonSamples, openSamples } from '../../src/dialects/json-samples.test.ts'
import { corpusSamples } from '../../src/dialects/support.test.ts'
import { zodSamples } from '../../src/dialects/zod-samples.test.ts'

export interface SchemaCase {
  readonly name: string
  readonly schema: JsonSchema
  readonly description?: string
  /** Arguments that fit; none where only the definition is looked at. */
  readonly values: readonly unknown[]
}

/** A parameter and a value for it. */
type Parameter = readonly [name: string, schema: JsonSchema, value: unknown]

const long = 'The path, relative to the root of the repository, of what is to be looked at. '.repeat(30)

const parameters: readonly Parameter[] = [
  ['text', { type: 'string', description: 'Some text.' }, 'a'],
  ['long description', { type: 'string', description: long }, 'a'],
  ['length', { type: 'string', minLength: 1, maxLength: 5000 }, 'a'],
  ['pattern', { type: 'string', pattern: '^[a-z]+$' }, 'abc'],
  ['uri', { type: 'string', format: 'uri' }, 'https://example.com/'],
  ['date', { type: 'string', format: 'date-time' }, '2026-01-02T03:04:05Z'],
  ['number', { type: 'number', minimum: 0, exclusiveMaximum: 10 }, 2.5],
  ['integer', { type: 'integer', minimum: 1, maximum: 100, default: 10 }, 7],
  ['multiple', { type: 'integer', multipleOf: 5 }, 10],
  ['flag', { type: 'boolean', default: false }, true],
  ['choice', { type: 'string', enum: ['open', 'closed', 'all'] }, 'all'],
  ['choice with an empty string', { type: 'string', enum: ['', 'asc', 'desc'] }, ''],
  ['only an empty string', { const: '' }, ''],
  ['choice of numbers', { type: 'integer', enum: [1, 2, 3] }, 2],
  ['choice without a type', { enum: ['a', 1, null, true] }, 'a'],
  ['constant', { const: 'file' }, 'file'],
  ['nullable', { type: ['string', 'null'] }, 'a'],
  ['nullable union', { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }, 3],
  ['either', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, 4],
  ['overlapping', { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }, 1],
  ['list', { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true }, ['a', 'b']],
  ['list of lists', { type: 'array', items: { type: 'array', items: { type: 'number' } } }, [[1], [2, 3]]],
  ['list without items', { type: 'array' }, ['a']],
  [
    'tuple',
    { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
    [1, 2],
  ],
  ['empty object', { type: 'object', properties: {} }, {}],
  ['closed empty object', { type: 'object', properties: {}, additionalProperties: false }, {}],
  ['free object', { type: 'object' }, { a: 1 }],
  ['record', { type: 'object', additionalProperties: { type: 'string' } }, { a: 'b', c: 'd' }],
  [
    'object',
    {
      type: 'object',
      properties: { x: { type: 'integer' }, y: { type: 'integer' } },
      required: ['x'],
      additionalProperties: false,
    },
    { x: 1 },
  ],
  [
    'required default',
    { type: 'object', properties: { a: { type: 'string', default: 'z' } }, required: ['a'] },
    { a: 'z' },
  ],
  [
    'merged',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'integer' } } },
      ],
    },
    { a: 'x', b: 1 },
  ],
  [
    'told apart by kind',
    {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'a' }, a: { type: 'string' } },
          required: ['kind', 'a'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'b' }, b: { type: 'integer' } },
          required: ['kind', 'b'],
        },
      ],
      discriminator: { propertyName: 'kind' },
    },
    { kind: 'b', b: 1 },
  ],
  ['anything', {}, 'a'],
]

/** Where a parameter stands. */
const places: readonly (readonly [name: string, put: (parameter: Parameter) => SchemaCase])[] = [
  [
    'required',
    ([name, schema, value]) => ({ name, schema: object({ p: schema }, ['p']), values: [{ p: value }] }),
  ],
  [
    'optional',
    ([name, schema, value]) => ({ name, schema: object({ p: schema }, []), values: [{}, { p: value }] }),
  ],
  [
    'beside others',
    ([name, schema, value]) => ({
      name,
      schema: object({ 'page-size': { type: 'integer' }, p: schema, q: { type: 'string' } }, ['q']),
      values: [{ q: 'a' }, { 'page-size': 1, p: value, q: 'a' }],
    }),
  ],
  [
    'in an object',
    ([name, schema, value]) => ({
      name,
      schema: object({ o: object({ p: schema }, ['p']) }, ['o']),
      values: [{ o: { p: value } }],
    }),
  ],
  [
    'in a list',
    ([name, schema, value]) => ({
      name,
      schema: object({ l: { type: 'array', items: object({ p: schema }, []) } }, []),
      values: [{}, { l: [{}, { p: value }] }],
    }),
  ],
  [
    'behind a reference',
    ([name, schema, value]) => ({
      name,
      schema: {
        ...object({ p: { $ref: '#/$defs/P' }, q: { $ref: '#/$defs/P' } }, ['p']),
        $defs: { P: schema },
      },
      values: [{ p: value }, { p: value, q: value }],
    }),
  ],
  [
    'as draft-07 writes it',
    ([name, schema, value]) => ({
      name,
      schema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { p: { $ref: '#/definitions/P' } },
        definitions: { P: schema },
      },
      values: [{}, { p: value }],
    }),
  ],
]

function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

const node: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
  required: ['name'],
}

const whole: readonly SchemaCase[] = [
  { name: 'no parameters', schema: { type: 'object', properties: {} }, values: [{}] },
  {
    name: 'no parameters, closed',
    schema: { type: 'object', properties: {}, additionalProperties: false },
    values: [{}],
  },
  {
    name: 'long description',
    description: long,
    schema: object({ p: { type: 'string' } }, ['p']),
    values: [{ p: 'a' }],
  },
  {
    name: 'recursive',
    schema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      required: ['root'],
      $defs: { Node: node },
    },
    values: [{ root: { name: 'a' } }, { root: { name: 'a', children: [{ name: 'b', children: [] }] } }],
  },
  {
    name: 'forty parameters',
    schema: object(
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, { type: 'string' }])),
      ['p0'],
    ),
    values: [{ p0: 'a' }, { p0: 'a', p39: 'b' }],
  },
  {
    name: 'names that providers refuse',
    schema: object({ $filter: { type: 'string' }, 'x.y': { type: 'integer' }, '2fa': { type: 'boolean' } }, [
      '$filter',
    ]),
    values: [{ $filter: 'a', 'x.y': 1, '2fa': true }],
  },
  {
    name: 'a choice of requests',
    schema: {
      oneOf: [object({ id: { type: 'string' } }, ['id']), object({ url: { type: 'string' } }, ['url'])],
    },
    values: [{ id: 'a' }],
  },
  {
    name: 'required and not described',
    schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'ghost'] },
    values: [],
  },
]

/** All of them; names are unique. */
export function schemaCases(): SchemaCase[] {
  const placed = places.flatMap(([place, put]) =>
    parameters.map((parameter) => ({ ...put(parameter), name: `${parameter[0]}, ${place}` })),
  )
  const open = openSamples().map(([name, schema]) => ({ name, schema, values: [] }))
  return [...placed, ...whole, ...corpusSamples(), ...zodSamples(), ...jsonSamples(), ...open]
}
