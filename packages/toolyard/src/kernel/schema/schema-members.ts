/**
 * The keywords of JSON Schema that look into objects and lists.
 *
 * @module
 */
import type { JsonObject } from '../json.ts'
import { isMembers, keysOf } from './schema-assertions.ts'
import {
  applyInside,
  fault,
  type SchemaNode,
  quietly,
  type KeywordRule,
  partsPerStep,
} from './schema-node.ts'
import { both, either, howMany, type Verdict } from './verdict.ts'

export const memberRules: ReadonlyMap<string, KeywordRule> = new Map<string, KeywordRule>([
  ['properties', ofObject(applyProperties)],
  ['patternProperties', ofObject(applyPatterns)],
  ['additionalProperties', ofObject(applyAdditional)],
  ['propertyNames', ofObject(applyNames)],
  ['unevaluatedProperties', ofObject(applyUnevaluated)],
  ['prefixItems', ofList((value, node) => applyTuple(node.schema['prefixItems'], value, node))],
  ['items', ofList(applyItems)],
  ['additionalItems', ofList(applyAdditionalItems)],
  ['contains', ofList(applyContains)],
  ['unevaluatedItems', ofList(applyUnevaluatedItems)],
])

function ofObject(rule: (value: JsonObject, node: SchemaNode) => Verdict): KeywordRule {
  return (value, node) => !isMembers(value) || rule(value, node)
}

function ofList(rule: (value: readonly unknown[], node: SchemaNode) => Verdict): KeywordRule {
  return (value, node) => !Array.isArray(value) || rule(value, node)
}

function keysIn(value: JsonObject, { walker }: SchemaNode): string[] {
  const keys = keysOf(value)
  walker.spend(keys.length)
  return keys
}

function applyProperties(value: JsonObject, node: SchemaNode): Verdict {
  const { properties } = node.schema
  if (!isMembers(properties)) return undefined
  let verdict: Verdict = true
  for (const name of keysIn(value, node)) {
    if (!Object.hasOwn(properties, name)) continue
    node.at.seen?.keys.add(name)
    verdict = both(verdict, applyInside(properties[name], [name, value[name]], node))
    if (verdict === false && node.at.faults === undefined) return false
  }
  return verdict
}

function applyPatterns(value: JsonObject, node: SchemaNode): Verdict {
  const { patternProperties } = node.schema
  if (!isMembers(patternProperties)) return undefined
  let verdict: Verdict = true
  for (const key of keysIn(value, node))
    for (const pattern of Object.keys(patternProperties)) {
      const matches = node.walker.match(pattern, key)
      if (matches === false) continue
      node.at.seen?.keys.add(key)
      if (node.at.seen && matches === undefined) node.at.seen.isUnsure = true
      const place = matches === undefined ? quietly(node) : node
      const one = applyInside(patternProperties[pattern], [key, value[key]], place)
      verdict = both(verdict, matches === undefined && one === false ? undefined : one)
    }
  return verdict
}

function applyAdditional(value: JsonObject, node: SchemaNode): Verdict {
  const { properties, patternProperties, additionalProperties } = node.schema
  if (additionalProperties === true && node.at.seen === undefined) return true
  const patterns = isMembers(patternProperties) ? Object.keys(patternProperties) : []
  node.walker.spend(patterns.length / partsPerStep)
  const unknown: string[] = []
  let verdict: Verdict = true
  for (const key of keysIn(value, node)) {
    if (isMembers(properties) && Object.hasOwn(properties, key)) continue
    let known: Verdict = false
    for (const pattern of patterns) known = either(known, node.walker.match(pattern, key))
    if (known === true) continue
    node.at.seen?.keys.add(key)
    const isSure = known === false
    if (additionalProperties === false) {
      if (isSure) unknown.push(key)
      verdict = both(verdict, isSure ? false : undefined)
      continue
    }
    const one = applyInside(additionalProperties, [key, value[key]], isSure ? node : quietly(node))
    verdict = both(verdict, isSure || one !== false ? one : undefined)
  }
  return unknown.length > 0 ? fault(node.at, 'additionalProperties', unknown) : verdict
}

