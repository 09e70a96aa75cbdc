/**
 * Finds the references of a document or a part of it, and nothing that only looks like one: examples, defaults, literals and
 * extensions are data.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'

const data: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Members whose own members have names that the author chose. */
const named: ReadonlySet<string> = new Set([
  '$defs',
  'callbacks',
  'content',
  'definitions',
  'dependentSchemas',
  'encoding',
  'headers',
  'parameters',
  'pathItems',
  'paths',
  'patternProperties',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'securitySchemes',
])

export type ReferenceHolder = Record<string, unknown> & { $ref: string }

interface ReferenceWalk {
  /** Objects that were looked at before are not looked at again. */
  readonly seen?: Set<object>
  /** Called with members under names of the author that have a `$ref` in their place. */
  readonly visitNames?: (holder: ReferenceHolder) => void
}

/**
 * Calls back with each object that has a `$ref`, and answers how many values were looked at. Goes in no deeper than the value
 * itself: targets are not followed.
 */
export function eachReference(
  value: unknown,
  visit: (holder: ReferenceHolder) => void,
  { seen, visitNames }: ReferenceWalk = {},
): number {
  let count = 0
  const open: { readonly value: unknown; readonly names: boolean }[] = [{ value, names: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    count++
    if (Array.isArray(next.value))
      for (const item of next.value)
        if (typeof item === 'object' && item !== null) open.push({ value: item, names: false })
    if (!isPlainObject(next.value) || seen?.has(next.value)) continue
    seen?.add(next.value)
    if (typeof next.value['$ref'] === 'string') {
      const holder = next.value as ReferenceHolder
      if (next.names) visitNames?.(holder)
      else visit(holder)
    }
    for (const key of Object.keys(next.value)) {
      if (!next.names && (data.has(key) || key.startsWith('x-'))) continue
      const member = next.value[key]
      if (typeof member === 'object' && member !== null)
        open.push({ value: member, names: !next.names && named.has(key) })
    }
  }
  return count
}
