import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileSchema, defaultJsonLimits, inspect, type JsonSchema, shapeOf } from '../../kernel/index.ts'
import type { SchemaSide } from './change-words.ts'
import { compareSchemas } from './compare-schemas.ts'
import { object, text } from './comparison-cases.test.ts'
import type { ManifestChange } from './manifest-change.ts'
import {
  changeSchema,
  createRandom,
  makeRivals,
  makeRoot,
  makeValue,
  type Random,
} from './random-schemas.test.ts'

type Accepts = (value: object) => boolean

/** What the runtime takes as arguments; of outputs it checks the schema alone. */
const acceptor = (side: SchemaSide, schema: JsonSchema): Accepts => {
  const { check } = compileSchema(schema)
  const shape = side === 'input' ? shapeOf(schema) : undefined
  return (value) => inspect(value, shape, defaultJsonLimits) === undefined && check(value)
}

function* valuesFor(random: Random, schemas: readonly JsonSchema[]): Generator<object> {
  for (let count = 0; count < 40; count++) {
    const root = random.pick(schemas)
    const value = makeValue(random, root, { root })
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield value
  }
}

const makePair = (random: Random, side: SchemaSide): readonly [JsonSchema, JsonSchema] => {
  const maker = { random, open: side === 'output', refs: random.chance(0.3) ? ['n'] : [] }
  if (random.chance(0.65)) return makeRivals({ ...maker, refs: [] })
  const before = makeRoot(maker)
  let after: unknown = before
  for (let edits = 1 + random.below(3); edits > 0; edits--) after = changeSchema(maker, after)
  return [before, typeof after === 'object' ? (after as JsonSchema) : before]
}

describe('the verdict on two random schemas', () => {
  for (const side of ['input', 'output'] as const)
    it(`is never "compatible" where a value of the ${side} says otherwise`, () => {
      const random = createRandom(20_260)
      const seen = { compatible: 0, breaking: 0, values: 0, refuted: 0 }
      for (let round = 0; round < 900; round++) {
        const [before, after] = makePair(random, side)
        const changes = compareSchemas(side, { before, after })
        const isBreaking = changes.some(({ breaking }) => breaking)
        seen[isBreaking ? 'breaking' : 'compatible']++
        const [narrow, wide] = side === 'input' ? [before, after] : [after, before]
        const [isKnown, isTaken] = [acceptor(side, narrow), acceptor(side, wide)]
        for (const value of valuesFor(random, [narrow, wide])) {
          const [known, taken] = [isKnown(value), isTaken(value)]
          const told = JSON.stringify({ before, after, value })
          if (known) seen.values++
          if (known && !taken) seen.refuted++
          if (!isBreaking) assert.ok(!known || taken, `called compatible: ${told}`)
          if (changes.length === 0) assert.equal(known, taken, `called the same: ${told}`)
        }
      }
      assert.ok(seen.compatible > 300 && seen.breaking > 300, JSON.stringify(seen))
      assert.ok(seen.values > 10_000 && seen.refuted > 1000, JSON.stringify(seen))
    })

  it('is "no change" where one of them is the other in another spelling', () => {
    const random = createRandom(4711)
    for (let round = 0; round < 400; round++) {
      const before = makeRoot({ random, open: false, refs: round % 3 === 0 ? ['n'] : [] })
      const after = respell(random, before) as JsonSchema
      for (const side of ['input', 'output'] as const)
        assert.deepEqual(compareSchemas(side, { before, after }), [], JSON.stringify({ before, after }))
    }
  })
})

/** The same in other words. */
function respell(random: Random, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema === true ? {} : schema
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    // What is compared as a whole may refer to these, and sees how they are written.
    if (keyword === '$defs') return [keyword, value]
    if (/^(?:properties|patternProperties)$/.test(keyword))
      return [
        keyword,
        mixed(
          random,
          Object.entries(value as object).map(([name, child]) => [name, respell(random, child)]),
        ),
      ]
    if (keyword === 'oneOf') return [keyword, (value as unknown[]).toReversed()]
    if (/^(?:anyOf|allOf)$/.test(keyword))
      return [keyword, (value as unknown[]).map((child) => respell(random, child)).toReversed()]
    if (keyword === 'prefixItems')
      return [keyword, (value as unknown[]).map((child) => respell(random, child))]
    if (/^(?:items|additionalProperties)$/.test(keyword)) return [keyword, respell(random, value)]
    if (keyword === 'const') return ['enum', [value]]
    if (/^(?:enum|required|type)$/.test(keyword) && Array.isArray(value)) return [keyword, value.toReversed()]
    return [keyword, value]
  })
  const copy = mixed(random, entries)
  return random.chance(0.2) && !('$ref' in copy) && !('properties' in copy) ? { allOf: [copy] } : copy
}

function mixed(random: Random, entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(random.chance(0.5) ? entries.toReversed() : entries)
}

