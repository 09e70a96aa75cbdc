/** Small random schemas, small changes to them, and values that come near to fitting: made from a seed, always the same. */
import type { JsonSchema } from '../../kernel/index.ts'

type RandomSchema = Record<string, unknown>

export interface Random {
  /** From 0 up to, not including, `end`. */
  below(end: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** xorshift32. */
export function createRandom(seed: number): Random {
  let state = seed
  const below = (end: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) / 2 ** 32) * end
  }
  return {
    below: (end) => Math.floor(below(end)),
    chance: (share) => below(1) < share,
    pick: (list) => list[Math.floor(below(list.length))] as never,
  }
}

export interface SchemaMaker {
  readonly random: Random
  /** Whether no object may be closed. */
  readonly open: boolean
  /** Names in `$defs` that may be referred to. */
  readonly refs: readonly string[]
}

/** Where a schema stands: `plain` places are those where the runtime itself refuses keys that are not listed. */
interface SchemaSpot {
  readonly depth: number
  readonly plain: boolean
}

const keys = ['a', 'b', 'c', 'd']
const words = ['', 'a', 'ab', 'abc', 'b', 'ba']
const numbers = [-1, 0, 0.5, 1, 1.5, 2, 3, 4]
const scalars = [...words, ...numbers, true, false, null]
const patterns = ['^a', 'b', '^[ab]$', '']

export function makeRoot(maker: SchemaMaker): JsonSchema {
  const schema = makeObject(maker, { depth: 3, plain: !maker.open })
  const $defs = Object.fromEntries(
    maker.refs.map((name) => [name, makeSchema({ ...maker, refs: [] }, { depth: 1, plain: false })]),
  )
  for (const name of maker.refs)
    if (maker.random.chance(0.5))
      $defs[name] = {
        type: 'object',
        properties: { a: { $ref: `#/$defs/${name}` }, b: makeSchema(maker, { depth: 1, plain: false }) },
        additionalProperties: maker.open || maker.random.chance(0.5),
      }
  return maker.refs.length > 0 ? ({ ...schema, $defs } as JsonSchema) : schema
}

function makeSchema(maker: SchemaMaker, spot: SchemaSpot): unknown {
  const { random, refs } = maker
  if (refs.length > 0 && random.chance(0.2)) return { $ref: `#/$defs/${random.pick(refs)}` }
  if (random.chance(0.06)) return random.chance(0.7)
  if (spot.depth > 0 && random.chance(0.35)) {
    const inside = { depth: spot.depth - 1, plain: false }
    switch (random.below(5)) {
      case 0:
        return { [random.pick(['anyOf', 'oneOf'])]: several(random, 3, () => makeSchema(maker, inside)) }
      case 1:
        return { allOf: several(random, 2, () => makeSchema(maker, inside)) }
      case 2:
        if (random.chance(0.3)) return { not: makeSchema(maker, inside) }
        return { ...makeScalar(random), anyOf: several(random, 2, () => makeSchema(maker, inside)) }
      case 3:
        return makeArray(maker, inside)
      default:
        return makeObject(maker, { depth: spot.depth - 1, plain: spot.plain })
    }
  }
  return makeScalar(random)
}

const typeSets: readonly unknown[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  ['string', 'null'],
  ['number', 'string'],
  'any',
]

function makeScalar(random: Random, type: unknown = random.pick(typeSets)): RandomSchema {
  const schema: RandomSchema = type === 'any' ? {} : { type }
  if (random.chance(0.15)) schema['enum'] = [...new Set(several(random, 4, () => random.pick(scalars)))]
  if ('enum' in schema && random.chance(0.7)) return { enum: schema['enum'] }
  if (random.chance(0.1)) return { const: random.pick(scalars) }
  const all = type === 'any' || Array.isArray(type)
  if (all || type === 'string') {
    if (random.chance(0.3)) schema[random.pick(['minLength', 'maxLength'])] = random.below(4)
    if (random.chance(0.2)) schema['pattern'] = random.pick(patterns)
  }
  if (all || type === 'number' || type === 'integer') {
    for (const bound of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])
      if (random.chance(0.2)) schema[bound] = random.pick(numbers)
    if (random.chance(0.15)) schema['multipleOf'] = random.pick([0.5, 1, 2, 4])
  }
  return schema
}

