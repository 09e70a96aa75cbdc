/**
 * One schema at work on one value: what its keywords see, and how they go on into other schemas and note what they find.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'
import type { SchemaFault } from './schema-words.ts'
import type { Verdict } from './verdict.ts'

/** A step towards a place in the value, with the steps before it. */
export interface PathLink {
  readonly key: string | number
  readonly before: PathLink | undefined
}

export interface NodeFault extends SchemaFault {
  readonly at: PathLink | undefined
}

/** Which parts of a value some schema has looked at, for `unevaluated…`. */
export interface SeenParts {
  readonly keys: Set<string>
  readonly items: Set<number>
  /** All of them may have been looked at, by a schema that can't be read. */
  all: boolean
  /** Some count as looked at by a schema of which it is not known whether it fits. */
  isUnsure: boolean
}

/** Where in the value, and what is noted on the way. */
export interface ValuePlace {
  readonly step: PathLink | undefined
  /** What is wrong; not collected where only the verdict counts. */
  readonly faults: NodeFault[] | undefined
  /** Kept where the schema asks for what was not looked at. */
  readonly seen: SeenParts | undefined
}

/** What walks: the same for all schemas of a document. */
export interface Walker {
  /** Applies a schema to the value of a place, or to one inside it. */
  apply(schema: unknown, value: unknown, at: ValuePlace): Verdict
  /** Counts work that grows with the schema or the value; throws where it is too much. */
  spend(steps: number): void
  /** Whether a pattern is found in a text. */
  match(pattern: string, text: string): Verdict
  /** The schema that a reference leads to. */
  target(ref: string): unknown
}

export interface SchemaNode {
  readonly schema: JsonSchema
  readonly walker: Walker
  readonly at: ValuePlace
}

/** One keyword, of which the schema is known to have it. */
export type KeywordRule = (value: unknown, node: SchemaNode) => Verdict

const maxFaults = 50

/** How many names are looked up in the time of one step. */
export const partsPerStep = 2

/** Notes what is wrong and answers "no". */
export function fault(at: ValuePlace, keyword: string, about: unknown): false {
  if (at.faults && at.faults.length < maxFaults) at.faults.push({ at: at.step, keyword, about })
  return false
}

/** Takes over what was noted apart, as far as there is room. */
export function noteAll(at: ValuePlace, noted: readonly NodeFault[] = []): void {
  at.faults?.push(...noted.slice(0, Math.max(0, maxFaults - at.faults.length)))
}

export function nothingSeen(): SeenParts {
  return { keys: new Set(), items: new Set(), all: false, isUnsure: false }
}

/** Another schema for the same value. What it looked at counts where it does not refuse. */
export function alsoApply(schema: unknown, value: unknown, { walker, at }: SchemaNode): Verdict {
  const seen = at.seen && nothingSeen()
  const verdict = walker.apply(schema, value, { ...at, seen })
  if (verdict !== false && seen && at.seen) {
    walker.spend(seen.keys.size + seen.items.size)
    for (const key of seen.keys) at.seen.keys.add(key)
    for (const item of seen.items) at.seen.items.add(item)
    at.seen.all ||= seen.all
    at.seen.isUnsure ||= seen.isUnsure || verdict === undefined
  }
  return verdict
}

/** A schema for a value inside this one. */
export function applyInside(
  schema: unknown,
  [key, value]: readonly [key: string | number, value: unknown],
  { walker, at }: SchemaNode,
): Verdict {
  const step: PathLink = { key, before: at.step }
  return walker.apply(schema, value, { step, faults: at.faults, seen: at.seen && nothingSeen() })
}

/** The same node where faults are of no interest. */
export function quietly(node: SchemaNode): SchemaNode {
  return node.at.faults === undefined ? node : notingIn(undefined, node)
}

/** The same node where faults are noted apart. */
export function notingIn(faults: NodeFault[] | undefined, node: SchemaNode): SchemaNode {
  return { ...node, at: { ...node.at, faults } }
}
