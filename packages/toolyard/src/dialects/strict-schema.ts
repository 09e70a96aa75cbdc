/**
 * Any schema → one that a provider can hold its model to, with the way back for the arguments; or why there is none.
 *
 * One walk makes both, node by node. A reason against is collected, never thrown, and nothing is loosened in silence:
 * what a strict schema cannot say goes into the description, or the whole tool goes without strict.
 *
 * @module
 */
import { type JsonSchema, resolveRef } from '../kernel/index.ts'
import type { Decoder } from './codec.ts'
import { createDefinitions, type SchemaDefinitions } from './definitions.ts'
import { allDisjoint } from './disjoint.ts'
import { unionDecoder } from './fits.ts'
import { mergeAllOf } from './merge-all-of.ts'
import { type DialectNotes } from './notes.ts'
import { type AnySchema, constraintsOf, isSchema, typesOf, walkLimits } from './schema-walk.ts'
import { strictList, strictLiteral, strictScalar } from './strict-leaf.ts'
import { nullable } from './strict-nullable.ts'
import { listKinds, strictObject } from './strict-object.ts'
import {
  block,
  type Blocker,
  inside,
  type StrictPlace,
  type StrictNode,
  type StrictPass,
  type StrictRules,
} from './strict-pass.ts'
import { addSentences, isIdle, wordsFor } from './words.ts'

/** Enough reasons to say no. */
const maxBlockers = 8