function makeArray(maker: SchemaMaker, spot: SchemaSpot): RandomSchema {
  const { random } = maker
  const schema: RandomSchema = random.chance(0.9) ? { type: 'array' } : {}
  if (random.chance(0.7)) schema['items'] = makeSchema(maker, spot)
  if (random.chance(0.3)) schema['prefixItems'] = several(random, 2, () => makeSchema(maker, spot))
  if (random.chance(0.2)) schema[random.pick(['minItems', 'maxItems'])] = random.below(4)
  if (random.chance(0.1)) schema['uniqueItems'] = true
  if (random.chance(0.1)) schema['contains'] = makeScalar(random)
  return schema
}

function makeObject(maker: SchemaMaker, spot: SchemaSpot): JsonSchema {
  const { random } = maker
  const schema: RandomSchema = { type: 'object' }
  const names = keys.filter(() => random.chance(0.6))
  schema['properties'] = Object.fromEntries(names.map((name) => [name, makeSchema(maker, spot)]))
  if (random.chance(0.5)) schema['required'] = keys.filter(() => random.chance(0.25))
  if (random.chance(0.1))
    schema['patternProperties'] = { [random.pick(['^a', 'b', '^[cd]$'])]: makeScalar(random) }
  if (random.chance(0.1)) schema[random.pick(['minProperties', 'maxProperties'])] = random.below(4)
  if (random.chance(0.05)) schema['propertyNames'] = { enum: keys.slice(0, 3) }
  if (random.chance(0.05)) schema['dependentRequired'] = { [random.pick(keys)]: [random.pick(keys)] }
  if (spot.plain && !('patternProperties' in schema) && random.chance(0.5)) return schema
  schema['additionalProperties'] = random.chance(0.3) ? makeScalar(random) : maker.open || random.chance(0.4)
  return schema
}

/** An object whose keys are described in bulk. */
function makeRecord({ random, open }: SchemaMaker): JsonSchema {
  const schema: RandomSchema = { type: 'object' }
  if (random.chance(0.4)) schema['properties'] = { [random.pick(keys)]: makeScalar(random) }
  if (random.chance(0.6))
    schema['patternProperties'] = Object.fromEntries(
      several(random, 2, () => [random.pick(['^[ab]$', '^[bc]$', '^e']), makeScalar(random)]),
    )
  schema['additionalProperties'] = random.chance(0.5) ? makeScalar(random) : open || random.chance(0.5)
  return schema
}

/** Two schemas of one parameter that speak of the same kind of value, and so often have something to do with each other. */
export function makeRivals(maker: SchemaMaker): readonly [JsonSchema, JsonSchema] {
  const { random, open } = maker
  const flat = { depth: 0, plain: false }
  const type = random.pick(typeSets)
  const make = random.pick<() => unknown>([
    () => makeScalar(random, type),
    () => makeScalar(random, random.pick(['integer', 'number'])),
    () => makeArray(maker, flat),
    () => makeObject(maker, flat),
    () => makeRecord(maker),
  ])
  const combine = (): unknown => {
    if (random.chance(0.6)) return make()
    return { [random.pick(['anyOf', 'oneOf', 'allOf', 'anyOf'])]: [make(), make()] }
  }
  const first = combine()
  const second = random.pick([
    combine,
    () => ({ anyOf: [first, make()] }),
    () => ({ ...(first as RandomSchema), ...(make() as RandomSchema) }),
  ])()
  const recursive = random.chance(0.2)
  const wrap = (schema: unknown): JsonSchema =>
    recursive
      ? {
          ...closed({ b: { $ref: '#/$defs/n' }, a: { $ref: '#/$defs/m' } }, open),
          $defs: {
            n: closed({ a: { $ref: '#/$defs/m' }, b: schema }, open),
            m: closed({ b: { anyOf: [{ $ref: '#/$defs/n' }, { type: 'null' }] } }, open),
          },
        }
      : closed({ a: schema }, open)
  return random.chance(0.5) ? [wrap(first), wrap(second)] : [wrap(second), wrap(first)]
}

function closed(properties: RandomSchema, open: boolean): JsonSchema {
  return { type: 'object', properties, additionalProperties: open } as JsonSchema
}

