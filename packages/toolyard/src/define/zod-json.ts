/**
 * The JSON Schema of an ordinary Zod schema, read straight from Zod's own description of it.
 *
 * Zod's converter is made for every schema there is, and takes most of the time that defining a tool costs. This one
 * knows the common kinds and answers exactly what Zod's does (`zod-json.test.ts` compares the two); at the first thing
 * that it does not know for certain it answers nothing, and the caller asks Zod. Zod itself is never imported.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { foldChecks, numberKeywords, sizeKeywords, type SchemaObject } from './zod-checks.ts'
import type { ZodDef, ZodInternals, ZodSchema, ZodVersion } from './zod-internals.ts'

/** The line of releases whose insides are known here. */
const known = { major: 4, minor: 6 }
/** What is larger, or endless because it contains itself, is Zod's. */
const maxNodes = 1000

interface ZodWalk {
  /** The object itself: schemas of two copies of Zod are not mixed. */
  readonly version: ZodVersion
  readonly metadata: WeakMap<object, unknown>
  left: number
}

/** What the model may send; `undefined` if only Zod can tell. */
export function zodInputJson(schema: object): JsonSchema | undefined {
  const internals = (schema as Partial<ZodSchema>)._zod
  const version = internals?.version
  if (version?.major !== known.major || version.minor !== known.minor) return undefined
  // A schema that has a `~standard` of its own may have been given another converter.
  if (Object.hasOwn(schema, '~standard') || internals?.traits.has('ZodType') !== true) return undefined
  const metadata = metadataOf(globalThis as ZodGlobals)
  return metadata && convert(schema as ZodSchema, { version, metadata, left: maxNodes })
}

interface ZodGlobals {
  readonly __zod_globalRegistry?: { readonly _map?: unknown }
}

/** Where `.describe()` and `.meta()` keep their words. */
function metadataOf(globals: ZodGlobals): WeakMap<object, unknown> | undefined {
  const map = globals.__zod_globalRegistry?._map
  return map instanceof WeakMap ? map : undefined
}

function convert(schema: ZodSchema, walk: ZodWalk): SchemaObject | undefined {
  const zod = schema._zod
  if (walk.left-- <= 0 || zod.version !== walk.version) return undefined
  // The first is someone's own conversion; the second is what schemas of `zod/mini` lack.
  if (zod.toJSONSchema !== undefined || typeof zod.processJSONSchema !== 'function') return undefined
  const json = withoutWords(zod, walk)
  return json && addWords(json, schema, walk) ? json : undefined
}

function withoutWords(zod: ZodInternals, walk: ZodWalk): SchemaObject | undefined {
  const { def } = zod
  switch (def.type) {
    case 'string':
      return isBare(def) ? { type: 'string' } : sizeKeywords({ type: 'string' }, 'Length', foldChecks(zod))
    case 'number':
      return isBare(def) ? { type: 'number' } : numberKeywords(foldChecks(zod))
    case 'boolean':
    case 'null':
      return { type: def.type }
    case 'any':
    case 'unknown':
      return {}
    case 'enum':
      return ofEnum(def)
    case 'literal':
      return ofLiteral(def)
    case 'array':
      return ofArray(zod, walk)
    case 'object':
      return ofObject(def, walk)
    case 'record':
      return ofRecord(def, walk)
    case 'union':
      return ofUnion(def, walk)
    case 'optional':
      return convert(def.innerType, walk)
    case 'nullable':
      return ofNullable(def, walk)
    case 'default':
      return ofDefault(def, walk)
    default:
      return undefined
  }
}

/** Without checks no check could have left something in the bag either. */
function isBare({ check, checks }: ZodDef): boolean {
  return check === undefined && (checks === undefined || checks.length === 0)
}

function ofEnum({ entries }: ZodDef): SchemaObject | undefined {
  const values = Object.values(entries)
  for (const value of values) if (typeof value !== 'string') return undefined
  return values.length > 0 ? { type: 'string', enum: values } : undefined
}

