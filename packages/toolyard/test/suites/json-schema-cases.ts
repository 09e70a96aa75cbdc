// oxlint-disable unicorn/no-thenable -- "then" is a word of JSON Schema
/**
 * What every keyword of JSON Schema takes and refuses, one row each: combinations, references and older drafts, and all others.
 *
 * @module
 */
import { lists, objects, type Row, values } from './json-schema-keywords.ts'

export interface SchemaCase {
  readonly what: string
  readonly draft: 'draft-04' | 'draft-07' | '2019-09' | '2020-12'
  readonly schema: unknown
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}

const combined: readonly Row[] = [
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [0, 4]],
  ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 6, null], [4]],
  ['oneOf', { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3], [6, 5]],
  ['not', { not: { required: ['secret'] } }, [{ open: 1 }], [{ secret: 1 }]],
  ['not of everything', { not: {} }, [], [1, null]],
  [
    'if, then, else',
    { if: { minimum: 10 }, then: { multipleOf: 10 }, else: { multipleOf: 2 } },
    [20, 4],
    [15, 3],
  ],
  ['then without if', { then: false, else: false }, [1], []],
  ['if without then', { if: { const: 1 }, else: { const: 2 } }, [1, 2], [3]],
  [
    'words that say nothing',
    {
      title: 'T',
      description: 'D',
      default: 5,
      examples: [1],
      $comment: 'c',
      readOnly: true,
      deprecated: true,
      contentMediaType: 'text/html',
    },
    [1, 'x'],
    [],
  ],
]