/** A copy with one or two places made anew, or changed a little. */
export function changeSchema(
  maker: SchemaMaker,
  schema: unknown,
  spot: SchemaSpot = { depth: 3, plain: !maker.open },
): unknown {
  const { random } = maker
  if (typeof schema !== 'object' || schema === null || random.chance(0.08)) return makeSchema(maker, spot)
  const copy: RandomSchema = { ...schema }
  const inside = { depth: Math.max(0, spot.depth - 1), plain: false }
  const [keyword, value] = random.pick(Object.entries(copy).concat([['', undefined]]))
  if (keyword === 'properties' || keyword === '$defs') {
    const named = { ...(value as RandomSchema) }
    const name = random.pick(keyword === '$defs' ? Object.keys(named) : keys)
    const at = { ...inside, plain: spot.plain && keyword === 'properties' }
    if (name in named && (keyword === '$defs' || random.chance(0.7)))
      named[name] = changeSchema(keyword === '$defs' ? { ...maker, refs: [] } : maker, named[name], at)
    else if (name in named) delete named[name]
    else named[name] = makeSchema(maker, at)
    copy[keyword] = named
  } else if (Array.isArray(value) && /Of$|^prefix/.test(keyword)) {
    const list = [...(value as unknown[])]
    if (list.length > 1 && random.chance(0.3)) list.splice(random.below(list.length), 1)
    else if (random.chance(0.5)) list.push(makeSchema(maker, inside))
    else list[0] = changeSchema(maker, list[0], inside)
    copy[keyword] = list
  } else if (keyword === 'items' || keyword === 'not') copy[keyword] = changeSchema(maker, value, inside)
  else if (keyword === 'required') copy[keyword] = keys.filter(() => random.chance(0.3))
  else if (keyword === 'enum')
    copy[keyword] = [...new Set([...(value as unknown[]), random.pick(scalars)])].slice(random.below(2))
  else if (typeof value === 'number')
    copy[keyword] = Math.max(keyword === 'multipleOf' ? 1 : 0, value + random.pick([-1, 1]))
  else if (keyword === 'type' && value === 'integer') copy[keyword] = 'number'
  else if (keyword === 'type' && typeof value === 'string' && value !== 'object')
    copy[keyword] = [value, 'null']
  else if (/^(?:pattern|uniqueItems|contains|propertyNames|dependentRequired)$/.test(keyword))
    delete copy[keyword]
  return copy
}

/** Values near to those that a schema takes. */
export function makeValue(
  random: Random,
  schema: unknown,
  { root, depth = 4 }: { readonly root: JsonSchema; readonly depth?: number },
): unknown {
  if (typeof schema !== 'object' || schema === null || depth === 0 || random.chance(0.05))
    return anyValue(random, depth)
  const at = schema as JsonSchema
  const inside = { root, depth: depth - 1 }
  if (at.$ref !== undefined) return makeValue(random, root.$defs?.[at.$ref.slice(8)], inside)
  if (at.enum) return random.pick(at.enum)
  if ('const' in at) return at['const']
  const branches = at.anyOf ?? at.oneOf ?? at.allOf
  if (branches && random.chance(0.9)) return makeValue(random, random.pick(branches), inside)
  const type = random.pick([at.type ?? [at.properties ? 'object' : 'string', 'number']].flat())
  if (type === 'object') {
    const { properties = {}, required = [], additionalProperties: extra } = at
    const rare = extra === false ? 0.03 : 0.3
    const names = [...keys, 'e'].filter(
      (name) => required.includes(name) || random.chance(name in properties ? 0.6 : rare),
    )
    return Object.fromEntries(
      names.map((name) => [name, makeValue(random, properties[name] ?? extra, inside)]),
    )
  }
  if (type === 'array')
    return Array.from({ length: random.below(4) }, (_, index) =>
      makeValue(random, (at['prefixItems'] as unknown[] | undefined)?.[index] ?? at.items, inside),
    )
  if (type === 'string') return random.pick(words)
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(0.5)
  return random.pick(type === 'integer' ? numbers.filter(Number.isInteger) : numbers)
}

function anyValue(random: Random, depth: number): unknown {
  if (depth > 0 && random.chance(0.15)) return { [random.pick(keys)]: anyValue(random, depth - 1) }
  if (depth > 0 && random.chance(0.1)) return several(random, 3, () => anyValue(random, depth - 1))
  return random.pick(scalars)
}

function several<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: 1 + random.below(most) }, make)
}
