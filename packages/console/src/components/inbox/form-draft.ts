/**
 * What is in a form while it is filled in: texts as they are typed, and what is sent of them.
 *
 * @module
 */
import { ApiError } from '../../api/api-error.ts'
import type { FormField, FormProblem, QuestionForm } from '../../api/types.ts'

/** As people write numbers: `0x10` is none. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** Numbers are texts until they are sent. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>

export function firstDraft({ properties }: QuestionForm): Draft {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      field.default === undefined
        ? []
        : [[name, typeof field.default === 'number' ? String(field.default) : field.default]],
    ),
  )
}

/** Of one field; undefined if it was not touched and has no default. */
export function drafted(draft: Draft, name: string): Draft[string] | undefined {
  return Object.hasOwn(draft, name) ? draft[name] : undefined
}

/** What was emptied is left out, also where it has a default. An untouched box means no only if it must be answered. */
export function valuesOf({ properties, required }: QuestionForm, draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const value = drafted(draft, name)
      const isBox = field.type === 'boolean' && required.includes(name)
      return [name, value === undefined || value === '' ? (isBox ? false : null) : typed(field, value)]
    }),
  )
}

/** What is no number goes as it was typed: the server says what is wrong with it. */
function typed(field: FormField, value: Draft[string]): unknown {
  if ((field.type !== 'number' && field.type !== 'integer') || typeof value !== 'string') return value
  const number = decimal.test(value.trim()) ? Number(value) : NaN
  return Number.isFinite(number) ? number : value
}

/** What the server said of each field. */
export function problemsOf(error: unknown): ReadonlyMap<string, FormProblem> {
  const details: unknown = error instanceof ApiError ? error.details : undefined
  const found = (Array.isArray(details) ? details : []).filter(isProblem)
  return new Map(found.map((problem) => [problem.field, problem]))
}

function isProblem(value: unknown): value is FormProblem {
  return (
    typeof value === 'object' && value !== null && 'field' in value && 'rule' in value && 'message' in value
  )
}

/** A value as people read it. */
export function shownValue(field: FormField, value: unknown, words: { yes: string; no: string }): string {
  const choices = choicesOf(field)
  const titleOf = (one: unknown): string =>
    choices.find((choice) => choice.const === one)?.title ?? String(one)
  if (Array.isArray(value)) return value.map(titleOf).join(', ')
  return typeof value === 'boolean' ? (value ? words.yes : words.no) : titleOf(value)
}

export function choicesOf(field: FormField): readonly { readonly const: string; readonly title: string }[] {
  if (field.type === 'array') return field.items.anyOf
  return 'oneOf' in field ? field.oneOf : []
}
