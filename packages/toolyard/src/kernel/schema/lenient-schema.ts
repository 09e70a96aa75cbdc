/**
 * A schema that others wrote, used as far as it goes.
 *
 * A keyword that is wrong or can't be enforced is passed over in the check and told; what is plainly wrong is not shown to
 * anyone either. Only what has no bounds is refused.
 *
 * @module
 */
import { maxProblems, readSchema, type SchemaProblem } from './check-schema.ts'
import type { JsonSchema } from './json-schema.ts'

export type LenientSchema =
  | {
      /** What models and people see. */
      readonly shown: JsonSchema
      /** What values are checked against. */
      readonly checked: JsonSchema
      readonly dropped: readonly SchemaProblem[]
      readonly problem?: undefined
    }
  | { readonly problem: SchemaProblem }

export function lenientSchema(given: unknown): LenientSchema {
  const { schema, problems } = readSchema(given)
  const problem = problems.find(({ keyword }) => keyword === undefined) ?? problems[maxProblems - 1]
  if (problem) return { problem }
  const wrong = problems.filter(({ isValid }) => isValid !== true)
  if (wrong.length === 0) return { shown: schema, checked: schema, dropped: problems }
  const shown = readSchema(edited(given, wrong, leaveOut))
  const left = shown.problems.find(({ isValid }) => isValid !== true)
  if (left) return { problem: left }
  // Where a reference can't be followed anything may stand, also where another keyword turns that around.
  const lost = wrong.filter(({ keyword }) => keyword === '$ref')
  return {
    shown: shown.schema,
    checked: edited(given, lost, (node) => (node['$ref'] = 'lost:')),
    dropped: problems,
  }
}

type Edit = (node: Record<string, unknown>, member: string, isSchema: boolean) => void

function leaveOut(node: Record<string, unknown>, member: string, isSchema: boolean): void {
  if (isSchema) node[member] = {}
  else delete node[member]
}

function edited(given: unknown, problems: readonly SchemaProblem[], edit: Edit): JsonSchema {
  const copy = JSON.parse(JSON.stringify(given)) as JsonSchema
  for (const { path, keyword = '' } of problems) {
    const steps = (keyword === '' ? path : `${path}/${keyword}`).split('/').slice(1).map(unescape)
    const member = steps.pop()
    let node: unknown = copy
    for (const step of steps) node = memberOf(node, step)
    if (member !== undefined && typeof node === 'object' && node !== null)
      edit(node as Record<string, unknown>, member, keyword === '')
  }
  return copy
}

function memberOf(node: unknown, step: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, step)
    ? (node as Record<string, unknown>)[step]
    : undefined
}

function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
