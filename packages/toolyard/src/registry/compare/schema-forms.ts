/**
 * A schema → its forms: references followed, `allOf` merged, unions opened; and what a form says of one key or item.
 *
 * An object that lists its keys and says nothing of others takes no others: the runtime refuses what it does not know, and
 * a caller who knows the definition sends nothing else.
 *
 * @module
 */
import { isSchema, type JsonSchema } from '../../kernel/index.ts'
import { bothForms, eitherForms } from './meet-forms.ts'
import { ownForms } from './own-forms.ts'
import { giveUp, matchesIn, type SchemaBook, spend, targetOf } from './schema-book.ts'
import {
  type ComparedSchema,
  byKind,
  everything,
  type SchemaForm,
  type SchemaForms,
  kinds,
  nothing,
  type ObjectPart,
  type SchemaRule,
} from './schema-form.ts'
import { meaningIn } from './schema-meaning.ts'

/** How deep references and combinations may stand in one another at one place. */
const maxDepth = 100

export function formsOf(book: SchemaBook, schema: ComparedSchema): SchemaForms {
  if (!isSchema(schema)) return schema ? everything : nothing
  const known = book.forms.get(schema)
  if (known) return known
  if (book.reading.has(schema) || book.reading.size >= maxDepth) giveUp(book.effort)
  if (!spend(book.effort)) return nothing
  book.reading.add(schema)
  const forms = read(book, schema)
  book.reading.delete(schema)
  book.forms.set(schema, forms)
  return forms
}

function read(book: SchemaBook, schema: JsonSchema): SchemaForms {
  let forms = ownForms(book, schema)
  if (typeof schema.$ref === 'string') forms = bothForms(book, forms, referred(book, schema.$ref))
  for (const member of schema.allOf ?? []) forms = bothForms(book, forms, formsOf(book, member))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword] ?? []
    if (branches.length === 0) continue
    const all = branches.map((branch) => formsOf(book, branch))
    forms = bothForms(book, forms, eitherForms(book, all))
    // That no second branch fits is one rule more.
    if (keyword === 'oneOf' && !areApart(book, all))
      forms = marked(forms, `oneOf ${meaningIn(book, { oneOf: branches })}`, { keyword, value: branches })
  }
  return forms
}

function referred(book: SchemaBook, ref: string): SchemaForms {
  const target = targetOf(book, ref)
  if (target !== undefined) return formsOf(book, target)
  return marked(everything, `$ref ${meaningIn(book, { $ref: ref })}`, { keyword: '$ref', value: ref })
}

function marked(forms: SchemaForms, text: string, rule: SchemaRule): SchemaForms {
  return byKind((kind) =>
    forms[kind].map((form) => ({ ...form, rules: new Map([...form.rules, [text, rule]]) })),
  )
}

/** Whether no value fits two of the branches: they are of other kinds, other values, or have other tags. */
function areApart(book: SchemaBook, branches: readonly SchemaForms[]): boolean {
  return branches.every((left, index) =>
    branches
      .slice(index + 1)
      .every((right) =>
        kinds.every((kind) =>
          left[kind].every((one) => right[kind].every((other) => differ(book, one, other))),
        ),
      ),
  )
}

function differ(book: SchemaBook, one: SchemaForm, other: SchemaForm): boolean {
  if (!spend(book.effort)) return false
  if (one.values && other.values) return isDisjoint(one.values, other.values)
  return [...one.required, ...other.required].some((name) => {
    const [tag, otherTag] = [one, other].map((form) => literalsUnder(book, form, name))
    return tag !== undefined && otherTag !== undefined && isDisjoint(tag, otherTag)
  })
}

function isDisjoint(some: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): boolean {
  return some.keys().every((text) => !others.has(text))
}

/** The only values that a key can hold; `undefined` if there are others. */
export function literalsUnder(
  book: SchemaBook,
  form: SchemaForm,
  name: string,
): ReadonlyMap<string, unknown> | undefined {
  const forms = formsOf(book, memberOf(book, form.objects, name))
  const all = kinds.flatMap((kind) => forms[kind])
  if (all.some(({ values }) => values === undefined)) return undefined
  return new Map(all.flatMap(({ values }) => [...(values ?? [])]))
}

/** All that is said of the keys of a form, what is left unsaid included. */
export function partsOf({ objects }: SchemaForm): readonly ObjectPart[] {
  const isSilent =
    objects.some(({ properties }) => properties.size > 0) && objects.every(({ extra }) => extra === undefined)
  if (!isSilent) return objects
  const names = namesIn(objects)
  const patterns = objects.flatMap((part) => [...part.patterns.keys()])
  const rest: ObjectPart = {
    properties: new Map([...names].map((name) => [name, true])),
    patterns: new Map(patterns.map((pattern) => [pattern, true])),
    extra: false,
  }
  return [...objects, rest]
}

/** Every key that some part names. */
export function namesIn(parts: readonly ObjectPart[]): Set<string> {
  return new Set(parts.flatMap(({ properties }) => [...properties.keys()]))
}

export function memberOf(book: SchemaBook, parts: readonly ObjectPart[], name: string): ComparedSchema {
  if (!spend(book.effort, parts.length)) return false
  return joined(
    parts.flatMap(({ properties, patterns, extra = true }) => {
      const own = properties.get(name)
      const found = own === undefined ? [] : [own]
      for (const [pattern, schema] of patterns) if (matchesIn(book, pattern, name)) found.push(schema)
      return found.length > 0 ? found : [extra]
    }),
  )
}

export function itemOf(book: SchemaBook, form: SchemaForm, index: number): ComparedSchema {
  if (!spend(book.effort, form.arrays.length)) return false
  return joined(form.arrays.map(({ prefix, rest = true }) => prefix[index] ?? rest))
}

/** One schema for what fits all of `schemas`. */
export function joined(schemas: readonly ComparedSchema[]): ComparedSchema {
  const distinct = new Set(schemas.filter((schema) => schema !== true))
  if (distinct.has(false)) return false
  const [first, second] = distinct
  return second === undefined ? (first ?? true) : { allOf: [...distinct] }
}
