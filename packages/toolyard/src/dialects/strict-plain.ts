/**
 * Most parameters of most tools, in one look: scalars, choices of words, and lists of them, with a description and bounds.
 *
 * A short cut and nothing more: it answers what the walk through `strict-schema.ts` and `strict-leaf.ts` would, or
 * `undefined` if a closer look is due, and then it has left no note.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { escapeSegment, isSchema } from './schema-walk.ts'
import { scalarKeywords } from './strict-leaf.ts'
import {
  inside,
  describeConstraint,
  type StrictPlace,
  type StrictNode,
  type StrictPass,
} from './strict-pass.ts'
import { addSentences, isIdle } from './words.ts'

/** A property, whose place is worked out only if something is to be said of it. */
export interface Property {
  readonly object: StrictPlace
  readonly name: string
}

export function placeOf({ object, name }: Property): StrictPlace {
  return inside(object, `properties/${escapeSegment(name)}`)
}

export function plainProperty(schema: unknown, pass: StrictPass, property: Property): StrictNode | undefined {
  if (!isSchema(schema)) return undefined
  const wire = schema.type === 'array' ? plainList(schema, pass) : plainScalar(schema, pass, property)
  return wire && { schema: wire, decode: undefined }
}

type WireObject = Record<string, unknown>

const none: readonly string[] = Object.freeze([])

/** Without a property to say it of, what the provider does not take is not told but left to the closer look. */
function plainScalar(schema: JsonSchema, pass: StrictPass, property?: Property): WireObject | undefined {
  const keywords = keywordsOf(schema.type)
  if (keywords === undefined) return undefined
  const { type } = schema
  let wire: WireObject | undefined
  let untold: string | undefined
  for (const keyword in schema) {
    const value = schema[keyword]
    if (keyword === 'type' || keyword === 'description' || value === undefined) continue
    if (keyword === 'enum' && areWords(value, schema, pass)) wire = { type, enum: [...value] }
    else if (!keywords.includes(keyword) || schema.enum !== undefined) return undefined
    else if (isIdle(keyword, value)) continue
    else if (pass.rules.takes(keyword, value)) (wire ??= { type })[keyword] = value
    else if (untold === undefined && property) untold = keyword
    else return undefined
  }
  const sentence =
    untold !== undefined && property
      ? describeConstraint({ keyword: untold, value: schema[untold] }, pass, placeOf(property))
      : undefined
  const description = textOf(schema, sentence)
  if (wire === undefined) return description === '' ? { type } : { type, description }
  if (description !== '') wire['description'] = description
  return wire
}

function plainList(schema: JsonSchema, pass: StrictPass): WireObject | undefined {
  const items = isSchema(schema.items) ? plainScalar(schema.items, pass) : undefined
  if (items === undefined) return undefined
  const wire: WireObject = { type: 'array', items }
  for (const keyword in schema) {
    const value = schema[keyword]
    if (keyword === 'type' || keyword === 'items' || keyword === 'description' || value === undefined)
      continue
    if (keyword !== 'minItems' && keyword !== 'maxItems') return undefined
    if (isIdle(keyword, value)) continue
    if (!pass.rules.takes(keyword, value)) return undefined
    wire[keyword] = value
  }
  const description = textOf(schema, undefined)
  if (description !== '') wire['description'] = description
  return wire
}

function textOf({ description }: JsonSchema, sentence: string | undefined): string {
  const own = typeof description === 'string' ? description.trim() : ''
  return sentence === undefined ? own : addSentences(own, [sentence])
}

function keywordsOf(type: JsonSchema['type']): readonly string[] | undefined {
  if (typeof type !== 'string') return undefined
  return type === 'boolean' ? none : scalarKeywords[type]
}

function areWords(values: unknown, { type }: JsonSchema, { rules }: StrictPass): values is readonly string[] {
  if (type !== 'string' || rules.looseLiterals || !Array.isArray(values) || values.length === 0) return false
  for (const value of values as unknown[]) if (typeof value !== 'string') return false
  return true
}
