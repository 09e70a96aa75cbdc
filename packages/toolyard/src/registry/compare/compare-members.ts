/**
 * The keys of two objects: which came, which went, which must be there, and what all others may be.
 *
 * @module
 */
import { decides, isSchema } from '../../kernel/index.ts'
import { quote, unproven } from './change-words.ts'
import {
  descend,
  type FormComparison,
  inMember,
  inOthers,
  isCovered,
  narrowOf,
  reportDifference,
  step,
  subjectOf,
  type Versions,
  type ComparisonWalk,
  wideOf,
} from './comparison-walk.ts'
import { type ComparedSchema, type ObjectPart } from './schema-form.ts'
import { joined, memberOf, namesIn, partsOf } from './schema-forms.ts'

type ObjectParts = readonly ObjectPart[]

export function compareMembers(at: FormComparison): void {
  const { walk, forms } = at
  const parts = { before: partsOf(forms.before), after: partsOf(forms.after) }
  const known = { before: namesIn(parts.before), after: namesIn(parts.after) }
  const names = [...known.before, ...known.after, ...forms.before.required, ...forms.after.required]
  for (const name of new Set(names)) {
    const pair = {
      before: memberOf(walk.before, parts.before, name),
      after: memberOf(walk.after, parts.after, name),
    }
    if (known.before.has(name) === known.after.has(name)) compareMember(at, name, pair)
    else if (known.after.has(name))
      tellNew(at, name, { ...pair, before: memberOf(walk.before, lenient(walk, parts.before), name) })
    else tellGone(at, name, pair)
  }
  compareOthers(at, parts)
}

/** Readers of an output pass over keys that the old version refused. */
function lenient(walk: ComparisonWalk, before: ObjectParts): ObjectParts {
  if (walk.side === 'input') return before
  return before.map((part) => (part.extra === false ? { ...part, extra: true } : part))
}

/** A key that both versions know. */
function compareMember(at: FormComparison, name: string, pair: Versions<ComparedSchema>): void {
  const { walk, forms, place } = at
  const inside = inMember(place, name)
  const [was, is] = [forms.before.required.has(name), forms.after.required.has(name)]
  if (was !== is) {
    const text = (): string => {
      const subject = subjectOf(walk, inside)
      return walk.side === 'input'
        ? `${subject} ${is ? `is now required${defaultNote(pair.after)}` : 'is no longer required'}.`
        : `${subject} ${is ? 'is now always there' : 'is no longer promised'}.`
    }
    const path = step(`${place.path}.required`, name)
    const finding = { keyword: '', text, breaking: needsMore(at, name) }
    reportDifference(walk, { ...place, path }, { ...finding, ...(was ? { before: name } : { after: name }) })
  }
  descend(walk, pair, inside)
}

/** Whether the wide version requires a key that the narrow one does not. */
function needsMore({ walk, forms }: FormComparison, name: string): boolean {
  return wideOf(walk, forms).required.has(name) && !narrowOf(walk, forms).required.has(name)
}

/** Arguments are checked before defaults are filled in. */
function defaultNote(schema: ComparedSchema): string {
  return isSchema(schema) && schema['default'] !== undefined ? '; its default does not stand in for it' : ''
}

function tellNew(at: FormComparison, name: string, pair: Versions<ComparedSchema>): void {
  const { walk, forms, place } = at
  const { after } = pair
  const inside = inMember(place, name)
  const isRequired = forms.after.required.has(name) && !forms.before.required.has(name)
  const isNarrower = !isCovered(walk, wideOf(walk, pair), narrowOf(walk, pair))
  const text = (): string => {
    const subject = subjectOf(walk, inside)
    const doubt = isNarrower ? `, and other keys were free so far; it ${unproven[walk.side]}` : ''
    return walk.side === 'input'
      ? `${subject} is a new ${isRequired ? `required parameter${defaultNote(after)}` : 'optional parameter'}${doubt}.`
      : `${subject} is new in the output${doubt}.`
  }
  reportDifference(walk, inside, { keyword: '', after, text, breaking: isNarrower || needsMore(at, name) })
}

