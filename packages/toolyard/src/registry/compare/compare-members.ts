/**
 * The keys of two objects: which came, which went, which must be there, and what all others may be.
 *
 * @module
 */
import { quote, unproven } from './change-words.ts'
import {
  type FormComparison,
  inMember,
  inOthers,
  type Place,
  report,
  step,
  subjectOf,
  type Versions,
} from './comparison-walk.ts'
import { extraOf, memberOf, namesIn, partsOf, patternsIn } from './form-members.ts'
import { join } from './schema-book.ts'
import { type AnySchema, isSchema, type ObjectPart } from './schema-form.ts'

const anyName = { type: 'string' } as const

type Parts = Versions<readonly ObjectPart[]>

export function compareMembers(at: FormComparison): void {
  const { walk, forms } = at
  const parts: Parts = {
    before: partsOf(walk.before, forms.before),
    after: partsOf(walk.after, forms.after),
  }
  const known = { before: namesIn(parts.before), after: namesIn(parts.after) }
  for (const name of new Set([
    ...known.before,
    ...known.after,
    ...forms.before.required,
    ...forms.after.required,
  ])) {
    const pair = {
      before: memberOf(walk.before, parts.before, name),
      after: memberOf(walk.after, parts.after, name),
    }
    if (known.before.has(name) === known.after.has(name)) compareMember(at, name, pair)
    else if (known.after.has(name)) tellNew(at, name, pair)
    else tellGone(at, name, pair)
  }
  compareExtra(at, parts)
  comparePatterns(at, parts)
  compareNames(at)
  compareNeeds(at)
}

/** A key that both versions know. */
function compareMember(at: FormComparison, name: string, pair: Versions<AnySchema>): void {
  const { walk, forms, place, unmet } = at
  const inside = inMember(place, name)
  const [was, is] = [forms.before.required.has(name), forms.after.required.has(name)]
  if (was !== is) {
    const subject = subjectOf(walk, inside)
    const text =
      walk.side === 'input'
        ? `${subject} ${is ? `is now required${defaultNote(pair.after)}` : 'is no longer required'}.`
        : `${subject} ${is ? 'is now always there' : 'is no longer promised'}.`
    report(
      walk,
      { ...place, path: step(`${place.path}.required`, name) },
      {
        keyword: '',
        ...(was ? { before: name } : { after: name }),
        text,
        breaking: unmet.has(`required.${name}`),
      },
    )
  }
  walk.compare(walk, pair, inside)
}

/** Arguments are checked before defaults are filled in. */
function defaultNote(schema: AnySchema): string {
  return isSchema(schema) && schema['default'] !== undefined ? '; its default does not stand in for it' : ''
}

function tellNew(at: FormComparison, name: string, { after }: Versions<AnySchema>): void {
  const { walk, forms, place, unmet } = at
  const inside = inMember(place, name)
  const subject = subjectOf(walk, inside)
  const isRequired = forms.after.required.has(name) && !forms.before.required.has(name)
  const isNarrower = unmet.has(`properties.${name}`)
  const doubt = isNarrower ? `, and other keys were free so far; it ${unproven[walk.side]}` : ''
  const text =
    walk.side === 'input'
      ? `${subject} is a new ${isRequired ? `required parameter${defaultNote(after)}` : 'optional parameter'}${doubt}.`
      : `${subject} is new in the output${doubt}.`
  report(walk, inside, { keyword: '', after, text, breaking: isNarrower || unmet.has(`required.${name}`) })
}

function tellGone(at: FormComparison, name: string, { before }: Versions<AnySchema>): void {
  const { walk, forms, place, unmet } = at
  const inside = inMember(place, name)
  const subject = subjectOf(walk, inside)
  const wasPromised = forms.before.required.has(name) && !forms.after.required.has(name)
  const isRefused = unmet.has(`properties.${name}`)
  const text =
    walk.side === 'input'
      ? `${subject} is gone; ${isRefused ? 'a call may no longer send it' : 'it is still taken as one of any other keys'}.`
      : `${subject} is gone from the output${wasPromised ? ', where it was promised' : isRefused ? '; it may be there as any other key and hold anything' : ''}.`
  report(walk, inside, { keyword: '', before, text, breaking: isRefused || unmet.has(`required.${name}`) })
}