function applyNames(value: JsonObject, node: SchemaNode): Verdict {
  const quiet = quietly(node)
  const wrong: string[] = []
  let verdict: Verdict = true
  for (const key of keysIn(value, node)) {
    const one = applyInside(node.schema['propertyNames'], [key, key], quiet)
    if (one === false) wrong.push(key)
    verdict = both(verdict, one)
  }
  return verdict === false ? fault(node.at, 'propertyNames', wrong) : verdict
}

function applyUnevaluated(value: JsonObject, node: SchemaNode): Verdict {
  const { seen } = node.at
  if (!seen) return true
  const quiet = quietly(node)
  const wrong: string[] = []
  let verdict: Verdict = true
  for (const key of keysIn(value, node)) {
    if (seen.keys.has(key)) continue
    const one = applyInside(node.schema['unevaluatedProperties'], [key, value[key]], quiet)
    if (one === false && !seen.all) wrong.push(key)
    verdict = both(verdict, one === false && seen.all ? undefined : one)
    seen.keys.add(key)
  }
  if (verdict === false) return fault(node.at, 'unevaluatedProperties', wrong)
  return seen.isUnsure ? undefined : verdict
}

function applyTuple(schemas: unknown, value: readonly unknown[], node: SchemaNode): Verdict {
  if (!Array.isArray(schemas)) return undefined
  let verdict: Verdict = true
  node.walker.spend(Math.min(schemas.length, value.length) / partsPerStep)
  for (const [index, schema] of schemas.slice(0, value.length).entries()) {
    node.at.seen?.items.add(index)
    verdict = both(verdict, applyInside(schema, [index, value[index]], node))
  }
  return verdict
}

function applyItems(value: readonly unknown[], node: SchemaNode): Verdict {
  const { items, prefixItems } = node.schema
  if (Array.isArray(items)) return applyTuple(items, value, node)
  return applyFrom(Array.isArray(prefixItems) ? prefixItems.length : 0, value, { ...node, to: items })
}

function applyAdditionalItems(value: readonly unknown[], node: SchemaNode): Verdict {
  const { items, additionalItems } = node.schema
  return !Array.isArray(items) || applyFrom(items.length, value, { ...node, to: additionalItems })
}

function applyFrom(
  first: number,
  value: readonly unknown[],
  node: SchemaNode & { readonly to: unknown },
): Verdict {
  let verdict: Verdict = true
  for (let index = first; index < value.length; index++) {
    node.at.seen?.items.add(index)
    verdict = both(verdict, applyInside(node.to, [index, value[index]], node))
    if (verdict === false && node.at.faults === undefined) return false
  }
  return verdict
}

function applyContains(value: readonly unknown[], node: SchemaNode): Verdict {
  const { contains, minContains = 1, maxContains = Infinity } = node.schema
  if (typeof minContains !== 'number' || typeof maxContains !== 'number') return undefined
  const quiet = quietly(node)
  const verdicts = value.map((item, index) => {
    const verdict = applyInside(contains, [index, item], quiet)
    if (verdict !== false) node.at.seen?.items.add(index)
    if (node.at.seen && verdict === undefined) node.at.seen.isUnsure = true
    return verdict
  })
  const verdict = howMany(verdicts, minContains, maxContains)
  if (verdict !== false) return verdict
  if (verdicts.filter((one) => one === true).length > maxContains)
    return fault(node.at, 'maxContains', maxContains)
  return fault(node.at, minContains === 1 ? 'contains' : 'minContains', minContains)
}

function applyUnevaluatedItems(value: readonly unknown[], node: SchemaNode): Verdict {
  const { seen } = node.at
  if (!seen) return true
  node.walker.spend(value.length / partsPerStep)
  let verdict: Verdict = true
  for (const [index, item] of value.entries()) {
    if (seen.items.has(index)) continue
    const one = applyInside(node.schema['unevaluatedItems'], [index, item], quietly(node))
    verdict = both(verdict, one === false && seen.all ? undefined : one)
    seen.items.add(index)
  }
  if (verdict === false) return fault(node.at, 'unevaluatedItems', undefined)
  return seen.isUnsure ? undefined : verdict
}
