import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { defineTool } from './index.ts'
import { zodInputJson } from './zod-json.ts'

/** What Zod's own converter says. */
function byZod(schema: z.ZodType): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
  return JSON.parse(JSON.stringify(json))
}

function isSame(schema: z.ZodType, what: string): void {
  const quick = zodInputJson(schema)
  assert.notEqual(quick, undefined, `${what} was left to Zod`)
  assert.deepEqual(quick, byZod(schema), what)
}

/** As TypeScript writes an enum. */
const Colour = { Red: 'red', Blue: 'blue' } as const

/** Schemas that are read here. */
const known: Record<string, () => z.ZodType> = {
  string: () => z.string(),
  'string, coerced': () => z.coerce.string(),
  'string min': () => z.string().min(1),
  'string min and max': () => z.string().min(1).max(9),
  'string, the narrower bound': () => z.string().min(1).min(3).max(9).max(7),
  'string length': () => z.string().length(4),
  'string nonempty': () => z.string().nonempty(),
  'string trimmed': () => z.string().trim().toLowerCase().min(2),
  'string refined': () => z.string().refine((text) => text !== 'x'),
  'string checked': () => z.string().superRefine(() => {}),
  number: () => z.number(),
  'number coerced': () => z.coerce.number(),
  'number bounds': () => z.number().min(-1.5).max(9),
  'number above and below': () => z.number().gt(0).lt(10),
  'number min beside gt': () => z.number().min(5).gt(3),
  'number gt beside min': () => z.number().gt(5).min(5),
  'number max beside lt': () => z.number().max(5).lt(9),
  'number lt beside max': () => z.number().lt(5).max(5),
  positive: () => z.number().positive(),
  nonnegative: () => z.number().nonnegative(),
  int: () => z.int(),
  'int of a number': () => z.number().int().min(1).max(100),
  boolean: () => z.boolean(),
  null: () => z.null(),
  any: () => z.any(),
  unknown: () => z.unknown(),
  enum: () => z.enum(['a', 'b']),
  'native enum': () => z.enum(Colour),
  'enum with one value twice': () => z.enum({ A: 'x', B: 'x' }),
  literal: () => z.literal('a'),
  'number literal': () => z.literal(3),
  'boolean literal': () => z.literal(false),
  'null literal': () => z.literal(null),
  literals: () => z.literal(['a', 'b']),
  'mixed literals': () => z.literal(['a', 1, null, true]),
  'list of booleans literals': () => z.literal([true, false]),
  array: () => z.array(z.string()),
  'array bounds': () => z.array(z.string().min(1)).min(1).max(5),
  'array length': () => z.array(z.int()).length(2),
  'array nonempty': () => z.array(z.int()).nonempty(),
  'array refined': () => z.array(z.int()).refine(() => true),
  record: () => z.record(z.string(), z.number()),
  'record of bounded keys': () => z.record(z.string().min(2), z.boolean()),
  'partial record': () => z.partialRecord(z.string(), z.boolean()),
  union: () => z.union([z.string(), z.number()]),
  'union of equals': () => z.union([z.string(), z.string()]),
  'union with more to it': () => z.union([z.string().min(1), z.number()]),
  'union of unions': () => z.union([z.union([z.string(), z.null()]), z.number().nullable()]),
  'or, described inside': () => z.string().describe('inner').or(z.number()),
  xor: () => z.xor([z.string(), z.number()]),
  'discriminated union': () =>
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), a: z.string() }),
      z.object({ kind: z.literal('b'), b: z.number().optional() }),
    ]),
  optional: () => z.string().optional(),
  'exact optional': () => z.string().exactOptional(),
  nullable: () => z.string().nullable(),
  nullish: () => z.string().nullish(),
  'nullable of nullable': () => z.string().nullable().nullable(),
  'nullable enum': () => z.enum(['a']).nullable(),
  default: () => z.string().default('x'),
  'default of nullable': () => z.number().nullable().default(null),
  'optional default': () => z.number().default(3).optional(),
  'default twice': () => z.number().default(3).default(4),
  'object, empty': () => z.object({}),
  'object, strict': () => z.strictObject({ a: z.string() }),
  'object, loose': () => z.looseObject({ a: z.string() }),
  'object with catchall': () => z.object({ a: z.string() }).catchall(z.number().describe('rest')),
  'object refined': () => z.object({ a: z.string() }).refine(() => true),
  'object, partial': () => z.object({ a: z.string(), b: z.int() }).partial(),
  'object, extended': () => z.object({ a: z.string() }).extend({ b: z.int() }),
  'object, picked': () => z.object({ a: z.string(), b: z.int() }).pick({ a: true }),
  'object, required again': () => z.object({ a: z.string(), b: z.union([z.string(), z.null()]).optional() }),
  'one schema in two places': () => {
    const shared = z.object({ x: z.string().describe('shared') })
    return z.object({ a: shared, b: shared.optional(), c: z.array(shared) })
  },
  'a schema beside the one it was made from': () => {
    const base = z.string().describe('base')
    return z.object({ a: base, b: base.min(2), c: base.describe('other') })
  },
}