/** Keys that are not listed. */
function compareExtra(at: FormComparison, parts: Parts): void {
  const { walk, place, unmet } = at
  const before = extraOf(walk.before, parts.before)
  const after = extraOf(walk.after, parts.after)
  if (isSchema(before) && isSchema(after))
    return walk.compare(walk, { before, after }, inOthers(place, 'additionalProperties'))
  if (before === after) return
  const subject = subjectOf(walk, place)
  const takes = walk.side === 'input' ? 'takes' : 'has'
  const text =
    after === false
      ? `${subject} no longer ${takes} keys that are not listed.`
      : after === true
        ? `${subject} now ${takes} any other keys as well.`
        : `${subject} now ${takes} other keys only where their values fit a schema.`
  const breaking = unmet.has('additionalProperties')
  report(walk, place, { keyword: 'additionalProperties', before, after, text, breaking })
}

function comparePatterns(at: FormComparison, parts: Parts): void {
  const { walk, place, unmet } = at
  const known = { before: patternsIn(parts.before), after: patternsIn(parts.after) }
  for (const pattern of new Set([...known.before, ...known.after])) {
    const schemaIn = (list: readonly ObjectPart[]): AnySchema[] =>
      list.flatMap(({ patterns }): readonly AnySchema[] => {
        const schema = patterns.get(pattern)
        return schema === undefined ? [] : [schema]
      })
    const before = join(walk.before, schemaIn(parts.before))
    const after = join(walk.after, schemaIn(parts.after))
    const inside = inOthers(place, 'patternProperties', pattern)
    if (known.before.has(pattern) && known.after.has(pattern)) {
      walk.compare(walk, { before, after }, inside)
      continue
    }
    const isNew = known.after.has(pattern)
    const breaking =
      unmet.has(`patternProperties.${pattern}`) || (!isNew && unmet.has('additionalProperties'))
    const text = `${subjectOf(walk, place)} ${isNew ? 'now says' : 'no longer says'} what keys like ${quote(pattern)} hold${breaking ? `; it ${unproven[walk.side]}` : ''}.`
    report(walk, inside, { keyword: '', ...(isNew ? { after } : { before }), text, breaking })
  }
}

function compareNames({ walk, forms, place, unmet }: FormComparison): void {
  const before = join(walk.before, forms.before.names)
  const after = join(walk.after, forms.after.names)
  if (before === true && after === true) return
  const inside: Place = {
    ...inOthers(place, 'propertyNames'),
    safe: place.safe || !unmet.has('propertyNames'),
  }
  walk.compare(
    walk,
    { before: join(walk.before, [before, anyName]), after: join(walk.after, [after, anyName]) },
    inside,
  )
}

function compareNeeds(at: FormComparison): void {
  const { before, after } = at.forms
  for (const need of before.needs) if (!after.needs.has(need)) tellNeed(at, need, 'before')
  for (const need of after.needs) if (!before.needs.has(need)) tellNeed(at, need, 'after')
}

function tellNeed({ walk, place, unmet }: FormComparison, need: string, version: 'before' | 'after'): void {
  const [name, other] = JSON.parse(need) as [string, string]
  const isNew = version === 'after'
  const text = `Where there is ${quote(name)}, ${quote(other)} ${isNew ? 'must be there too' : 'may be left out'}.`
  const breaking = unmet.has('dependentRequired') && isNew === (walk.side === 'input')
  report(walk, place, { keyword: 'dependentRequired', [version]: [name, other], text, breaking })
}
