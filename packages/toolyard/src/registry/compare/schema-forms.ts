/**
 * A schema → its forms: references followed, `allOf` merged, unions opened.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import { bothForms, eitherForms, weightOf } from './meet-forms.ts'
import { ownForms } from './own-forms.ts'
import { giveUp, matchesIn, type SchemaBook, spend, targetOf } from './schema-book.ts'
import {
  type AnySchema,
  type ArrayPart,
  byKind,
  everything,
  type Form,
  type Forms,
  isSchema,
  nothing,
  type ObjectPart,
  type OtherRule,
} from './schema-form.ts'
import { meaningIn } from './schema-meaning.ts'

/** How deep references and combinations may stand in one another at one place. */
const maxDepth = 100
/** Keywords whose branches decide which keys and items count as known. */
const branching = [
  'anyOf',
  'oneOf',
  'if',
  'contains',
  'dependentSchemas',
  'dependencies',
  '$dynamicRef',
  '$recursiveRef',
]

export function formsOf(book: SchemaBook, schema: AnySchema): Forms {
  if (!isSchema(schema)) return schema ? everything : nothing
  const known = book.forms.get(schema)
  if (known) return known
  if (book.reading.has(schema)) return marked(everything, 'endless', { keyword: '$ref', value: schema.$ref })
  if (book.reading.size >= maxDepth) giveUp(book.effort)
  if (!spend(book.effort)) return nothing
  book.reading.add(schema)
  const forms = read(book, schema)
  book.reading.delete(schema)
  book.forms.set(schema, forms)
  return forms
}

function read(book: SchemaBook, schema: JsonSchema): Forms {
  const matches = (pattern: string, text: string): boolean => matchesIn(book, pattern, text)
  let forms = ownForms(schema, { matches, meaning: (value) => meaningIn(book, value) })
  const narrow = (by: Forms | undefined): void => {
    const both = by && spend(book.effort, weightOf(forms)) ? bothForms(forms, by, matches) : undefined
    if (both === undefined) giveUp(book.effort)
    forms = both ?? nothing
  }
  if (typeof schema.$ref === 'string') narrow(referred(book, schema.$ref))
  for (const member of listOf(schema.allOf)) narrow(formsOf(book, member))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listOf(schema[keyword])
    if (branches.length === 0) continue
    narrow(eitherForms(branches.map((branch) => formsOf(book, branch))))
    // That no second branch fits is one rule more.
    if (keyword === 'oneOf' && branches.length > 1)
      forms = marked(
        forms,
        `oneOf ${branches
          .map((branch) => meaningIn(book, branch))
          .toSorted()
          .join()}`,
        {
          keyword,
          value: branches,
        },
      )
  }
  return closeRest(book, schema, forms)
}

function referred(book: SchemaBook, ref: string): Forms {
  const target = targetOf(book, ref)
  if (target !== undefined) return formsOf(book, target)
  return marked(everything, `$ref ${meaningIn(book, { $ref: ref })}`, { keyword: '$ref', value: ref })
}

/** `unevaluatedProperties` and `unevaluatedItems`: about what no part has named. */
function closeRest(book: SchemaBook, schema: JsonSchema, forms: Forms): Forms {
  const { unevaluatedProperties: extra, unevaluatedItems: rest } = schema
  if (extra === undefined && rest === undefined) return forms
  if (hasBranches(book, schema, maxDepth))
    return marked(forms, `unevaluated ${meaningIn(book, schema)}`, {
      keyword: 'unevaluatedProperties',
      value: extra,
    })
  return byKind((kind) => {
    if (kind === 'object' && extra !== undefined)
      return forms.object.map((form) => withRest(form, extra as AnySchema))
    if (kind === 'array' && rest !== undefined)
      return forms.array.map((form) => withLastItems(form, rest as AnySchema))
    return forms[kind]
  })
}

function withRest(form: Form, extra: AnySchema): Form {
  if (form.objects.some((part) => part.extra !== undefined)) return form
  return { ...form, objects: [...form.objects, { ...outline(form.objects), extra }] }
}

function withLastItems(form: Form, rest: AnySchema): Form {
  if (form.arrays.some((part) => part.rest !== undefined)) return form
  const length = Math.max(0, ...form.arrays.map(({ prefix }) => prefix.length))
  const part: ArrayPart = { prefix: Array.from({ length }, () => true), rest }
  return { ...form, arrays: [...form.arrays, part] }
}

/** All keys and patterns that `parts` speak of, with nothing said of them. */
export function outline(parts: readonly ObjectPart[]): ObjectPart {
  return {
    properties: new Map(parts.flatMap((part) => [...part.properties.keys()]).map((name) => [name, true])),
    patterns: new Map(parts.flatMap((part) => [...part.patterns.keys()]).map((pattern) => [pattern, true])),
    extra: undefined,
    lists: true,
  }
}

function hasBranches(book: SchemaBook, schema: AnySchema | undefined, depth: number): boolean {
  if (!isSchema(schema)) return false
  if (depth === 0 || !spend(book.effort) || branching.some((keyword) => keyword in schema)) return true
  const target = typeof schema.$ref === 'string' ? targetOf(book, schema.$ref) : undefined
  return [target, ...listOf(schema.allOf)].some((part) => hasBranches(book, part, depth - 1))
}

function marked(forms: Forms, text: string, rule: OtherRule): Forms {
  return byKind((kind) =>
    forms[kind].map((form) => ({ ...form, others: new Map([...form.others, [text, rule]]) })),
  )
}

function listOf(schemas: unknown): readonly AnySchema[] {
  return Array.isArray(schemas) ? (schemas as AnySchema[]) : []
}
