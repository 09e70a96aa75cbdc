/**
 * What a form says of one key, of one item, of all others.
 *
 * An object that lists its keys and says nothing of others takes no others: the runtime refuses what it does not know, and
 * a caller who knows the definition sends nothing else.
 *
 * @module
 */
import { meet } from './meet-forms.ts'
import { join, matchesIn, type SchemaBook, spend } from './schema-book.ts'
import {
  type AnySchema,
  decides,
  type Form,
  type Forms,
  isSchema,
  kinds,
  type ObjectPart,
} from './schema-form.ts'
import { formsOf, outline } from './schema-forms.ts'

/** How far inside of required members a proof that nothing fits looks. */
const maxDepth = 4

/** Every word on the keys of a form, the unspoken one included. */
export function partsOf(book: SchemaBook, form: Form): readonly ObjectPart[] {
  const known = book.parts.get(form)
  if (known) return known
  const silent =
    form.objects.some((part) => part.lists) && form.objects.every((part) => part.extra === undefined)
  const parts = silent ? [...form.objects, { ...outline(form.objects), extra: false }] : form.objects
  book.parts.set(form, parts)
  return parts
}

export function memberOf(book: SchemaBook, parts: readonly ObjectPart[], name: string): AnySchema {
  if (!spend(book.effort, parts.length)) return false
  return join(
    book,
    parts.flatMap(({ properties, patterns, extra = true }) => {
      const own = properties.get(name)
      const found = own === undefined ? [] : [own]
      for (const [pattern, schema] of patterns) if (matchesIn(book, pattern, name)) found.push(schema)
      return found.length > 0 ? found : [extra]
    }),
  )
}

/** What keys hold that no part names and no pattern matches. */
export function extraOf(book: SchemaBook, parts: readonly ObjectPart[]): AnySchema {
  return join(
    book,
    parts.map(({ extra = true }) => (isSchema(extra) && !Object.keys(extra).some(decides) ? true : extra)),
  )
}

/** Every key that some part names. */
export function namesIn(parts: readonly ObjectPart[]): Set<string> {
  return new Set(parts.flatMap(({ properties }) => [...properties.keys()]))
}

export function patternsIn(parts: readonly ObjectPart[]): Set<string> {
  return new Set(parts.flatMap(({ patterns }) => [...patterns.keys()]))
}

/** How many keys there can be at most. */
export function mostKeys(form: Form, parts: readonly ObjectPart[]): number {
  const closed = parts.filter(({ extra, patterns }) => extra === false && patterns.size === 0)
  return Math.min(form.limits.get('maxProperties') ?? Infinity, ...closed.map((part) => part.properties.size))
}

export function itemOf(book: SchemaBook, form: Form, index: number): AnySchema {
  if (!spend(book.effort, form.arrays.length)) return false
  return join(
    book,
    form.arrays.map(({ prefix, rest = true }) => prefix[index] ?? rest),
  )
}

/** How many items stand at the start with a schema of their own. */
export function prefixLength(form: Form): number {
  return Math.max(0, ...form.arrays.map(({ prefix }) => prefix.length))
}

/** How many items there can be at most. */
export function mostItems(book: SchemaBook, form: Form): number {
  const limit = form.limits.get('maxItems') ?? Infinity
  for (let index = 0; index <= prefixLength(form); index++)
    if (index < limit && itemOf(book, form, index) === false) return index
  return limit
}

/** Whether no value fits two of the branches, as far as can be seen. */
export function areApart(book: SchemaBook, branches: readonly AnySchema[]): boolean {
  const known = book.apart.get(branches)
  if (known !== undefined) return known
  const all = branches.map((branch) => formsOf(book, branch))
  const apart = all.every((forms, index) =>
    all.slice(index + 1).every((others) => haveNothingInCommon(book, forms, others)),
  )
  book.apart.set(branches, apart)
  return apart
}

function haveNothingInCommon(book: SchemaBook, left: Forms, right: Forms): boolean {
  return kinds.every((kind) =>
    left[kind].every((one) =>
      right[kind].every((other) => {
        if (!spend(book.effort)) return false
        const both = meet(kind, [one, other], (pattern, text) => matchesIn(book, pattern, text))
        return both === undefined || lacksMember(book, both, maxDepth)
      }),
    ),
  )
}

/** Whether nothing can stand under a key that must be there. */
function lacksMember(book: SchemaBook, form: Form, depth: number): boolean {
  if (depth === 0 || form.required.size === 0) return false
  return form.required.values().some((name) => {
    const member = memberOf(book, form.objects, name)
    if (!isSchema(member)) return !member
    const forms = formsOf(book, member)
    return kinds.every((kind) => forms[kind].every((inner) => lacksMember(book, inner, depth - 1)))
  })
}
