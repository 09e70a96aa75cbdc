/**
 * The keywords of JSON Schema that apply other schemas to the same value.
 *
 * @module
 */
import { has, isMembers } from './schema-assertions.ts'
import {
  alsoApply,
  fault,
  type NodeFault,
  type SchemaNode,
  noteAll,
  nothingSeen,
  notingIn,
  quietly,
  type KeywordRule,
  partsPerStep,
} from './schema-node.ts'
import type { DependentNames } from './schema-words.ts'
import { both, either, howMany, opposite, type Verdict } from './verdict.ts'

export const combinations: ReadonlyMap<string, KeywordRule> = new Map<string, KeywordRule>([
  ['$ref', applyReference],
  ['allOf', applyAll],
  ['anyOf', applyAny],
  ['oneOf', applyOne],
  ['not', applyNot],
  ['if', applyIf],
  ['required', checkRequired],
  ['dependentRequired', applyDependencies('dependentRequired')],
  ['dependentSchemas', applyDependencies('dependentSchemas')],
  ['dependencies', applyDependencies('dependencies')],
  ['$dynamicRef', unknownReference],
  ['$recursiveRef', unknownReference],
])

function applyReference(value: unknown, node: SchemaNode): Verdict {
  const { $ref } = node.schema
  const target = typeof $ref === 'string' ? node.walker.target($ref) : undefined
  return target === undefined ? unknownReference(value, node) : alsoApply(target, value, node)
}

/** What stands there is not known, nor what it would have looked at. */
function unknownReference(_value: unknown, { at }: SchemaNode): undefined {
  if (at.seen) at.seen.all = true
}

function applyAll(value: unknown, node: SchemaNode): Verdict {
  const { allOf } = node.schema
  if (!Array.isArray(allOf) || allOf.length === 0) return undefined
  let verdict: Verdict = true
  for (const schema of allOf) {
    verdict = both(verdict, alsoApply(schema, value, node))
    if (verdict === false && node.at.faults === undefined) return false
  }
  return verdict
}

function applyAny(value: unknown, node: SchemaNode): Verdict {
  const { anyOf } = node.schema
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const { faults, seen } = node.at
  const tried: NodeFault[] | undefined = faults && []
  const apart = notingIn(tried, node)
  let verdict: Verdict = false
  for (const schema of anyOf) {
    verdict = either(verdict, alsoApply(schema, value, apart))
    if (verdict === true && seen === undefined) return true
  }
  if (verdict !== false) return verdict
  noteAll(node.at, tried)
  return fault(node.at, 'anyOf', anyOf)
}

function applyOne(value: unknown, node: SchemaNode): Verdict {
  const { oneOf } = node.schema
  if (!Array.isArray(oneOf) || oneOf.length === 0) return undefined
  const tried: NodeFault[] | undefined = node.at.faults && []
  const apart = notingIn(tried, node)
  const verdicts = oneOf.map((schema) => alsoApply(schema, value, apart))
  const verdict = howMany(verdicts, 1, 1)
  if (verdict !== false) return verdict
  if (!verdicts.includes(true)) noteAll(node.at, tried)
  return fault(node.at, 'oneOf', oneOf)
}

function applyNot(value: unknown, node: SchemaNode): Verdict {
  const { at, walker, schema } = node
  const alone = { step: at.step, faults: undefined, seen: at.seen && nothingSeen() }
  const verdict = opposite(walker.apply(schema['not'], value, alone))
  return verdict === false ? fault(at, 'not', schema['not']) : verdict
}

function applyIf(value: unknown, node: SchemaNode): Verdict {
  const { if: test, then = true, else: otherwise = true } = node.schema
  const verdict = alsoApply(test, value, quietly(node))
  if (verdict !== undefined) return alsoApply(verdict ? then : otherwise, value, node)
  const quiet = quietly(node)
  const some = either(alsoApply(then, value, quiet), alsoApply(otherwise, value, quiet))
  return some === false ? fault(node.at, 'if', test) : undefined
}

function checkRequired(value: unknown, { schema, walker, at }: SchemaNode): Verdict {
  const { required } = schema
  if (Array.isArray(required)) walker.spend(required.length / partsPerStep)
  if (!areNames(required)) return undefined
  if (!isMembers(value)) return true
  const lacking = required.filter((name) => !has(value, name))
  return lacking.length === 0 || fault(at, 'required', lacking)
}

function applyDependencies(keyword: string): KeywordRule {
  return (value, node) => {
    const map = node.schema[keyword]
    if (!isMembers(map)) return undefined
    if (!isMembers(value)) return true
    let verdict: Verdict = true
    const names = Object.keys(map)
    node.walker.spend(names.length / partsPerStep)
    for (const name of names) {
      if (!has(value, name)) continue
      const needed = map[name]
      if (Array.isArray(needed)) node.walker.spend(needed.length / partsPerStep)
      const one = areNames(needed)
        ? hasAll(value, { names: needed, beside: name }, node)
        : alsoApply(needed, value, node)
      verdict = both(verdict, one)
    }
    return verdict
  }
}

function hasAll(
  value: Readonly<Record<string, unknown>>,
  needed: DependentNames,
  { at }: SchemaNode,
): boolean {
  const names = needed.names.filter((name) => !has(value, name))
  return names.length === 0 || fault(at, 'dependentRequired', { ...needed, names })
}

function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
