// oxlint-disable unicorn/no-thenable -- "then" is a word of JSON Schema
/**
 * What the keywords for values, lists and objects take and refuse, one row each.
 *
 * @module
 */
export type Row = readonly [what: string, schema: unknown, good: readonly unknown[], bad: readonly unknown[]]

export const values: readonly Row[] = [
  ['true', true, [1, null, 'a', {}], []],
  ['false', false, [], [1, null, {}]],
  ['an empty schema', {}, [1, null, []], []],
  ['type string', { type: 'string' }, ['', 'a'], [1, null, [], {}, true]],
  ['type integer', { type: 'integer' }, [0, -3, 2.0], [2.5, 'two', null]],
  ['type number', { type: 'number' }, [1.5, 1e30], ['one', true]],
  ['type object', { type: 'object' }, [{}, { a: 1 }], [[], null, 'x']],
  ['type array', { type: 'array' }, [[], [1]], [{}, 'x']],
  ['type boolean', { type: 'boolean' }, [true, false], [0, 'yes', null]],
  ['type null', { type: 'null' }, [null], [0, '', false]],
  ['several types', { type: ['integer', 'string'] }, [1, 'a'], [1.5, null, {}]],
  [
    'enum of mixed values',
    { enum: ['a', 6, null, { k: [1] }] },
    ['a', 6, null, { k: [1] }],
    ['6', { k: 1 }, false],
  ],
  ['enum holds 0 and false apart', { enum: [0] }, [0, -0], [false, '', null]],
  ['enum of a list', { enum: [[false]] }, [[false]], [[0], false]],
  ['const', { const: { a: [1, { b: null }] } }, [{ a: [1, { b: null }] }], [{ a: [1] }, 1]],
  ['const true is not 1', { const: true }, [true], [1, 'true']],
  ['const ignores the order of keys', { const: { x: 1, y: 2 } }, [{ y: 2, x: 1 }], [{ x: 1 }]],
  ['minimum', { minimum: -2 }, [-2, 3, 'text'], [-2.001]],
  ['maximum', { maximum: 10.5 }, [10.5, 'text'], [10.51]],
  ['exclusiveMinimum', { exclusiveMinimum: 0 }, [0.001], [0, -1]],
  ['exclusiveMaximum', { exclusiveMaximum: 9 }, [8.99, {}], [9, 10]],
  ['multipleOf', { multipleOf: 3 }, [9, 0, -6, 'x'], [10]],
  ['multipleOf a decimal', { multipleOf: 0.01 }, [4.35, 19.99, 0.3], [0.005]],
  ['multipleOf something tiny', { multipleOf: 1e-11 }, [3e-11], [1.5e-11]],
  ['multipleOf beyond whole numbers', { multipleOf: 0.123456789 }, [0], [1e308]],
  ['minLength counts characters', { minLength: 2 }, ['ab', '🐘🐘', 7], ['a', '🐘']],
  ['maxLength counts characters', { maxLength: 2 }, ['🐘🐘', ''], ['abc']],
  ['pattern is found anywhere', { pattern: 'b+c' }, ['abbc', 4], ['ac']],
  [
    'pattern with a long count',
    { pattern: '^.{2,4000}$' },
    ['ab', 'x'.repeat(4000)],
    ['a', 'x'.repeat(4001)],
  ],
  [
    'pattern with a Unicode property',
    { pattern: '^\\p{Uppercase_Letter}\\p{Letter}*$' },
    ['Élan', 'Ω'],
    ['élan', 'A1'],
  ],
  ['pattern that looks ahead', { pattern: '^(?!con$)(?=.*\\d)[a-z\\d]+$' }, ['con1', 'a2'], ['con', 'abc']],
  ['pattern that would explode', { pattern: '^(x+x+)+y$' }, ['xxy'], ['x'.repeat(40)]],
  ['format', { format: 'date' }, ['2024-02-29', 5], ['2023-02-29', 'today']],
  ['a format that nobody knows', { format: 'shoe-size' }, ['anything'], []],
]

