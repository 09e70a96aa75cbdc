/**
 * JSON Schema as people and programs write it: what has a strict form, and what has none.
 *
 * @module
 */
import { z } from 'zod'
import { toToolSchema } from '../define/index.ts'
import type { JsonSchema } from '../kernel/index.ts'
import type { SchemaSample } from './support.test.ts'

const drafts: readonly (readonly [string, JsonSchema, readonly unknown[]])[] = [
  [
    'draft-07 definitions',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://x.io/s',
      type: 'object',
      definitions: { Name: { type: 'string', minLength: 1 } },
      properties: {
        name: { $ref: '#/definitions/Name' },
        nick: { $ref: '#/definitions/Name', description: 'Short name' },
      },
      required: ['name'],
    },
    [{ name: 'a' }, { name: 'a', nick: 'b' }],
  ],
  [
    'draft-07 tuple',
    {
      type: 'object',
      properties: {
        range: {
          type: 'array',
          items: [{ type: 'integer' }, { type: 'integer' }],
          additionalItems: false,
          minItems: 2,
        },
      },
      required: ['range'],
      additionalProperties: false,
    },
    [{ range: [1, 2] }],
  ],
  [
    'allOf of objects',
    {
      type: 'object',
      properties: {
        p: {
          allOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
            { $ref: '#/$defs/B' },
          ],
        },
      },
      required: ['p'],
      $defs: { B: { type: 'object', properties: { b: { type: 'integer' } } } },
    },
    [{ p: { a: 'x' } }, { p: { a: 'x', b: 1 } }],
  ],
  [
    'root allOf',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' } } },
      ],
    },
    [{ a: 'x' }, { a: 'x', b: 2 }],
  ],
  [
    'root reference',
    {
      $ref: '#/$defs/Input',
      $defs: {
        Input: {
          type: 'object',
          properties: { again: { $ref: '#/$defs/Input' }, n: { type: 'integer' } },
          required: ['n'],
        },
      },
    },
    [{ n: 1 }, { n: 1, again: { n: 2 } }],
  ],
  [
    'type lists',
    {
      type: 'object',
      properties: {
        v: { type: ['string', 'integer', 'null'], maxLength: 5 },
        w: { type: ['array', 'string'], items: { type: 'string' } },
      },
      required: ['v'],
      additionalProperties: false,
    },
    [{ v: null }, { v: 'x', w: ['a'] }, { v: 3, w: 'x' }],
  ],
  [
    'union beside properties',
    {
      type: 'object',
      properties: {
        target: {
          type: 'object',
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
          anyOf: [{ required: ['id'] }, { required: ['name'] }],
        },
      },
      required: ['target'],
    },
    [{ target: { id: 1 } }, { target: { name: 'x' } }, { target: { id: 1, name: 'x' } }],
  ],
  [
    'pydantic',
    {
      type: 'object',
      title: 'Args',
      properties: {
        pet: {
          discriminator: { propertyName: 't', mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' } },
          oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
        },
        limit: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Limit' },
      },
      required: ['pet'],
      $defs: {
        Cat: {
          type: 'object',
          properties: { t: { const: 'cat', type: 'string' }, lives: { type: 'integer', default: 9 } },
          required: ['t'],
        },
        Dog: { type: 'object', properties: { t: { const: 'dog', type: 'string' } }, required: ['t'] },
      },
    },
    [{ pet: { t: 'cat' } }, { pet: { t: 'dog' }, limit: 3 }, { pet: { t: 'cat', lives: 1 } }],
  ],
  [
    'names that need escapes',
    {
      type: 'object',
      properties: { 'a/b': { $ref: '#/$defs/x~1y' }, 'c d': { type: 'string' } },
      required: ['a/b'],
      $defs: { 'x/y': { type: 'object', properties: { 'k~': { type: 'string' } } } },
    },
    [{ 'a/b': {} }, { 'a/b': { 'k~': 'v' }, 'c d': 'x' }],
  ],
  [
    'closed intersection',
    {
      type: 'object',
      properties: {
        p: {
          allOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
            { type: 'object', properties: { b: { type: 'string' } } },
          ],
          unevaluatedProperties: false,
        },
      },
      required: ['p'],
    },
    [{ p: { a: 'x' } }, { p: { a: 'x', b: 'y' } }],
  ],
  [
    'unequal null and default',
    { type: 'object', properties: { a: { enum: ['x', null], default: 'x' } }, additionalProperties: false },
    [{}, { a: 'x' }],
  ],
]

export function jsonSamples(): SchemaSample[] {
  return drafts.map(([name, schema, values]) => ({ name, schema, values }))
}

function object(child: unknown): JsonSchema {
  return {
    type: 'object',
    properties: { p: child as JsonSchema },
    required: ['p'],
    additionalProperties: false,
  }
}

function json(schema: z.ZodType): JsonSchema {
  return toToolSchema(schema).json
}

/** Schemas that have none, and what the report says. */
export function openSamples(): (readonly [name: string, schema: JsonSchema, reason: RegExp])[] {
  return [
    ['anything', json(z.object({ p: z.any() })), /\/properties\/p: .*anything fits/],
    ['any JSON', json(z.object({ p: z.json() })), /could not be told apart/],
    ['loose object', json(z.looseObject({ p: z.string() })), /takes others besides/],
    ['catchall', json(z.object({ p: z.string() }).catchall(z.number())), /takes others besides/],
    ['mixed tuple', json(z.object({ p: z.tuple([z.string(), z.number()]) })), /tuple/],
    ['overlapping oneOf', object({ oneOf: [{ type: 'integer' }, { type: 'number' }] }), /overlap/],
    ['not', object({ type: 'string', not: { const: 'x' } }), /"not"/],
    [
      'if',
      object({ type: 'object', properties: { a: { type: 'string' } }, if: { required: ['a'] }, else: {} }),
      /"(if|else)"/,
    ],
    [
      'dependencies',
      object({ type: 'object', properties: { a: { type: 'string' } }, dependencies: { a: ['b'] } }),
      /dependentRequired/,
    ],
    [
      'patternProperties',
      object({ type: 'object', patternProperties: { '^x': { type: 'string' } } }),
      /patternProperties/,
    ],
    [
      'list that holds something',
      object({ type: 'array', items: { type: 'string' }, contains: true }),
      /contains/,
    ],
    ['list without items', object({ type: 'array' }), /items/],
    [
      'record beside a list',
      object({
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'object', additionalProperties: { type: 'string' } },
        ],
      }),
      /told apart/,
    ],
    [
      'conflicting allOf',
      object({
        allOf: [
          { type: 'string', pattern: '^a' },
          { type: 'string', pattern: 'b$' },
        ],
      }),
      /allOf/,
    ],
    ['object literal', object({ enum: [{ a: 1 }, 'x'] }), /literal/],
    ['undescribed required', { type: 'object', properties: {}, required: ['ghost'] }, /ghost/],
    ['free object', { type: 'object' }, /anything fits/],
  ]
}
