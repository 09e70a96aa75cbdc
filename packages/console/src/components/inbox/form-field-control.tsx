/** One field of a form: the control that its type asks for, labelled, with help and with what is wrong. */
import { type ReactNode, useId } from 'react'
import type { FormField } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../button.tsx'
import { type ControlAttributes, Field, Input, Select, Textarea } from '../field.tsx'
import { Checkbox } from '../toggle.tsx'
import { visible } from '../visible.ts'
import { choicesOf, type Draft } from './form-draft.ts'

export interface FormFieldProps {
  readonly name: string
  readonly field: FormField
  readonly isRequired: boolean
  readonly value: Draft[string] | undefined
  readonly problem: string | undefined
  readonly onChange: (value: Draft[string]) => void
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' }
/** Longer texts get a box of several lines. */
const longText = 200
/** More choices stand in a list that opens. */
const mostRadios = 8
/** How `ask_user_question` names the words beside the choices of a question. */
const ownWords = /^answer_\d+_other$/

export function FormFieldControl(props: FormFieldProps): ReactNode {
  const { inbox: words } = useWords()
  const { name, field, problem } = props
  if (field.type === 'boolean') return <BoxField {...props} />
  if (field.type === 'array') return <ChoicesField {...props} />
  if ('oneOf' in field && field.oneOf.length <= mostRadios) return <ChoiceField {...props} />
  const hint = field.description === undefined ? undefined : visible(field.description)
  return (
    <Field
      label={ownWords.test(name) ? words.ownWords : visible(field.title ?? name)}
      problem={problem}
      hint={hint}
      aside={<Aside {...props} />}
    >
      {(attributes) => <Control {...props} attributes={attributes} />}
    </Field>
  )
}

function Control({
  field,
  isRequired,
  value,
  onChange,
  attributes,
}: FormFieldProps & { readonly attributes: ControlAttributes }): ReactNode {
  const { form } = useWords()
  const shared = {
    ...attributes,
    'aria-required': isRequired,
    value: typeof value === 'string' ? value : '',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if ('oneOf' in field)
    return (
      <Select {...shared} className="w-full">
        {(!isRequired || value === undefined) && <option value="">{form.notSet}</option>}
        {field.oneOf.map((choice) => (
          <option key={choice.const} value={choice.const}>
            {visible(choice.title)}
          </option>
        ))}
      </Select>
    )
  if (field.type !== 'string')
    return <Input {...shared} inputMode={field.type === 'integer' ? 'numeric' : 'decimal'} />
  if (field.format === undefined && (field.maxLength ?? 0) > longText)
    return <Textarea {...shared} rows={3} />
  return <Input {...shared} type={inputTypes[field.format ?? ''] ?? 'text'} />
}

/** What is taken, and whether it must be given. */
function Aside({ field, isRequired }: FormFieldProps): ReactNode {
  const { common, inbox: words } = useWords()
  return (
    <span className="text-xs text-ink-3">
      {rangeOf(field)}
      {isRequired ? common.required : words.optional}
    </span>
  )
}

function rangeOf(field: FormField): string {
  if (field.type !== 'number' && field.type !== 'integer') return ''
  const { minimum, maximum } = field
  return minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''} … ${maximum ?? ''} · `
}

function hasHelp({ field, problem }: FormFieldProps): boolean {
  return field.description !== undefined || problem !== undefined
}

/** Help and what is wrong, if there is any. */
function Help({
  id,
  field,
  problem,
}: {
  readonly id: string
  readonly field: FormField
  readonly problem: string | undefined
}): ReactNode {
  if (field.description === undefined && problem === undefined) return null
  return (
    <p id={id} className="text-xs text-ink-3">
      {problem !== undefined && <span className="block text-bad">{problem}</span>}
      {field.description !== undefined && visible(field.description)}
    </p>
  )
}

function BoxField(props: FormFieldProps): ReactNode {
  const { name, field, value, problem, onChange } = props
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center gap-2">
        <Checkbox
          id={id}
          checked={value === true}
          {...(hasHelp(props) && { describedBy: `${id}-help` })}
          invalid={problem !== undefined}
          onChange={onChange}
        />
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {visible(field.title ?? name)}
        </label>
        <span className="ml-auto">
          <Aside {...props} />
        </span>
      </div>
      <Help id={`${id}-help`} field={field} problem={problem} />
    </div>
  )
}

/** One of a few, all of them in sight. */
function ChoiceField(props: FormFieldProps): ReactNode {
  const { common } = useWords()
  const { name, field, value, isRequired, problem, onChange } = props
  const id = useId()
  return (
    <fieldset aria-describedby={hasHelp(props) ? `${id}-help` : undefined} className="min-w-0">
      <legend className="flex w-full items-baseline justify-between gap-2 text-sm font-medium text-ink">
        {visible(field.title ?? name)}
        <Aside {...props} />
      </legend>
      <Help id={`${id}-help`} field={field} problem={problem} />
      <div className="flex flex-col items-start gap-1 py-1">
        {choicesOf(field).map((choice) => (
          <label key={choice.const} className="flex items-start gap-2 text-sm text-ink">
            <input
              type="radio"
              name={id}
              checked={value === choice.const}
              onChange={() => onChange(choice.const)}
              className="mt-0.5 size-4 shrink-0 accent-solid"
            />
            <span className="isolate-text min-w-0 break-words">{visible(choice.title)}</span>
          </label>
        ))}
        {!isRequired && typeof value === 'string' && value !== '' && (
          <Button look="ghost" size="sm" onClick={() => onChange('')}>
            {common.clear}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function ChoicesField(props: FormFieldProps): ReactNode {
  const { name, field, value, problem, onChange } = props
  const id = useId()
  const chosen: readonly string[] = typeof value === 'object' ? value : []
  const choices = choicesOf(field)
  const choose = (one: string, isChosen: boolean): void =>
    onChange(
      choices
        .map((choice) => choice.const)
        .filter((known) => (known === one ? isChosen : chosen.includes(known))),
    )
  return (
    <fieldset aria-describedby={hasHelp(props) ? `${id}-help` : undefined} className="min-w-0">
      <legend className="flex w-full items-baseline justify-between gap-2 text-sm font-medium text-ink">
        {visible(field.title ?? name)}
        <Aside {...props} />
      </legend>
      <Help id={`${id}-help`} field={field} problem={problem} />
      <div className="flex flex-col items-start gap-1 py-1">
        {choices.map((choice, index) => (
          <span key={choice.const} className="flex items-center gap-2">
            <Checkbox
              id={`${id}-${index}`}
              checked={chosen.includes(choice.const)}
              invalid={problem !== undefined}
              onChange={(isChosen) => choose(choice.const, isChosen)}
            />
            <label htmlFor={`${id}-${index}`} className="text-sm text-ink">
              {visible(choice.title)}
            </label>
          </span>
        ))}
      </div>
    </fieldset>
  )
}