/** Schemas that only Zod may read: they must be left alone, not guessed at. */
const unknown: Record<string, () => z.ZodType> = {
  'string regex': () => z.string().regex(/^a+$/),
  'string starts': () => z.string().startsWith('a'),
  email: () => z.email(),
  'email of a string': () => z.string().email(),
  url: () => z.url(),
  datetime: () => z.iso.datetime(),
  int32: () => z.int32(),
  transform: () => z.string().transform((text) => text.length),
  pipe: () => z.string().pipe(z.string()),
  preprocess: () => z.preprocess((value) => value, z.string()),
  codec: () => z.codec(z.string(), z.number(), { decode: Number, encode: String }),
  prefault: () => z.string().prefault('x'),
  catch: () => z.string().catch('x'),
  readonly: () => z.string().readonly(),
  lazy: () => z.lazy(() => z.string()),
  tuple: () => z.tuple([z.string(), z.number()]),
  intersection: () => z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
  never: () => z.never(),
  nonoptional: () => z.string().optional().nonoptional(),
  'number enum': () => z.enum({ A: 1, B: 2 }),
  'multiple of': () => z.number().multipleOf(3),
  'two patterns': () => z.string().regex(/a/).regex(/b/),
  base64: () => z.base64(),
  time: () => z.iso.time(),
  float32: () => z.float32(),
  'minus nought': () => z.number().min(-0),
  'a default that is a list': () => z.array(z.string()).default(['a']),
  'record of an enum': () => z.record(z.enum(['a', 'b']), z.string()),
  'record of numbers': () => z.record(z.number(), z.string()),
  'loose record': () => z.looseRecord(z.string().regex(/^x/), z.string()),
  'an id': () => z.string().meta({ id: 'zod-json-test-id' }),
  'an id of what it was made from': () => z.string().meta({ id: 'zod-json-test-parent' }).min(1),
  examples: () => z.string().meta({ examples: ['a'] }),
  'a keyword in metadata': () => z.string().meta({ deprecated: true }),
  'no description after all': () => z.string().describe('x').meta({ description: undefined }),
}

