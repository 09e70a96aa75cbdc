/** Controls for values that have no parts: texts, numbers, choices, constants, free JSON. */
import { type ReactNode, useEffect, useState } from 'react'
import { useFormats, useWords } from '../../../i18n/preferences.tsx'
import { type ControlAttributes, Input, Select, Textarea } from '../../../components/field.tsx'
import { visible } from '../../../components/visible.ts'
import type { Field } from '../../../components/schema/field.ts'
import { useForm } from './form-context.ts'
import { jsonProblem } from '../../../components/schema/json-problem.ts'

interface ControlProps<Kind extends Field['kind']> {
  readonly field: Extract<Field, { kind: Kind }>
  readonly attributes: ControlAttributes
  readonly value: unknown
  readonly isRequired: boolean
  readonly onChange: (value: unknown) => void
}

/** A text that is empty is not sent, unless that is said on purpose. */
export function StringControl({ field, attributes, value, onChange }: ControlProps<'string'>): ReactNode {
  const shared = {
    ...attributes,
    value: typeof value === 'string' ? value : '',
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' ? undefined : event.target.value),
  }
  if (field.isLong) return <Textarea {...shared} rows={4} className="font-mono text-xs leading-5" />
  return <Input {...shared} type={inputTypes[field.format ?? ''] ?? 'text'} />
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url', url: 'url', date: 'date' }

/** What is no number goes as it was typed: the server says what is wrong with it. */
export function NumberControl({ field, attributes, value, onChange }: ControlProps<'number'>): ReactNode {
  const [typed, setTyped] = useState('')
  // "1." is the number 1 already, and must not lose its point while it is typed.
  const text = numberOf(typed) === value ? typed : textOf(value)
  return (
    <Input
      {...attributes}
      inputMode={field.isInteger ? 'numeric' : 'decimal'}
      placeholder={rangeOf(field)}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberOf(event.target.value))
      }}
      className="tabular max-w-56"
    />
  )
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

function numberOf(text: string): unknown {
  if (text.trim() === '') return undefined
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

function rangeOf({ min, max }: Extract<Field, { kind: 'number' }>): string | undefined {
  if (min === undefined && max === undefined) return undefined
  return min !== undefined && max !== undefined
    ? `${min} … ${max}`
    : min === undefined
      ? `≤ ${max}`
      : `≥ ${min}`
}

export function BooleanControl({
  attributes,
  value,
  isRequired,
  onChange,
}: ControlProps<'boolean'>): ReactNode {
  const { form } = useWords()
  return (
    <Select
      {...attributes}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value === 'true')}
      className="w-56"
    >
      {(!isRequired || typeof value !== 'boolean') && <option value="">{form.notSet}</option>}
      <option value="true">true</option>
      <option value="false">false</option>
    </Select>
  )
}

export function EnumControl({
  field,
  attributes,
  value,
  isRequired,
  onChange,
}: ControlProps<'enum'>): ReactNode {
  const { form } = useWords()
  const words = field.options.map((option) => (typeof option === 'string' ? option : JSON.stringify(option)))
  const chosen = field.options.findIndex((option) => JSON.stringify(option) === JSON.stringify(value))
  return (
    <Select
      {...attributes}
      value={chosen < 0 ? '' : String(chosen)}
      onChange={(event) =>
        onChange(event.target.value === '' ? undefined : field.options[Number(event.target.value)])
      }
      className="w-56"
    >
      {(!isRequired || chosen < 0) && <option value="">{form.notSet}</option>}
      {words.map((word, index) => (
        <option key={word} value={String(index)}>
          {visible(word)}
        </option>
      ))}
    </Select>
  )
}

/** Nothing to choose: it is sent as it stands. */
export function ConstControl({ field, attributes }: ControlProps<'const'>): ReactNode {
  return (
    <output id={attributes.id} className="font-mono text-xs text-ink-2">
      {visible(JSON.stringify(field.value))}
    </output>
  )
}

/** Kept as text while it is no JSON. */
export function JsonControl({
  attributes,
  path,
  value,
  onChange,
}: Omit<ControlProps<'json'>, 'field' | 'isRequired'> & { readonly path: string }): ReactNode {
  const { form } = useWords()
  const { number } = useFormats()
  const { setUnreadable, textOf: keptText, keepText } = useForm()
  const [text, setText] = useState(
    () => keptText(path) ?? (value === undefined ? '' : JSON.stringify(value, null, 2)),
  )
  const problem = text.trim() === '' ? undefined : jsonProblem(text)
  const isUnreadable = problem !== undefined
  useEffect(() => {
    setUnreadable(path, isUnreadable)
    return () => setUnreadable(path, false)
  }, [setUnreadable, path, isUnreadable])
  return (
    <>
      <Textarea
        {...attributes}
        {...(problem && { 'aria-invalid': true })}
        rows={3}
        placeholder={form.freeJson}
        value={text}
        onChange={(event) => {
          const next = event.target.value
          const isRead = next.trim() === '' || !jsonProblem(next)
          setText(next)
          keepText(path, isRead ? undefined : next)
          if (isRead) onChange(next.trim() === '' ? undefined : JSON.parse(next))
        }}
        className="font-mono text-xs leading-5"
      />
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {form.badJson(number(problem.line), number(problem.column), visible(problem.found))}
        </p>
      )}
    </>
  )
}