export const lists: readonly Row[] = [
  ['items', { items: { type: 'string' } }, [[], ['a'], 'not a list'], [['a', 1]]],
  ['items false', { items: false }, [[]], [[null]]],
  [
    'prefixItems',
    { prefixItems: [{ type: 'string' }, { minimum: 3 }] },
    [['a', 3], ['a'], ['a', 4, {}]],
    [[1], ['a', 2]],
  ],
  ['prefixItems and items', { prefixItems: [true], items: { type: 'null' } }, [['x', null], []], [['x', 1]]],
  ['minItems', { minItems: 1 }, [[0], {}], [[]]],
  ['maxItems', { maxItems: 1 }, [[], [0]], [[0, 1]]],
  [
    'uniqueItems',
    { uniqueItems: true },
    [
      [1, '1', true],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, 1.0],
    ],
  ],
  ['uniqueItems false', { uniqueItems: false }, [[1, 1]], []],
  ['contains', { contains: { multipleOf: 5 } }, [[1, 10], 'text'], [[], [1, 2]]],
  ['minContains', { contains: { type: 'null' }, minContains: 2 }, [[null, 1, null]], [[null, 1]]],
  ['minContains 0', { contains: { type: 'null' }, minContains: 0 }, [[], [1]], []],
  ['maxContains', { contains: { type: 'null' }, maxContains: 1 }, [[null, 1]], [[null, null], [1]]],
  ['minContains without contains', { minContains: 3 }, [[]], []],
  [
    'unevaluatedItems',
    { allOf: [{ prefixItems: [true] }], unevaluatedItems: { type: 'number' } },
    [['a', 1]],
    [['a', 'b']],
  ],
  [
    'unevaluatedItems and contains',
    { contains: { type: 'string' }, unevaluatedItems: false },
    [['a', 'b']],
    [['a', 1]],
  ],
  [
    'unevaluatedItems and anyOf',
    {
      anyOf: [{ prefixItems: [{ const: 1 }] }, { prefixItems: [true, { const: 2 }] }],
      unevaluatedItems: false,
    },
    [[1], [0, 2], [1, 2]],
    [
      [1, 3],
      [1, 2, 3],
    ],
  ],
]

export const objects: readonly Row[] = [
  ['required', { required: ['a', 'toString'] }, [{ a: null, toString: 1 }, []], [{ a: 1 }, {}]],
  ['properties', { properties: { a: { type: 'number' } } }, [{ a: 1 }, {}, 12], [{ a: 'x' }]],
  [
    'properties that every object has',
    { properties: { toString: { type: 'string' }, valueOf: { type: 'number' } } },
    [{}, { toString: 'a' }],
    [{ toString: 1 }],
  ],
  [
    'properties false',
    { properties: { old: false }, additionalProperties: true },
    [{ other: 1 }],
    [{ old: 1 }],
  ],
  [
    'patternProperties',
    { patternProperties: { '^(min|max)$': { type: 'number' }, s$: { minLength: 2 } } },
    [{ min: 1, minimal: 'x', names: 'ab' }],
    [{ max: 'x' }, { names: 'a' }],
  ],
  [
    'patternProperties that would explode',
    { patternProperties: { '^(a+)+$': false } },
    [{ [`${'a'.repeat(40)}!`]: 1 }],
    [{ aaa: 1 }],
  ],
  [
    'patternProperties with a Unicode property',
    { patternProperties: { '^\\p{Letter}$': { type: 'null' } } },
    [{ ß: null, 1: 1 }],
    [{ ß: 1 }],
  ],
  [
    'additionalProperties false',
    { properties: { a: true }, patternProperties: { '^x.*y$': true }, additionalProperties: false },
    [{ a: 1, xy: 2 }],
    [{ b: 1 }],
  ],
  [
    'additionalProperties alone',
    { additionalProperties: { type: 'boolean' } },
    [{ on: true }, {}],
    [{ on: 'yes' }],
  ],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }, {}], [{ abc: 1 }]],
  ['minProperties', { minProperties: 1 }, [{ a: 1 }, []], [{}]],
  ['maxProperties', { maxProperties: 1 }, [{}, { a: 1 }], [{ a: 1, b: 2 }]],
  [
    'dependentRequired',
    { dependentRequired: { card: ['name', 'date'] } },
    [{ card: 1, name: 1, date: 1 }, { name: 1 }],
    [{ card: 1, name: 1 }],
  ],
  [
    'dependentSchemas',
    { dependentSchemas: { kind: { maxProperties: 2 } } },
    [
      { kind: 1, a: 1 },
      { a: 1, b: 1, c: 1 },
    ],
    [{ kind: 1, a: 1, b: 1 }],
  ],
  [
    'unevaluatedProperties',
    {
      allOf: [{ properties: { a: true } }],
      if: { required: ['a'] },
      then: { properties: { b: true } },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }, {}],
    [{ b: 1 }, { c: 1 }],
  ],
  [
    'unevaluatedProperties as a schema',
    { patternProperties: { '^n': { type: 'number' } }, unevaluatedProperties: { type: 'string' } },
    [{ n1: 1, s: 'a' }],
    [{ s: 1 }, { n1: 'a' }],
  ],
  [
    'unevaluatedProperties sees no cousins',
    { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ],
  [
    'unevaluatedProperties and not',
    { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
    [{}],
    [{ a: 1 }],
  ],
]
