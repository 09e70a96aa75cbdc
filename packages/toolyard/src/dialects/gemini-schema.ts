/**
 * Any schema → one made only of the keywords that Gemini documents for JSON Schema; the rest is described in words.
 *
 * References stand alone, under `$defs`; a cycle goes through a property that may be left out, as Gemini wants it.
 *
 * @module
 */
import { decides, type JsonSchema, resolveRef } from '../kernel/index.ts'
import { createDefinitions, type SchemaDefinitions } from './definitions.ts'
import { allDisjoint } from './disjoint.ts'
import type { Decode } from './codec.ts'
import { createEmptyStrings, type EmptyStrings } from './gemini-empty.ts'
import { geminiLiteral } from './gemini-literal.ts'
import { mergeAllOf } from './merge-all-of.ts'
import { withNamedKeys } from './named-keys.ts'
import type { DialectNotes } from './notes.ts'
import {
  type AnySchema,
  concerns,
  constraintsOf,
  escapeSegment,
  isNever,
  isSchema,
  typesOf,
  walkLimits,
} from './schema-walk.ts'
import { addSentences, isIdle, wordsFor } from './words.ts'

/** Keywords that are copied; those that hold schemas are converted on the way. */
const copied = new Set(['minItems', 'maxItems', 'minimum', 'maximum'])
const formats = new Set(['date-time', 'date', 'time', 'int32', 'int64', 'float', 'double', 'enum'])
const structural = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'enum',
  'items',
  'oneOf',
  'prefixItems',
  'properties',
  'required',
  'type',
])
const told = ['default', 'example', 'examples', 'deprecated']

interface GeminiNode {
  readonly schema: JsonSchema
}

interface GeminiPass {
  readonly root: JsonSchema
  readonly notes: DialectNotes
  readonly definitions: SchemaDefinitions<GeminiNode>
  readonly empty: EmptyStrings
  nodes: number
  /** How many references led back to a definition that is still being made. */
  cycles: number
  /** The same, for each of them. */
  readonly open: Map<string, number>
}

interface GeminiPlace {
  readonly path: string
  readonly depth: number
}

export interface GeminiSchema {
  readonly schema: JsonSchema
  /** The way back for arguments, if there is one. */
  readonly decode: Decode | undefined
}

export function toGeminiSchema(root: JsonSchema, notes: DialectNotes): GeminiSchema {
  const definitions: SchemaDefinitions<GeminiNode> = createDefinitions()
  const empty = createEmptyStrings(root)
  const pass: GeminiPass = { root, notes, definitions, empty, nodes: 0, cycles: 0, open: new Map() }
  const converted = convert(root, { path: '', depth: 0 }, pass)
  const schema = { ...converted, ...definitions.keyword() }
  return { schema, decode: empty.decoder(schema) }
}

function convert(schema: AnySchema, place: GeminiPlace, pass: GeminiPass): JsonSchema {
  if (!isSchema(schema)) {
    if (!schema) pass.notes.add('lossy', place.path, 'that nothing fits here cannot be told')
    return {}
  }
  if (++pass.nodes > walkLimits.maxNodes || place.depth > walkLimits.maxDepth) {
    pass.notes.add('lossy', place.path, 'it is too large or too deep, and is left open')
    return {}
  }
  if (schema.allOf || (schema.$ref !== undefined && Object.keys(constraintsOf(schema, '$ref')).length > 0)) {
    const merged = mergeAllOf(schema, pass.root)
    if (merged) return convert(merged, { ...place, depth: place.depth + 1 }, pass)
    pass.notes.add('lossy', place.path, '"allOf" cannot be merged, and is left out')
    const { allOf: _, ...rest } = schema
    return convert(rest, place, pass)
  }
  const named = withNamedKeys(schema)
  const bare = structure(named, place, pass)
  const { kept, sentences } = constraints(named, place, pass)
  return annotate({ ...bare, ...kept }, schema, sentences)
}

