/**
 * A JSON Schema applied to a value by walking both: the whole language, and nothing is compiled.
 *
 * Takes schemas of every draft in which references are pointers (`local-references.ts` sees to that). What can't be
 * enforced (a pattern that needs look-around, a reference to elsewhere, a keyword with a wrong value) is not known, and only
 * a sure "no" refuses. Steps are counted: a schema whose parts multiply ends with a sentence.
 *
 * @module
 */
import { ToolyardError } from '../error.ts'
import { resolvePointer } from './json-schema.ts'
import { type Assertion, assertions, isMembers, lettersPerStep } from './schema-assertions.ts'
import { combinations } from './schema-combinations.ts'
import { memberRules } from './schema-members.ts'
import {
  fault,
  type NodeFault,
  type SchemaNode,
  nothingSeen,
  type ValuePlace,
  type KeywordRule,
  type Walker,
} from './schema-node.ts'
import { both, type Verdict } from './verdict.ts'

/** Enough for the largest arguments and ordinary schemas. */
const maxSteps = 2_000_000

type MatchPattern = (pattern: string, text: string) => Verdict

export class Evaluation implements Walker {
  readonly #root: unknown
  readonly #targets = new Map<string, unknown>()
  readonly #plans = new Map<object, KeywordPlan>()
  readonly #match: MatchPattern
  /** Whether the schema asks for what was not looked at. */
  readonly #tracks: boolean
  #steps = 0

  constructor(root: unknown, match: MatchPattern) {
    this.#root = root
    this.#match = match
    this.#tracks = asksForRest(root)
  }

  /** Whether a value fits; what is wrong is added to `faults`. */
  run(value: unknown, faults?: NodeFault[]): Verdict {
    this.#steps = 0
    return this.apply(this.#root, value, {
      step: undefined,
      faults,
      seen: this.#tracks ? nothingSeen() : undefined,
    })
  }

  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw tooLong()
  }

  match(pattern: string, text: string): Verdict {
    this.spend(1 + text.length / lettersPerStep)
    return this.#match(pattern, text)
  }

  target(ref: string): unknown {
    if (!this.#targets.has(ref)) this.#targets.set(ref, resolvePointer(this.#root, ref))
    return this.#targets.get(ref)
  }

  apply(schema: unknown, value: unknown, at: ValuePlace): Verdict {
    this.spend(1)
    if (typeof schema === 'boolean') return schema || fault(at, 'boolean', schema)
    if (!isMembers(schema)) return undefined
    const node: SchemaNode = { schema, walker: this, at }
    const plan = this.#planOf(schema)
    let verdict: Verdict = true
    for (const rule of plan.rules) {
      verdict = both(verdict, rule(value, node))
      if (verdict === false && at.faults === undefined) return false
    }
    if (at.seen)
      for (const rule of plan.last) if (verdict !== false) verdict = both(verdict, rule(value, node))
    return verdict
  }

  #planOf(schema: object): KeywordPlan {
    const known = this.#plans.get(schema)
    if (known) return known
    const keywords = Object.keys(schema)
    const find = (from: ReadonlyMap<string, KeywordRule>): readonly KeywordRule[] =>
      keywords.flatMap((keyword) => from.get(keyword) ?? [])
    const plan = { rules: find(rules), last: find(last) }
    this.#plans.set(schema, plan)
    return plan
  }
}

/** The keywords of one schema, as they are applied. */
interface KeywordPlan {
  readonly rules: readonly KeywordRule[]
  /** They ask what all others have looked at. */
  readonly last: readonly KeywordRule[]
}

const isLast = ([keyword]: readonly [string, unknown]): boolean => keyword.startsWith('unevaluated')

const rules: ReadonlyMap<string, KeywordRule> = new Map([
  ...Array.from(assertions, ([keyword, assertion]) => [keyword, ruleOf(keyword, assertion)] as const),
  ...combinations,
  ...[...memberRules].filter((rule) => !isLast(rule)),
  ['pattern', matchPattern] as const,
])

const last: ReadonlyMap<string, KeywordRule> = new Map([...memberRules].filter(isLast))

function ruleOf(keyword: string, assertion: Assertion): KeywordRule {
  return (value, { schema, walker, at }) => {
    const limit = schema[keyword]
    const verdict = assertion(limit, value, (steps) => walker.spend(steps))
    return verdict === false ? fault(at, keyword, limit) : verdict
  }
}

function matchPattern(value: unknown, { schema, walker, at }: SchemaNode): Verdict {
  const { pattern } = schema
  if (typeof pattern !== 'string') return undefined
  if (typeof value !== 'string') return true
  const verdict = walker.match(pattern, value)
  return verdict === false ? fault(at, 'pattern', pattern) : verdict
}

/** References may lead anywhere, so everything is looked through. */
function asksForRest(root: unknown): boolean {
  const known = new Set<unknown>([root])
  for (const part of known) {
    if (typeof part !== 'object' || part === null) continue
    if ('unevaluatedProperties' in part || 'unevaluatedItems' in part) return true
    for (const inner of Object.values(part)) known.add(inner)
  }
  return false
}

function tooLong(): ToolyardError {
  return new ToolyardError(
    'invalid_definition',
    `this schema takes over ${maxSteps} steps for such a value`,
    {
      hint: 'Let fewer of its parts apply to the same value.',
    },
  )
}
