/**
 * Schemas that come back to themselves without a value in between: `Pet = oneOf [Cat, Dog]`, `Cat = allOf [Pet, …]`.
 *
 * A cycle through properties or items is a recursive type, and fine. One through references and combinations alone sends a
 * validator around for ever; here the ways are found that have to be cut.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'
import { lookUp, type Members } from '../json-node.ts'
import type { AppliesTo } from './pass.ts'
import { createReferenceOrder } from './reference-order.ts'

const maxDepth = 40
const choices = ['anyOf', 'oneOf', 'not', 'if', 'then', 'else']

interface ReferenceStep {
  readonly how: AppliesTo
  readonly to: string
}

/**
 * The ways to cut among schemas that lead back to themselves, as `choice #/components/schemas/Cat`. Choices are cut first: a
 * base without its kinds still says something, a kind without its base does not.
 */
export function findEndless(members: readonly string[], root: Members): ReadonlySet<string> {
  const steps = new Map(members.map((member) => [member, stepsOf(lookUp(root, member))]))
  const cut = new Set<string>()
  if (circling(steps, () => true).size === 0) return cut
  const still = circling(steps, ({ how }) => how !== 'choice')
  for (const member of circling(steps, () => true)) {
    cut.add(`choice ${member}`)
    if (still.has(member)) cut.add(`all ${member}`)
  }
  return cut
}

/** The members from which some way leads back. */
function circling(
  steps: ReadonlyMap<string, readonly ReferenceStep[]>,
  counts: (step: ReferenceStep) => boolean,
): ReadonlySet<string> {
  const order = createReferenceOrder((member) =>
    (steps.get(member) ?? []).filter((step) => counts(step) && steps.has(step.to)).map(({ to }) => to),
  )
  const found = new Set<string>()
  for (const member of steps.keys())
    for (const group of order(member)) if (group.cyclic) for (const one of group.members) found.add(one)
  return found
}

/** The references of a schema that speak of the same value as itself. */
function stepsOf(schema: unknown, how: AppliesTo = 'all', depth = 0): ReferenceStep[] {
  if (!isPlainObject(schema) || depth > maxDepth) return []
  const found: ReferenceStep[] = typeof schema['$ref'] === 'string' ? [{ how, to: schema['$ref'] }] : []
  for (const member of listed(schema['allOf'])) found.push(...stepsOf(member, how, depth + 1))
  for (const keyword of choices)
    for (const member of listed(schema[keyword])) found.push(...stepsOf(member, 'choice', depth + 1))
  return found
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