const unsupported: ReadonlySet<string> = new Set([
  '$dynamicRef',
  'contains',
  'contentSchema',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'patternProperties',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

export interface StrictSchema {
  /** If it is not an object's schema, the caller wraps it. `$defs` stand at its root. */
  readonly schema: JsonSchema
  readonly $defs: { readonly $defs?: Readonly<Record<string, JsonSchema>> }
  readonly decode: Decoder | undefined
  readonly blockers: readonly Blocker[]
}

export function toStrictSchema(root: JsonSchema, rules: StrictRules, notes: DialectNotes): StrictSchema {
  let definitions: SchemaDefinitions<StrictNode> | undefined
  let finished: JsonSchema | undefined
  const pass: StrictPass = {
    root,
    rules,
    notes,
    blockers: [],
    definitions: () => (definitions ??= createDefinitions()),
    finished: () => (finished ??= definitions?.keyword() ?? {}),
    nodes: 0,
    convert: (schema, place) => convert(schema, place, pass),
  }
  const { schema, decode } = openRoot(pass)
  return { schema, decode, $defs: definitions?.keyword() ?? {}, blockers: pass.blockers }
}

/** A root that is only a reference is opened, because a provider wants to see an object there. */
function openRoot(pass: StrictPass): StrictNode {
  const { root } = pass
  if (typeof root.$ref !== 'string') return pass.convert(root, { path: '', depth: 0 })
  const merged = mergeAllOf(root, root)
  if (merged === undefined)
    return block(pass, { path: '', depth: 0 }, 'its root refers to what cannot be merged')
  return pass.convert(merged, { path: '', depth: 0 })
}

function convert(schema: unknown, place: StrictPlace, pass: StrictPass): StrictNode {
  if (pass.blockers.length >= maxBlockers) return { schema: {}, decode: undefined }
  if (++pass.nodes > walkLimits.maxNodes || place.depth > walkLimits.maxDepth)
    return block(pass, place, 'it is too large or too deep')
  if (!isSchema(schema))
    return block(pass, place, schema === false ? 'nothing fits here' : 'anything fits here')
  if (schema.allOf !== undefined || hasConstrainedRef(schema)) {
    const merged = mergeAllOf(schema, pass.root)
    return merged
      ? pass.convert(merged, { ...place, depth: place.depth + 1 })
      : block(pass, place, '"allOf" cannot be merged')
  }
  const keyword = firstUnsupported(schema)
  if (keyword !== undefined) return block(pass, place, `"${keyword}" has no strict form`)
  return annotate(bare(schema, place, pass), schema)
}

/** Looks at what the schema has, which is less than what there is; the first in the order of the set is named. */
function firstUnsupported(schema: JsonSchema): string | undefined {
  let found = false
  for (const keyword in schema) found ||= unsupported.has(keyword)
  if (!found) return undefined
  return unsupported.values().find((name) => schema[name] !== undefined && !isIdle(name, schema[name]))
}

function hasConstrainedRef(schema: JsonSchema): boolean {
  return schema.$ref !== undefined && Object.keys(constraintsOf(schema, '$ref')).length > 0
}

/** The strict form without what only describes. */
function bare(schema: JsonSchema, place: StrictPlace, pass: StrictPass): StrictNode {
  if (typeof schema.$ref === 'string') return strictRef(schema.$ref, place, pass)
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return strictUnion(schema, place, pass)
  if ('const' in schema || schema.enum !== undefined) return strictLiteral(schema, pass, place)
  const types = typesOf(schema)
  if (types.length > 1) {
    const rest = constraintsOf(schema)
    return union(
      types.map((type) => ({ ...rest, type })),
      inside(place, 'type'),
      pass,
    )
  }
  const type = types[0] ?? impliedType(schema)
  if (type === 'object') return strictObject(schema, pass, place)
  if (type === 'array') return strictList(schema, pass, place)
  if (type === undefined) return block(pass, place, 'anything fits here')
  return strictScalar(schema.type === type ? schema : { ...schema, type }, pass, place)
}

function impliedType({ properties, additionalProperties, items, ...rest }: JsonSchema): string | undefined {
  if (properties !== undefined || additionalProperties !== undefined) return 'object'
  return items !== undefined || 'prefixItems' in rest ? 'array' : undefined
}

function strictRef(ref: string, place: StrictPlace, pass: StrictPass): StrictNode {
  const target = resolveRef(pass.root, ref)
  const definition = pass
    .definitions()
    .at(ref, () => pass.convert(target, { path: ref.slice(1), depth: place.depth + 1 }))
  const schema = { $ref: `#/$defs/${definition.name}` }
  if (definition.node) return { schema, decode: definition.node.decode }
  if (!pass.rules.recursion) return block(pass, place, 'it contains itself')
  return { schema, decode: (value, depth) => definition.node?.decode?.(value, depth) ?? value }
}

function strictUnion(schema: JsonSchema, place: StrictPlace, pass: StrictPass): StrictNode {
  const { anyOf, oneOf } = schema
  if (anyOf !== undefined && oneOf !== undefined)
    return block(pass, place, '"anyOf" beside "oneOf" has no strict form')
  const beside = constraintsOf(schema, 'anyOf', 'oneOf')
  const distribute = (branch: AnySchema): AnySchema =>
    Object.keys(beside).length > 0 ? { ...beside, allOf: [branch] } : branch
  const branches = (anyOf ?? oneOf ?? []).filter((branch) => branch !== false)
  if (oneOf !== undefined) {
    if (!allDisjoint(branches, pass.root))
      return block(pass, place, 'the branches of "oneOf" may overlap, so "anyOf" would not say the same')
    pass.notes.add('adapted', place.path, '"oneOf" becomes "anyOf"; no value fits two of its branches')
  }
  return union(branches.map(distribute), inside(place, anyOf ? 'anyOf' : 'oneOf'), pass)
}

function union(branches: readonly AnySchema[], place: StrictPlace, pass: StrictPass): StrictNode {
  const kinds = branches.map((branch) => listKinds(branch, pass.root))
  if (kinds.some(({ record }) => record) && kinds.some(({ list }) => list))
    return block(pass, place, 'a record and a list in one union could not be told apart')
  const nodes = branches.map((branch, index) => pass.convert(branch, inside(place, String(index))))
  const others = nodes.filter(({ schema }) => schema.type !== 'null')
  const [only] = others
  if (only === undefined) return nodes[0] ?? block(pass, place, 'a union without branches')
  if (others.length === 1) return nodes.length > 1 ? nullable(only, pass.rules) : only
  return { schema: { anyOf: nodes.map(({ schema }) => schema) }, decode: unionDecoder(nodes, pass.finished) }
}

/** Puts title and description of the original on its strict form, with the sentences that take the place of keywords. */
function annotate(node: StrictNode, original: JsonSchema): StrictNode {
  const own = typeof original.description === 'string' ? original.description.trim() : ''
  const text = addSentences(own, sentencesFor(node.schema, original))
  const { title } = original
  const hasTitle = typeof title === 'string'
  if (!hasTitle && text === '') return node
  const words: Record<string, unknown> = {}
  if (hasTitle) words['title'] = title
  if (text !== '') words['description'] = text
  if (!('description' in node.schema || '$ref' in node.schema))
    return { schema: { ...node.schema, ...words }, decode: node.decode }
  const { description: _, ...rest } = node.schema
  // A provider takes nothing beside "$ref".
  return { ...node, schema: '$ref' in rest ? { anyOf: [rest], ...words } : { ...rest, ...words } }
}

const toldKeywords = ['default', 'example', 'examples', 'deprecated']

function sentencesFor({ description }: JsonSchema, original: JsonSchema): readonly string[] {
  const sentences = description ? [description] : []
  for (const keyword of toldKeywords) {
    const sentence = keyword in original ? wordsFor(keyword, original[keyword]) : undefined
    if (sentence !== undefined) sentences.push(sentence)
  }
  return sentences
}