function ofLiteral({ values }: ZodDef): SchemaObject | undefined {
  const [first] = values
  if (values.length === 0 || !values.every(isJsonScalar)) return undefined
  const type = first === null ? 'null' : typeof first
  if (values.length === 1) return { type, const: first }
  const equal = values.every((value) => (value === null ? 'null' : typeof value) === type)
  return equal ? { type, enum: [...values] } : { enum: [...values] }
}

function isJsonScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}

function ofArray(zod: ZodInternals, walk: ZodWalk): SchemaObject | undefined {
  const items = convert(zod.def.element, walk)
  if (!items) return undefined
  const json: SchemaObject = { type: 'array', items }
  return isBare(zod.def) ? json : sizeKeywords(json, 'Items', foldChecks(zod))
}

function ofObject(def: ZodDef, walk: ZodWalk): SchemaObject | undefined {
  const { shape, catchall } = def
  if (Object.getOwnPropertySymbols(shape).length > 0) return undefined
  const properties: SchemaObject = {}
  const keys = Object.keys(shape)
  let count = 0
  for (const key of keys) {
    const field = shape[key]
    const child = key === '__proto__' || field === undefined ? undefined : convert(field, walk)
    if (child === undefined || field === undefined) return undefined
    properties[key] = child
    if (field._zod.optin === undefined) keys[count++] = key
  }
  keys.length = count
  const json: SchemaObject =
    count > 0 ? { type: 'object', properties, required: keys } : { type: 'object', properties }
  if (catchall === undefined) return json
  const others = catchall._zod.def.type === 'never' ? false : convert(catchall, walk)
  if (others === undefined) return undefined
  json['additionalProperties'] = others
  return json
}

/** Keys of other kinds than any word have rules of their own. */
function ofRecord({ keyType, valueType, mode }: ZodDef, walk: ZodWalk): SchemaObject | undefined {
  if (mode !== undefined || keyType._zod.def.type !== 'string') return undefined
  const propertyNames = convert(keyType, walk)
  const additionalProperties = propertyNames && convert(valueType, walk)
  return additionalProperties && { type: 'object', propertyNames, additionalProperties }
}

function ofUnion({ options, inclusive }: ZodDef, walk: ZodWalk): SchemaObject | undefined {
  const branches: SchemaObject[] = []
  for (const option of options) {
    const branch = convert(option, walk)
    if (!branch) return undefined
    branches.push(branch)
  }
  if (branches.length === 0) return undefined
  return inclusive === false ? { oneOf: branches } : anyOf(branches)
}

function ofNullable({ innerType }: ZodDef, walk: ZodWalk): SchemaObject | undefined {
  const inner = convert(innerType, walk)
  return inner && anyOf([inner, { type: 'null' }])
}

/** Branches that say nothing but a type become one list of types. */
function anyOf(branches: readonly SchemaObject[]): SchemaObject {
  const types = new Set<unknown>()
  for (const branch of branches) {
    const { type } = branch
    if (type === undefined || Object.keys(branch).length !== 1) return { anyOf: branches }
    if (Array.isArray(type)) for (const one of type) types.add(one)
    else types.add(type)
  }
  const [only] = types
  return { type: types.size === 1 ? only : [...types] }
}

function ofDefault(def: ZodDef, walk: ZodWalk): SchemaObject | undefined {
  const json = convert(def.innerType, walk)
  const value = json && def.defaultValue
  if (json === undefined || !isJsonScalar(value)) return undefined
  json['default'] = value
  return json
}

/** Descriptions and titles: a schema's own, or of what it was made from; nearer words win. */
function addWords(json: SchemaObject, schema: ZodSchema, walk: ZodWalk): boolean {
  let title: string | undefined
  let description: string | undefined
  for (let at: ZodSchema | undefined = schema; at !== undefined; at = at._zod.parent) {
    if (at._zod.toJSONSchema !== undefined) return false
    const words = walk.metadata.get(at)
    if (words === undefined) continue
    for (const key of Object.keys(words ?? { id: null })) {
      const value = (words as SchemaObject)[key]
      if (typeof value !== 'string') return false
      if (key === 'description') description ??= value
      else if (key === 'title') title ??= value
      else return false
    }
  }
  if (title !== undefined) json['title'] = title
  if (description !== undefined) json['description'] = description
  return true
}