function structure(schema: JsonSchema, place: GeminiPlace, pass: GeminiPass): JsonSchema {
  if (typeof schema.$ref === 'string') return reference(schema.$ref, place, pass)
  if (schema.anyOf || schema.oneOf) return union(schema, place, pass)
  if ('const' in schema || schema.enum) return geminiLiteral(schema, { ...pass, path: place.path })
  const types = typesOf(schema)
  const others = types.filter((type) => type !== 'null')
  if (others.length > 1) {
    const rest = constraintsOf(schema)
    return {
      anyOf: types.map((type, index) => convert({ ...rest, type }, inside(place, `type/${index}`), pass)),
    }
  }
  const is = (type: string, sign: unknown): boolean =>
    others.length > 0 ? others[0] === type : sign !== undefined && types.length === 0
  return {
    ...(schema.type !== undefined && { type: schema.type }),
    ...(is('object', schema.properties) ? objectPart(schema, place, pass) : {}),
    ...(is('array', schema.items ?? schema['prefixItems']) ? listPart(schema, place, pass) : {}),
  }
}

function reference(ref: string, place: GeminiPlace, pass: GeminiPass): JsonSchema {
  const target = resolveRef(pass.root, ref)
  const definition = pass.definitions.at(ref, () => {
    const at = { path: ref.slice(1), depth: place.depth + 1 }
    const schema = convert(isSchema(target) ? target : true, at, pass)
    pass.cycles -= pass.open.get(ref) ?? 0
    return { schema }
  })
  if (definition.node === undefined) {
    pass.cycles++
    pass.open.set(ref, (pass.open.get(ref) ?? 0) + 1)
  }
  return { $ref: `#/$defs/${definition.name}` }
}

function union(schema: JsonSchema, place: GeminiPlace, pass: GeminiPass): JsonSchema {
  const { anyOf, oneOf } = schema
  if (anyOf && oneOf) pass.notes.add('lossy', place.path, '"oneOf" beside "anyOf" is left out')
  const branches = anyOf ?? oneOf ?? []
  const beside = constraintsOf(schema, 'anyOf', 'oneOf')
  const whole = branches.map((branch) =>
    Object.keys(beside).length > 0 ? { ...beside, allOf: [branch] } : branch,
  )
  if (!anyOf && !allDisjoint(branches, pass.root))
    pass.notes.add(
      'adapted',
      place.path,
      '"oneOf" becomes "anyOf"; that only one may fit is told in the description',
    )
  const keyword = anyOf ? 'anyOf' : 'oneOf'
  return { anyOf: whole.map((branch, index) => convert(branch, inside(place, `${keyword}/${index}`), pass)) }
}

function objectPart(schema: JsonSchema, place: GeminiPlace, pass: GeminiPass): JsonSchema {
  const { properties, required = [], additionalProperties } = schema
  const kept = new Set(required.filter((name) => Object.hasOwn(properties ?? {}, name)))
  const known = Object.entries(properties ?? {}).filter(([name, child]) => kept.has(name) || !isNever(child))
  const entries = known.map(([name, child]) => {
    const at = inside(place, `properties/${escapeSegment(name)}`)
    const cycles = pass.cycles
    const converted = convert(child, at, pass)
    if (pass.cycles === cycles || !kept.delete(name)) return [name, converted] as const
    pass.notes.add('adapted', at.path, 'it leads back to itself, so it is sent as optional')
    return [name, annotate(converted, converted, ['Always give this.'])] as const
  })
  const extra = isSchema(additionalProperties)
    ? convert(additionalProperties, inside(place, 'additionalProperties'), pass)
    : additionalProperties
  // An object that names properties has to have some.
  if (properties && entries.length === 0 && place.depth > 0)
    pass.notes.add('adapted', place.path, '"properties" is empty, and is left out')
  return {
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(kept.size > 0 && { required: [...kept] }),
    ...(extra !== undefined && { additionalProperties: extra }),
  }
}

