/**
 * Two versions of one schema → every difference that decides something, each judged for those who know the old one.
 *
 * Rule by rule: a rule of the version that must take more has to follow from the other version's. What can't be shown is
 * breaking. The work is bounded: what is too large to compare is judged as a whole.
 *
 * @module
 */
import { isSchema } from '../../kernel/index.ts'
import { type SchemaSide, typeText } from './change-words.ts'
import { compareForms } from './compare-forms.ts'
import { compareUnion } from './compare-unions.ts'
import { compareWords } from './compare-words.ts'
import {
  narrowOf,
  type ComparisonPlace,
  reportDifference,
  subjectOf,
  type Versions,
  type ComparisonWalk,
  wideOf,
} from './comparison-walk.ts'
import { isMeasured, sameJson } from './json-measure.ts'
import { changeOf, type ManifestChange } from './manifest-change.ts'
import { openBook } from './schema-book.ts'
import { type ComparedSchema, type SchemaForms, kinds } from './schema-form.ts'
import { formsOf } from './schema-forms.ts'
import { meaningIn } from './schema-meaning.ts'

/** Steps that one comparison may take; a schema of 1,000 parameters takes some tens of thousands. */
const maxEffort = 1_000_000
/** Changes that are told one by one. */
const maxChanges = 2000

export function compareSchemas(
  side: SchemaSide,
  schemas: Versions<ComparedSchema>,
): readonly ManifestChange[] {
  if (schemas.before === schemas.after) return []
  const path = `${side}Schema`
  if (!isMeasured(schemas.before) || !isMeasured(schemas.after)) return [tooLarge(path, schemas, false)]
  if (sameJson(schemas.before, schemas.after)) return []
  const changes: ManifestChange[] = []
  const walk = startWalk(side, schemas, changes)
  const whole: Versions<ComparedSchema> =
    side === 'input' ? { before: asArguments(schemas.before), after: asArguments(schemas.after) } : schemas
  compareNode(walk, whole, { path, keys: '', shared: false })
  if (walk.before.effort.left < 0) return [tooLarge(path, schemas, haveOneMeaning(schemas))]
  return atMost(path, [...changes, ...compareWords(path, schemas)])
}

function atMost(path: string, changes: readonly ManifestChange[]): readonly ManifestChange[] {
  const left = changes.slice(maxChanges)
  if (left.length === 0) return changes
  const count = left.filter(({ breaking }) => breaking).length
  const text = `There are ${left.length} changes more, ${count} of them breaking.`
  return [...changes.slice(0, maxChanges), { path, kind: 'changed', text, breaking: count > 0 }]
}

function startWalk(
  side: SchemaSide,
  schemas: Versions<ComparedSchema>,
  changes: ManifestChange[],
): ComparisonWalk {
  const effort = { left: maxEffort }
  return {
    side,
    before: openBook(schemas.before, effort),
    after: openBook(schemas.after, effort),
    compareNode,
    verdicts: new Map(),
    trail: [],
    depth: 0,
    changes,
    told: new Set(),
    seen: new Map(),
    verdict: 'same',
  }
}

/** Arguments are always an object, whether the schema says so or not. */
function asArguments(schema: ComparedSchema): ComparedSchema {
  return isSchema(schema) && schema.type === 'object' ? schema : { type: 'object', allOf: [schema] }
}

function compareNode(walk: ComparisonWalk, pair: Versions<ComparedSchema>, place: ComparisonPlace): void {
  const [before, after] = [formsOf(walk.before, pair.before), formsOf(walk.after, pair.after)]
  if (walk.before.effort.left < 0) return
  compareTypes(walk, { before, after }, place)
  for (const kind of kinds) {
    const [old, otherOld] = before[kind]
    const [now, otherNow] = after[kind]
    if (old === undefined || now === undefined || (old === now && !otherOld && !otherNow)) continue
    if (otherOld || otherNow) compareUnion(walk, { kind, before: before[kind], after: after[kind] }, place)
    else compareForms({ walk, forms: { kind, before: old, after: now }, place })
  }
}

function compareTypes(walk: ComparisonWalk, forms: Versions<SchemaForms>, place: ComparisonPlace): void {
  const hasValues = [...forms.before.number, ...forms.after.number].some(({ values }) => values)
  const [before, after] = [typesIn(forms.before, hasValues), typesIn(forms.after, hasValues)]
  if (before.join() === after.join()) return
  const types = { before, after }
  const [wide, narrow] = [wideOf(walk, types), narrowOf(walk, types)]
  const breaking = narrow.some(
    (type) => !wide.includes(type) && !(type === 'integer' && wide.includes('number')),
  )
  const text = (): string => typeText(walk.side, subjectOf(walk, place), types)
  reportDifference(walk, place, { keyword: 'type', before: one(before), after: one(after), text, breaking })
}

function typesIn(forms: SchemaForms, anyNumber: boolean): string[] {
  return kinds
    .filter((kind) => forms[kind].length > 0)
    .map((kind) =>
      kind === 'number' && !anyNumber && forms.number.every(({ integer }) => integer) ? 'integer' : kind,
    )
}

function one(types: readonly string[]): unknown {
  return types.length === 1 ? types[0] : types
}

function haveOneMeaning({ before, after }: Versions<ComparedSchema>): boolean {
  const effort = { left: maxEffort }
  const [old, now] = [meaningIn(openBook(before, effort), before), meaningIn(openBook(after, effort), after)]
  return effort.left >= 0 && old === now
}

function tooLarge(path: string, { before, after }: Versions<ComparedSchema>, same: boolean): ManifestChange {
  const text = same
    ? `The ${path} is too large to compare part by part; it decides the same as before.`
    : `The ${path} is too large to compare; it can't be shown that callers of the old one can live with it.`
  return changeOf(path, [before, after], { text, breaking: !same })
}
