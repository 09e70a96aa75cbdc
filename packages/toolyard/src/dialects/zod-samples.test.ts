/**
 * Zod schemas of every kind that have a strict form, with values that fit them.
 *
 * @module
 */
import { z } from 'zod'
import { toToolSchema } from '../define/index.ts'
import type { SchemaSample } from './support.test.ts'

interface TreeType {
  v: string
  children: TreeType[]
  next?: TreeType | undefined
}
const tree: z.ZodType<TreeType> = z.object({
  v: z.string(),
  get children() {
    return z.array(tree)
  },
  get next() {
    return tree.optional()
  },
})

type SumExpression = number | { op: 'add'; args: SumExpression[]; note?: string | undefined }
const sum: z.ZodType<SumExpression> = z.lazy(() =>
  z.union([z.number(), z.object({ op: z.literal('add'), args: z.array(sum), note: z.string().optional() })]),
)

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number().positive(), label: z.string().optional() }),
  z.object({ kind: z.literal('box'), sides: z.array(z.number()).length(2) }),
])
const point = z.object({ x: z.number(), y: z.number().optional() }).meta({ id: 'Point' })

const zods: readonly (readonly [string, z.ZodType, readonly unknown[]])[] = [
  [
    'required scalars',
    z.object({ a: z.string(), b: z.number(), c: z.boolean() }),
    [{ a: '', b: 1.5, c: false }],
  ],
  ['optional', z.object({ a: z.string(), b: z.int().optional() }), [{ a: 'x' }, { a: 'x', b: 3 }]],
  [
    'default',
    z.object({ unit: z.enum(['C', 'F']).default('C'), n: z.int().min(1).max(9).default(4) }),
    [{}, { unit: 'F' }, { n: 2 }],
  ],
  [
    'enum',
    z.object({ unit: z.enum(['C', 'F']), level: z.literal([1, 2, 3]).optional() }),
    [{ unit: 'C' }, { unit: 'F', level: 2 }],
  ],
  [
    'nested optionals',
    z.object({
      user: z.object({ name: z.string(), at: z.object({ zip: z.string().optional() }).optional() }),
    }),
    [{ user: { name: 'a' } }, { user: { name: 'a', at: {} } }, { user: { name: 'a', at: { zip: '1' } } }],
  ],
  [
    'lists with bounds',
    z.object({
      tags: z.array(z.string().max(3)).min(1).max(3),
      more: z.array(z.object({ a: z.string().optional() })).optional(),
    }),
    [{ tags: ['a'] }, { tags: ['a', 'b'], more: [{}, { a: 'x' }] }],
  ],
  [
    'union',
    z.object({
      when: z.union([z.iso.datetime(), z.number()]),
      or: z.union([z.string(), z.object({ id: z.int().optional() })]).optional(),
    }),
    [{ when: 3 }, { when: '2026-01-01T00:00:00Z', or: 'x' }, { when: 1, or: {} }, { when: 1, or: { id: 4 } }],
  ],
  [
    'discriminated union',
    z.object({ shape, others: z.array(shape).optional() }),
    [
      { shape: { kind: 'circle', radius: 1 } },
      { shape: { kind: 'box', sides: [1, 2] }, others: [{ kind: 'circle', radius: 2, label: 'l' }] },
    ],
  ],
  [
    'root discriminated union',
    shape,
    [
      { kind: 'circle', radius: 1 },
      { kind: 'circle', radius: 1, label: 'x' },
      { kind: 'box', sides: [1, 2] },
    ],
  ],
  [
    'root union',
    z.union([z.object({ a: z.string(), n: z.int().optional() }), z.object({ b: z.string() })]),
    [{ a: 'x' }, { a: 'x', n: 1 }, { b: 'y' }],
  ],
  [
    'record',
    z.object({
      env: z.record(z.string(), z.number()),
      deep: z.record(z.string(), z.object({ a: z.string().optional() })).optional(),
    }),
    [{ env: {} }, { env: { a: 1, b: 2 }, deep: { k: {}, l: { a: 'x' } } }],
  ],
  [
    'record of records',
    z.object({ m: z.record(z.string(), z.record(z.string(), z.boolean())) }),
    [{ m: { a: { b: true }, c: {} } }],
  ],
  ['root record', z.record(z.string(), z.string()), [{}, { a: 'b', c: 'd' }]],
  [
    'record of named keys',
    z.object({
      all: z.record(z.enum(['a', 'b']), z.number()),
      some: z.partialRecord(z.enum(['a', 'b']), z.number()),
    }),
    [
      { all: { a: 1, b: 2 }, some: {} },
      { all: { a: 1, b: 2 }, some: { b: 1 } },
    ],
  ],
  [
    'nullable',
    z.object({ a: z.string().nullable(), b: z.object({ c: z.string() }).nullable() }),
    [
      { a: null, b: null },
      { a: 'x', b: { c: 'y' } },
    ],
  ],
  [
    'recursive',
    tree,
    [
      { v: 'a', children: [] },
      { v: 'a', children: [{ v: 'b', children: [], next: { v: 'c', children: [] } }] },
    ],
  ],
  [
    'recursive union',
    z.object({ sum, also: sum.optional() }),
    [{ sum: 1 }, { sum: { op: 'add', args: [1, { op: 'add', args: [], note: 'n' }] }, also: 2 }],
  ],
  ['equal tuple', z.object({ at: z.tuple([z.number(), z.number()]) }), [{ at: [1, 2] }]],
  [
    'literals',
    z.object({ a: z.literal('x'), b: z.literal(true).optional(), c: z.null(), d: z.literal(['x', 3]) }),
    [
      { a: 'x', c: null, d: 3 },
      { a: 'x', b: true, c: null, d: 'x' },
    ],
  ],
  [
    'dates as strings',
    z.object({ d: z.iso.date(), t: z.iso.datetime().optional(), u: z.uuid(), e: z.email() }),
    [{ d: '2026-01-31', u: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', e: 'a@b.io' }],
  ],
  [
    'formats without a strict form',
    z.object({ url: z.url(), b: z.base64().optional() }),
    [{ url: 'https://a.io' }],
  ],
  [
    'shared definitions',
    z.object({ from: point, to: point.optional() }),
    [{ from: { x: 1 } }, { from: { x: 1, y: 2 }, to: { x: 3 } }],
  ],
  ['never', z.object({ a: z.string(), gone: z.never().optional() }), [{ a: 'x' }]],
  ['no parameters', z.object({}), [{}]],
]

export function zodSamples(): SchemaSample[] {
  return zods.map(([name, schema, values]) => ({
    name: `zod ${name}`,
    schema: toToolSchema(schema).json,
    values,
  }))
}
