/**
 * Checks schemas that share their definitions: each definition is looked at once, however many schemas have it.
 *
 * Says only whether a schema is plainly right. Whatever is not, and whatever refers to anything but definitions, is for
 * `readSchema` to look at.
 *
 * @module
 */
import type { JsonObject } from '../json.ts'
import { checkSchema } from './check-schema.ts'
import { isSchema, type JsonSchema, schemaHolder, schemaLimits } from './json-schema.ts'
import { isNamed } from './local-references.ts'
import { definitionIn, ordinaryWeight, type SchemaWeight } from './ordinary-schema.ts'

export type SharedCheck = (schema: unknown) => boolean

type Weight = SchemaWeight
/** A check that remembers the definitions that it has seen. They must not change afterwards. */
export function createSharedCheck(): SharedCheck {
  const known = new WeakMap<object, Weight | 'unclear'>()
  const sets = new WeakMap<object, Weight | 'unclear'>()
  return (schema) => {
    if (!isSchema(schema) || !isSchema(schema.$defs) || schema['$schema'] !== undefined) return false
    const { $defs: definitions, ...own } = schema
    const all = sets.get(definitions) ?? weighAll(definitions, known)
    sets.set(definitions, all)
    if (all === 'unclear') return false
    const ordinary = ordinaryWeight(own)
    if (ordinary && hasAll(definitions, ordinary.refs) && !isTooMuch(all, ordinary)) return true
    const weight = weigh(own)
    if (weight === 'unclear' || isTooMuch(all, weight)) return false
    return checkSchema({ ...own, $defs: stubsFor(weight.refs, definitions) }).length === 0
  }
}

function isTooMuch(...weights: readonly Weight[]): boolean {
  const nodes = weights.reduce((sum, one) => sum + one.nodes, 0)
  const text = weights.reduce((sum, one) => sum + one.text, 0)
  return nodes > schemaLimits.maxNodes || text > schemaLimits.maxTextLength
}

function weighAll(definitions: JsonObject, known: WeakMap<object, Weight | 'unclear'>): Weight | 'unclear' {
  let nodes = 0
  let text = 0
  for (const [name, definition] of Object.entries(definitions)) {
    text += name.length
    if (typeof definition === 'boolean') continue
    if (!isSchema(definition)) return 'unclear'
    const weight = known.get(definition) ?? weighDefinition(name, definition, definitions)
    known.set(definition, weight)
    if (weight === 'unclear') return weight
    if (!hasAll(definitions, weight.refs)) return 'unclear'
    nodes += weight.nodes
    text += weight.text
  }
  return { nodes, text, refs: new Set() }
}

/** One that is no more than a reference may lead round in a circle: that is seen in the whole only. */
function weighDefinition(name: string, definition: JsonSchema, definitions: JsonObject): Weight | 'unclear' {
  if (definition.$ref !== undefined) return 'unclear'
  const ordinary = ordinaryWeight(definition)
  if (ordinary) return ordinary
  const weight = weigh(definition)
  if (weight === 'unclear') return weight
  const alone = { $defs: { ...stubsFor(weight.refs, definitions), [name]: definition } }
  return checkSchema(alone).length === 0 ? weight : 'unclear'
}

function hasAll(definitions: JsonObject, refs: ReadonlySet<string>): boolean {
  for (const ref of refs) if (!Object.hasOwn(definitions, ref)) return false
  return true
}

/** Something for references to lead to. */
function stubsFor(refs: ReadonlySet<string>, definitions: JsonObject): JsonObject {
  const stubs: Record<string, unknown> = {}
  for (const ref of refs) if (Object.hasOwn(definitions, ref)) stubs[ref] = true
  return stubs
}

/** What counts towards the limits of a schema; `unclear` if it refers to anything but definitions. */
function weigh(schema: JsonSchema): Weight | 'unclear' {
  const refs = new Set<string>()
  let nodes = 0
  let text = 0
  const open: JsonSchema[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (++nodes > schemaLimits.maxNodes || isNamed(next, 2020, false)) return 'unclear'
    for (const keyword in next) {
      const value = next[keyword]
      text += keyword.length + lengthOf(value)
      if (typeof value === 'object' && value !== null) pushSchemas(keyword, value, open)
    }
    if (next.$ref !== undefined) {
      const name = definitionIn(next.$ref)
      if (name === undefined) return 'unclear'
      refs.add(name)
    }
  }
  return { nodes, text, refs }
}

function pushSchemas(keyword: string, value: object, open: JsonSchema[]): void {
  const holds = schemaHolder(keyword)
  if (holds === undefined) return
  if (holds === 'schemas' && isSchema(value)) open.push(value)
  else for (const child of Object.values(value)) if (isSchema(child)) open.push(child)
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 0
  let length = 0
  for (const item of value) if (typeof item === 'string') length += item.length
  return length
}