describe('comparing large and hostile schemas', () => {
  const range = (length: number): number[] => Array.from({ length }, (_, index) => index)
  const wide = (length: number, make: (index: number) => unknown): JsonSchema =>
    object(Object.fromEntries(range(length).map((index) => [`p${index}`, make(index)])))
  const compare = (before: unknown, after: unknown): readonly ManifestChange[] => {
    const start = performance.now()
    const changes = compareSchemas('input', { before: before as JsonSchema, after: after as JsonSchema })
    assert.ok(performance.now() - start < 10_000, 'took too long')
    return changes
  }
  const isTooLarge = (changes: readonly ManifestChange[], breaking = true): void => {
    assert.equal(changes.length, 1)
    assert.match(changes[0]?.text ?? '', /too large to compare/)
    assert.equal(changes[0]?.breaking, breaking)
  }
  const chain = (length: number, leaf: unknown, link: (ref: object) => unknown): unknown => ({
    ...object({ a: { $ref: '#/$defs/d0' } }),
    $defs: Object.fromEntries([
      ...range(length).map((index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` })]),
      [`d${length}`, leaf],
    ]),
  })
  const count = { type: 'integer' }

  it('compares 1,000 parameters one by one', () => {
    const changes = compare(
      wide(1000, () => text),
      wide(1000, () => ({ ...text, minLength: 1 })),
    )
    assert.equal(changes.length, 1000)
    assert.ok(changes.every(({ breaking }) => breaking))
    assert.equal(
      compare(
        wide(1000, () => text),
        wide(1001, () => text),
      ).length,
      1,
    )
    const union = (least: number): unknown => ({
      anyOf: [text, { ...count, minimum: least }, { ...count, maximum: -4 }],
    })
    assert.equal(
      compare(
        wide(1000, () => union(1)),
        wide(1000, (index) => union(index % 2)),
      ).length,
      500,
    )
  })

  it('tells 2,000 changes and counts the others', () => {
    const changes = compare(
      wide(3000, () => text),
      wide(3000, () => count),
    )
    assert.equal(changes.length, 2001)
    assert.equal(changes.at(-1)?.text, 'There are 1000 changes more, 1000 of them breaking.')
  })

  it('finds the change at the end of a hundred references', () => {
    const link = (ref: object): unknown => object({ x: ref })
    assert.match(compare(chain(100, text, link), chain(100, count, link))[0]?.text ?? '', /took text/)
  })

  it('gives up on what is too deep, and on an object that contains itself', () => {
    let [deep, other]: unknown[] = [text, count]
    for (const _ of range(10_000)) [deep, other] = [object({ a: deep }), object({ a: other })]
    isTooLarge(compare(deep, other))
    const circle = { type: 'object', properties: {} as Record<string, unknown> }
    circle.properties['a'] = circle
    isTooLarge(compare(circle, object({})))
    assert.deepEqual(compare(circle, circle), [])
  })

  it('gives up on references without end, and still sees that only words changed', () => {
    const link = (ref: object): unknown => object({ x: ref })
    isTooLarge(compare(chain(5000, text, link), chain(5000, count, link)))
    isTooLarge(compare(chain(5000, text, link), chain(5000, { ...text, title: 'T' }, link)), false)
    const all = (ref: object): unknown => ({ allOf: [ref] })
    isTooLarge(compare(chain(5000, text, all), chain(5000, count, all)))
  })

  it('gives up on intersections of unions that multiply', () => {
    const product = (value: number): unknown =>
      object({
        a: {
          allOf: range(12).map((row) => ({
            anyOf: range(4).map((column) =>
              object({ [`p${row}${column}`]: { const: column + value } }, { required: [`p${row}${column}`] }),
            ),
          })),
        },
      })
    isTooLarge(compare(product(0), product(1)))
  })

  it('reads what many references lead to once', () => {
    const many = (ref: object): unknown =>
      object(Object.fromEntries(range(10).map((key) => [`k${key}`, ref])))
    assert.equal(compare(chain(20, text, many), chain(20, count, many)).length, 1)
    const any = (ref: object): unknown => ({ anyOf: range(10).map(() => ref) })
    assert.equal(compare(chain(20, { ...text, minLength: 1 }, any), chain(20, count, any)).length, 1)
  })

  it('comes to an end where schemas lead back to themselves', () => {
    const ring = (leaf: unknown): unknown => ({
      ...object({ a: { $ref: '#/$defs/d0' } }),
      $defs: Object.fromEntries(
        range(12).map((own) => [
          `d${own}`,
          { anyOf: range(12).map((next) => object({ [`k${next}`]: { $ref: `#/$defs/d${next}` }, leaf })) },
        ]),
      ),
    })
    assert.ok(compare(ring(text), ring(count)).some(({ breaking }) => breaking))
    const inPlace = (leaf: unknown): unknown => ({
      ...object({ a: { $ref: '#/$defs/a' } }),
      $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, leaf] } },
    })
    assert.ok(compare(inPlace(text), inPlace(count)).some(({ breaking }) => breaking))
    assert.deepEqual(compare({ $ref: '#' }, { $ref: '#' }), [])
  })

  it('keeps to its effort with thousands of patterns, parts, anchors and values', () => {
    const patterns = (schema: unknown): unknown => ({
      ...wide(1000, () => true),
      patternProperties: Object.fromEntries(range(1000).map((index) => [`^x${index}`, schema])),
    })
    isTooLarge(compare(patterns(text), patterns(count)))
    const parts = (schema: unknown): unknown => ({
      allOf: range(5000).map((index) => object({ [`p${index}`]: schema })),
    })
    isTooLarge(compare(parts(text), parts(count)))
    const anchors = (schema: object): unknown => ({
      ...wide(1000, (index) => ({ $ref: `#z${index}` })),
      $defs: Object.fromEntries(
        range(1000).map((index) => [`d${index}`, { $anchor: `z${index}`, ...schema }]),
      ),
    })
    isTooLarge(compare(anchors(text), anchors(count)))
    const values = (from: number): unknown =>
      object({ a: { enum: range(50_000).map((index) => `v${index + from}`) } })
    assert.equal(compare(values(0), values(1)).length, 2)
  })
})