describe('the JSON Schema of a Zod schema, read here', () => {
  for (const [what, make] of Object.entries(known)) {
    it(`is Zod's own for ${what}, alone and inside others`, () => {
      isSame(make(), what)
      isSame(make().describe('Said of it.'), `${what}, described`)
      isSame(make().meta({ title: 'T', description: 'D' }).optional(), `${what}, with title, optional`)
      isSame(make().describe('inner').nullable(), `${what}, described, nullable`)
      isSame(make().describe('inner').nullable().describe('outer'), `${what}, described twice`)
      isSame(z.array(make()), `list of ${what}`)
      isSame(z.record(z.string(), make()), `record of ${what}`)
      isSame(z.union([make(), z.boolean().describe('b')]), `union with ${what}`)
      isSame(
        z.object({ plain: make(), said: make().describe('x'), maybe: make().optional() }),
        `object of ${what}`,
      )
    })
  }

  for (const [what, make] of Object.entries(unknown)) {
    it(`is left to Zod for ${what}, alone and inside others`, () => {
      for (const schema of [make(), z.array(make()), z.object({ a: make() }), make().optional()])
        assert.equal(zodInputJson(schema), undefined)
    })
  }

  it("is Zod's own for a description that was given before a bound", () => {
    isSame(z.string().describe('first').min(1), 'describe, min')
    isSame(z.string().meta({ title: 't' }).min(1).describe('d').max(3), 'title, min, description, max')
    isSame(z.string().describe('first').optional().describe('second'), 'optional, described again')
    isSame(z.number().describe('first').int().default(3), 'describe, int, default')
  })

  it("is Zod's own for a thousand schemas put together at random", () => {
    const random = createRandom(42)
    let read = 0
    for (let round = 0; round < 1000; round++) {
      const schema = z.object({ a: randomSchema(random, 3), b: randomSchema(random, 2) })
      const quick = zodInputJson(schema)
      if (quick === undefined) continue
      read++
      assert.deepEqual(quick, byZod(schema))
    }
    assert.ok(read > 500, `only ${read} of 1000 were read`)
  })

  it('is left to Zod for a schema that contains itself', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node)
      },
    })
    assert.equal(zodInputJson(node), undefined)
  })

  it('is left to Zod where a schema brings its own conversion', () => {
    const own = z.string()
    Object.assign(own._zod, { toJSONSchema: () => ({ type: 'integer' }) })
    assert.equal(zodInputJson(z.object({ own })), undefined)
    const other = z.object({ a: z.string() })
    const standard = { ...other['~standard'] }
    Object.defineProperty(other, '~standard', { value: standard })
    assert.equal(zodInputJson(other), undefined)
  })

  it('is left to Zod for other versions of Zod, for Zod Mini and for what is not Zod', () => {
    const other = z.string()
    Object.assign(other._zod, { version: { major: 4, minor: 99, patch: 0 } })
    assert.equal(zodInputJson(other), undefined)
    assert.equal(zodInputJson(z.object({ other })), undefined)
    assert.equal(zodInputJson(mini.string()), undefined)
    assert.equal(zodInputJson(z.object({ a: mini.string() as never })), undefined)
    for (const value of [{}, { _zod: {} }, { _zod: { version: { major: 4, minor: 6 }, traits: new Set() } }])
      assert.equal(zodInputJson(value), undefined)
  })

  it('shares nothing with the schema that it was read from', () => {
    const schema = z.object({ a: z.enum(['x', 'y']), b: z.literal([1, 2]) })
    const { inputSchema } = defineTool({ name: 'probe', inputSchema: schema, execute: () => 1 }).manifest
    assert.deepEqual(inputSchema, byZod(schema))
    ;(inputSchema as { properties: { b: { enum: number[] } } }).properties.b.enum.push(3)
    assert.equal(schema.shape.b.safeParse(3).success, false)
  })
})

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomSchema(random: (below: number) => number, depth: number): z.ZodType {
  const makers = Object.values(random(40) === 0 ? unknown : known)
  const leaf = makers[random(makers.length)]?.() ?? z.string()
  if (depth === 0) return leaf
  const inner = (): z.ZodType => randomSchema(random, depth - 1)
  const wrap = [
    () => leaf,
    () => inner().describe(`words ${random(100)}`),
    () => inner().optional(),
    () => inner().nullable(),
    () => z.array(inner()).max(1 + random(9)),
    () => z.object({ x: inner(), y: inner().optional() }),
    () => z.strictObject({ z: inner() }),
    () => z.union([inner(), inner()]),
    () => z.record(z.string(), inner()),
    () => inner().meta({ title: 'Title' }).nullable().describe('outer'),
  ]
  return wrap[random(wrap.length)]?.() ?? leaf
}