function listPart(schema: JsonSchema, place: GeminiPlace, pass: GeminiPass): JsonSchema {
  const { items, prefixItems } = schema as { items?: AnySchema; prefixItems?: readonly AnySchema[] }
  if (!prefixItems) return { items: convert(items ?? true, inside(place, 'items'), pass) }
  const tuple = prefixItems.map((item, index) => convert(item, inside(place, `prefixItems/${index}`), pass))
  if (items === false) return { prefixItems: tuple, maxItems: prefixItems.length }
  return {
    prefixItems: tuple,
    ...(isSchema(items) && { items: convert(items, inside(place, 'items'), pass) }),
  }
}

interface Constraints {
  readonly kept: JsonSchema
  readonly sentences: readonly string[]
}

function constraints(schema: JsonSchema, place: GeminiPlace, pass: GeminiPass): Constraints {
  const kept: Record<string, unknown> = {}
  const sentences: string[] = []
  // Distributed over the branches of a union; settled by the literals of an enum.
  if (schema.anyOf ?? schema.oneOf ?? schema.enum) return { kept, sentences: overlap(schema, pass) }
  if (schema.$ref !== undefined || 'const' in schema) return { kept, sentences }
  if (typesOf(schema).filter((type) => type !== 'null').length > 1) return { kept, sentences }
  const types = typesOf(schema)
  const whole = types.includes('integer')
  for (const [keyword, value] of Object.entries(schema)) {
    if (!decides(keyword) || structural.has(keyword) || isIdle(keyword, value)) continue
    if (!concerns(keyword, types)) continue
    if (copied.has(keyword) || (keyword === 'format' && formats.has(String(value)))) kept[keyword] = value
    else if (whole && keyword === 'exclusiveMinimum' && !('minimum' in schema))
      kept['minimum'] = Math.floor(Number(value)) + 1
    else if (whole && keyword === 'exclusiveMaximum' && !('maximum' in schema))
      kept['maximum'] = Math.ceil(Number(value)) - 1
    else addConstraintSentence(keyword, value, { place, pass, sentences })
  }
  const undescribed = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
  if (undescribed.length > 0) addConstraintSentence('required', undescribed, { place, pass, sentences })
  return { kept, sentences }
}

function overlap({ anyOf, oneOf }: JsonSchema, { root }: GeminiPass): readonly string[] {
  return !anyOf && oneOf && !allDisjoint(oneOf, root) ? ['Must fit exactly one of these.'] : []
}

function addConstraintSentence(
  keyword: string,
  value: unknown,
  at: { place: GeminiPlace; pass: GeminiPass; sentences: string[] },
): void {
  const sentence = wordsFor(keyword, value)
  const { notes } = at.pass
  if (sentence === undefined) notes.add('lossy', at.place.path, `"${keyword}" is too long to tell the model`)
  else {
    notes.add('adapted', at.place.path, `"${keyword}" is told in the description`)
    at.sentences.push(sentence)
  }
}

function annotate(schema: JsonSchema, original: JsonSchema, sentences: readonly string[]): JsonSchema {
  const more = told.flatMap((keyword) =>
    keyword in original ? (wordsFor(keyword, original[keyword]) ?? []) : [],
  )
  const own = typeof original.description === 'string' ? original.description.trim() : ''
  const inner = schema.description !== undefined && schema.description !== own ? [schema.description] : []
  const text = addSentences(own, [...inner, ...sentences, ...more])
  const title = original['title']
  const words = { ...(typeof title === 'string' && { title }), ...(text !== '' && { description: text }) }
  if (Object.keys(words).length === 0) return schema
  return schema.$ref === undefined ? { ...schema, ...words } : { anyOf: [schema], ...words }
}

function inside(place: GeminiPlace, segment: string): GeminiPlace {
  return { path: `${place.path}/${segment}`, depth: place.depth + 1 }
}