function tellGone(at: FormComparison, name: string, pair: Versions<ComparedSchema>): void {
  const { walk, forms, place } = at
  const { before } = pair
  const inside = inMember(place, name)
  const wasPromised = forms.before.required.has(name) && !forms.after.required.has(name)
  const isRefused = !isCovered(walk, wideOf(walk, pair), narrowOf(walk, pair))
  const text = (): string => {
    const subject = subjectOf(walk, inside)
    return walk.side === 'input'
      ? `${subject} is gone; ${isRefused ? 'a call may no longer send it' : 'it is still taken as one of any other keys'}.`
      : `${subject} is gone from the output${wasPromised ? ', where it was promised' : isRefused ? '; it may be there as any other key and hold anything' : ''}.`
  }
  reportDifference(walk, inside, { keyword: '', before, text, breaking: isRefused || needsMore(at, name) })
}

/** Keys that are not listed: by pattern, and all others. */
function compareOthers(at: FormComparison, parts: Versions<ObjectParts>): void {
  const { walk, place } = at
  const rest = { before: restOf(parts.before), after: restOf(parts.after) }
  const wide = wideOf(walk, { before: lenient(walk, parts.before), after: parts.after })
  const narrow = narrowOf(walk, rest)
  const breaking = !wide.every((part) => keepsExtra(walk, part, narrow))
  if (isSchema(rest.before.extra) && isSchema(rest.after.extra))
    descend(
      walk,
      { before: rest.before.extra, after: rest.after.extra },
      inOthers(place, 'additionalProperties'),
    )
  else if (rest.before.extra !== rest.after.extra || breaking) tellExtra(at, rest, breaking)
  for (const pattern of new Set([...rest.before.patterns.keys(), ...rest.after.patterns.keys()])) {
    const [before, after] = [rest.before.patterns.get(pattern), rest.after.patterns.get(pattern)]
    const inside = inOthers(place, 'patternProperties', pattern)
    if (before !== undefined && after !== undefined) descend(walk, { before, after }, inside)
    else {
      const isNew = after !== undefined
      const isUnsure = isNew === (walk.side === 'input') ? !isClosed(narrow) : breaking
      const text = (): string =>
        `${subjectOf(walk, place)} ${isNew ? 'now says' : 'no longer says'} what keys like ${quote(pattern)} hold${isUnsure ? `; it ${unproven[walk.side]}` : ''}.`
      reportDifference(walk, inside, { keyword: '', before, after, text, breaking: isUnsure })
    }
  }
}

type OtherKeys = Pick<ObjectPart, 'patterns'> & { readonly extra: ComparedSchema }

/** What all parts say together of keys that none of them names. */
function restOf(parts: ObjectParts): OtherKeys {
  const patterns = new Set(parts.flatMap((part) => [...part.patterns.keys()]))
  return {
    patterns: new Map(
      [...patterns].map((pattern) => [
        pattern,
        joined(parts.map((part) => part.patterns.get(pattern) ?? true)),
      ]),
    ),
    extra: joined(
      parts.map(({ extra = true }) => (isSchema(extra) && !Object.keys(extra).some(decides) ? true : extra)),
    ),
  }
}

function isClosed({ patterns, extra }: OtherKeys): boolean {
  return extra === false && patterns.size === 0
}

/** Whether keys that the wide part does not name or match may be what they are in the narrow version. */
function keepsExtra(
  walk: ComparisonWalk,
  { patterns, extra = true }: ObjectPart,
  narrow: OtherKeys,
): boolean {
  const unmatched = [...narrow.patterns].flatMap(([pattern, schema]) =>
    patterns.has(pattern) ? [] : [schema],
  )
  return [narrow.extra, ...unmatched].every((schema) => isCovered(walk, extra, schema))
}

function tellExtra({ walk, place }: FormComparison, rest: Versions<OtherKeys>, breaking: boolean): void {
  const [before, after] = [rest.before.extra, rest.after.extra]
  const takes = walk.side === 'input' ? 'takes' : 'has'
  const text = (): string => {
    const subject = subjectOf(walk, place)
    if (after === false) return `${subject} no longer ${takes} keys that are not listed.`
    if (after === true) return `${subject} now ${takes} any other keys as well.`
    return `${subject} now ${takes} other keys only where their values fit a schema.`
  }
  reportDifference(walk, place, { keyword: 'additionalProperties', before, after, text, breaking })
}