const referring: readonly Row[] = [
  [
    '$ref to a definition',
    { $defs: { n: { type: 'number' } }, items: { $ref: '#/$defs/n' } },
    [[1]],
    [['a']],
  ],
  [
    '$ref beside other keywords',
    { $defs: { n: { type: 'number' } }, $ref: '#/$defs/n', minimum: 2 },
    [2],
    [1, 'a'],
  ],
  [
    '$ref to the root',
    { properties: { inner: { $ref: '#' }, n: { type: 'number' } }, additionalProperties: false },
    [{ inner: { inner: { n: 1 } } }],
    [{ inner: { inner: { n: 'a' } } }, { inner: { x: 1 } }],
  ],
  [
    '$ref with escapes',
    {
      $defs: { 'a/b': { const: 1 }, 'c~d': { const: 2 }, 'e%f g': { const: 3 } },
      prefixItems: [{ $ref: '#/$defs/a~1b' }, { $ref: '#/$defs/c~0d' }, { $ref: '#/$defs/e%25f%20g' }],
    },
    [[1, 2, 3]],
    [[2], [1, 1], [1, 2, 2]],
  ],
  [
    '$ref by a whole $id',
    {
      $id: 'https://shop.example/order',
      $defs: { line: { $id: 'https://shop.example/line', type: 'string' } },
      items: { $ref: 'https://shop.example/line' },
    },
    [['a']],
    [[1]],
  ],
  [
    '$ref by a relative $id',
    {
      $id: 'https://shop.example/v1/order',
      $defs: { line: { $id: 'parts/line', $defs: { sku: { $id: 'sku', minLength: 3 } }, $ref: 'sku' } },
      items: { $ref: 'parts/line' },
    },
    [['abc']],
    [['ab']],
  ],
  [
    '$ref by an absolute path',
    { $id: 'https://shop.example/v1/order', $defs: { line: { $id: '/line', type: 'null' } }, $ref: '/line' },
    [null],
    [1],
  ],
  [
    '$ref by $anchor',
    { $defs: { n: { $anchor: 'amount', type: 'number' } }, properties: { price: { $ref: '#amount' } } },
    [{ price: 1 }],
    [{ price: 'a' }],
  ],
  [
    'the same anchor in two resources',
    {
      $id: 'https://a.example/',
      $defs: {
        one: { $id: 'one', $defs: { x: { $anchor: 'it', const: 1 } } },
        two: { $id: 'two', $defs: { x: { $anchor: 'it', const: 2 } } },
      },
      prefixItems: [{ $ref: 'one#it' }, { $ref: 'two#it' }],
    },
    [[1, 2]],
    [[2], [1, 1]],
  ],
  [
    'a pointer counts from the nearest $id',
    {
      $defs: {
        n: { type: 'string' },
        box: { $id: 'box', $defs: { n: { type: 'number' } }, items: { $ref: '#/$defs/n' } },
      },
      $ref: 'box',
    },
    [[1]],
    [['a']],
  ],
  [
    'an urn',
    {
      $id: 'urn:example:tree',
      properties: { kids: { items: { $ref: 'urn:example:tree' } }, n: { type: 'number' } },
    },
    [{ kids: [{ n: 1 }] }],
    [{ kids: [{ n: 'a' }] }],
  ],
  [
    '$ref into a word that is no keyword',
    { 'x-parts': { n: { type: 'number' } }, $ref: '#/x-parts/n' },
    [1],
    ['a'],
  ],
  ['a property named $ref', { properties: { $ref: { type: 'string' } } }, [{ $ref: 'a' }], [{ $ref: 1 }]],
  ['$ref in const is data', { const: { $ref: '#/nowhere' } }, [{ $ref: '#/nowhere' }], [{}]],
  [
    '$dynamicRef like $ref',
    { $defs: { n: { $dynamicAnchor: 'n', type: 'number' } }, items: { $dynamicRef: '#n' } },
    [[1]],
    [['a']],
  ],
  [
    '$dynamicRef finds the outermost anchor',
    {
      $id: 'https://t.example/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { n: true, kids: { items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ kids: [{ n: 1 }] }],
    [{ kids: [{ m: 1 }] }],
  ],
  [
    '$dynamicRef on two ways',
    {
      $id: 'https://t.example/main',
      if: { properties: { kind: { const: 'n' } } },
      then: { $ref: 'numbers' },
      else: { $ref: 'texts' },
      $defs: {
        list: {
          $id: 'list',
          properties: { all: { items: { $dynamicRef: '#item' } } },
          $defs: { any: { $dynamicAnchor: 'item' } },
        },
        n: { $id: 'numbers', $ref: 'list', $defs: { it: { $dynamicAnchor: 'item', type: 'number' } } },
        t: { $id: 'texts', $ref: 'list', $defs: { it: { $dynamicAnchor: 'item', type: 'string' } } },
      },
    },
    [
      { kind: 'n', all: [1] },
      { kind: 't', all: ['a'] },
    ],
    [
      { kind: 'n', all: ['a'] },
      { kind: 't', all: [1] },
    ],
  ],
]

const older: readonly Row[] = [
  ['items as a list', { items: [{ type: 'string' }, { type: 'number' }] }, [['a', 1, null], []], [[1]]],
  ['additionalItems', { items: [{}], additionalItems: { type: 'number' } }, [['a', 1]], [['a', 'b']]],
  ['additionalItems without a list', { items: {}, additionalItems: false }, [[1, 2]], []],
  ['dependencies of names', { dependencies: { a: ['b'] } }, [{ a: 1, b: 1 }, { b: 1 }], [{ a: 1 }]],
  ['dependencies as a schema', { dependencies: { a: { minProperties: 2 } } }, [{ a: 1, b: 1 }], [{ a: 1 }]],
  [
    'definitions',
    { definitions: { n: { type: 'number' } }, items: { $ref: '#/definitions/n' } },
    [[1]],
    [['a']],
  ],
  [
    'nothing beside $ref counts',
    { definitions: { n: { type: 'number' } }, items: { $ref: '#/definitions/n', minimum: 5 } },
    [[1]],
    [['a']],
  ],
  [
    '$id beside $ref does not count',
    {
      $id: 'https://o.example/',
      definitions: { one: { $id: 'deep/it', const: 1 }, two: { $id: 'it', const: 2 } },
      allOf: [{ $id: 'deep/', $ref: 'it' }],
    },
    [2],
    [1],
  ],
  [
    '$id as an anchor',
    { definitions: { n: { $id: '#num', type: 'number' } }, items: { $ref: '#num' } },
    [[1]],
    [['a']],
  ],
  ['contains', { contains: { const: 3 } }, [[3]], [[]]],
]

const oldest: readonly Row[] = [
  ['exclusiveMinimum true', { minimum: 3, exclusiveMinimum: true }, [3.1], [3]],
  ['exclusiveMaximum false', { maximum: 3, exclusiveMaximum: false }, [3], [3.1]],
  ['exclusiveMaximum true', { maximum: 3, exclusiveMaximum: true }, [2.9], [3]],
  [
    'id',
    { id: 'https://o.example/root', definitions: { n: { id: 'n', type: 'number' } }, items: { $ref: 'n' } },
    [[1]],
    [['a']],
  ],
]

const recursive: readonly Row[] = [
  [
    '$recursiveRef',
    {
      $id: 'https://r.example/strict',
      $recursiveAnchor: true,
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: { $id: 'tree', $recursiveAnchor: true, properties: { n: true, kid: { $recursiveRef: '#' } } },
      },
    },
    [{ kid: { n: 1 } }],
    [{ kid: { m: 1 } }],
  ],
  [
    '$recursiveRef without an anchor',
    { properties: { kid: { $recursiveRef: '#' }, n: { type: 'number' } } },
    [{ kid: { n: 1 } }],
    [{ kid: { n: 'a' } }],
  ],
]

const of = (draft: SchemaCase['draft'], rows: readonly Row[]): readonly SchemaCase[] =>
  rows.map(([what, schema, good, bad]) => ({ what, draft, schema, good, bad }))

const modern = [...values, ...lists, ...objects, ...combined, ...referring]
const everywhere = [...values, ...combined]

export const schemaCases: readonly SchemaCase[] = [
  ...of('2020-12', modern),
  ...of('2019-09', recursive),
  ...of('draft-07', [...everywhere, ...older]),
  ...of('draft-04', oldest),
]
