/** One field: its name, what is known of it, and the control that its schema asks for. */
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { useWords } from '../../../i18n/preferences.tsx'
import { Button } from '../../../components/button.tsx'
import type { ControlAttributes } from '../../../components/field.tsx'
import { visible } from '../../../components/visible.ts'
import { type Field, fieldOf } from '../../../components/schema/field.ts'
import { type FieldProps, useForm } from './form-context.ts'
import {
  BooleanControl,
  ConstControl,
  EnumControl,
  JsonControl,
  NumberControl,
  StringControl,
} from './leaf-controls.tsx'
import { ArrayControl, ObjectControl, UnionControl } from './nested-controls.tsx'
import { initialValue } from '../../../components/schema/value.ts'

const nested: ReadonlySet<Field['kind']> = new Set(['object', 'array', 'union'])

export function FormField(props: FieldProps): ReactNode {
  const { root } = useForm()
  const { schema, name } = props
  const field = useMemo(() => fieldOf(schema, root, name), [schema, root, name])
  return nested.has(field.kind) ? (
    <NestedField {...props} field={field} />
  ) : (
    <LeafField {...props} field={field} />
  )
}

type DrawnProps = FieldProps & { readonly field: Field }

function LeafField(props: DrawnProps): ReactNode {
  const { field, name, value, path } = props
  const id = useId()
  const problem = useForm().problems.get(path)
  const described = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(field.description === undefined ? [] : [`${id}-help`]),
  ]
  const attributes: ControlAttributes = {
    id,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': problem === undefined ? undefined : true,
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className="isolate-text font-mono text-xs font-semibold">
          {visible(name)}
        </label>
        <Notes {...props} />
      </div>
      {field.description !== undefined && (
        <p id={`${id}-help`} className="text-xs text-ink-2">
          {visible(field.description)}
        </p>
      )}
      {value === null && field.isNullable ? <NullValue /> : <Control {...props} attributes={attributes} />}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

function NestedField(props: DrawnProps): ReactNode {
  const { field, name, path, value, isRequired, onChange } = props
  const { form } = useWords()
  const { root, problems } = useForm()
  const id = useId()
  const problem = problems.get(path)
  const isAbsent = value === undefined && !isRequired
  return (
    <fieldset
      className="min-w-0 outline-none"
      {...(problem !== undefined && { tabIndex: -1, 'data-wrong': '', 'aria-describedby': `${id}-problem` })}
    >
      <legend className="flex w-full flex-wrap items-baseline gap-x-2">
        <span className="isolate-text font-mono text-xs font-semibold">{visible(name)}</span>
        <Notes {...props} />
        {!isRequired && !isAbsent && (
          <Button look="ghost" size="sm" onClick={() => onChange(undefined)}>
            <X aria-hidden className="size-3" />
            {form.remove(name)}
          </Button>
        )}
      </legend>
      {field.description !== undefined && <p className="text-xs text-ink-2">{visible(field.description)}</p>}
      <Problem id={`${id}-problem`} text={problem} />
      {isAbsent ? (
        <Button
          size="sm"
          className="mt-1"
          onClick={() => onChange(initialValue(props.schema, root) ?? (field.kind === 'array' ? [] : {}))}
        >
          <Plus aria-hidden className="size-3.5" />
          {form.add(name)}
        </Button>
      ) : (
        <div className="mt-2 border-l-2 pl-2 sm:pl-3">
          {value === null && field.isNullable ? (
            <NullValue />
          ) : (
            <Parts {...{ field, name, path, value, onChange }} />
          )}
        </div>
      )}
    </fieldset>
  )
}

function Control({
  field,
  path,
  ...props
}: DrawnProps & { readonly attributes: ControlAttributes }): ReactNode {
  switch (field.kind) {
    case 'string':
      return <StringControl {...props} field={field} />
    case 'number':
      return <NumberControl {...props} field={field} />
    case 'boolean':
      return <BooleanControl {...props} field={field} />
    case 'enum':
      return <EnumControl {...props} field={field} />
    case 'const':
      return <ConstControl {...props} field={field} />
    case 'null':
      return <NullValue />
    default:
      return <JsonControl {...props} path={path} />
  }
}

type PartsProps = Pick<DrawnProps, 'field' | 'name' | 'path' | 'value' | 'onChange'>

function Parts({ field, ...props }: PartsProps): ReactNode {
  if (field.kind === 'object') return <ObjectControl {...props} field={field} />
  if (field.kind === 'array') return <ArrayControl {...props} field={field} />
  return field.kind === 'union' ? <UnionControl {...props} field={field} /> : null
}

/** Type, whether it must be given, and the way to null. */
function Notes({ field, name, path, value, isRequired, onChange, schema }: DrawnProps): ReactNode {
  const { common, form } = useWords()
  const { root, problems } = useForm()
  const type = field.kind === 'number' && field.isInteger ? 'integer' : field.kind
  return (
    <>
      <span className="text-2xs text-ink-3">
        {type}
        {isRequired && field.kind !== 'const' && <span className="text-warn"> · {common.required}</span>}
      </span>
      {field.kind === 'string' && (value === '' || (value === undefined && problems.has(path))) && (
        <Toggle isOn={value === ''} onToggle={() => onChange(value === '' ? undefined : '')}>
          {form.emptyText}
        </Toggle>
      )}
      {field.isNullable && (
        <Toggle
          isOn={value === null}
          label={form.setNull(name)}
          onToggle={() =>
            onChange(value === null ? (isRequired ? initialValue(schema, root) : undefined) : null)
          }
        >
          {form.isNull}
        </Toggle>
      )}
    </>
  )
}

interface ToggleProps {
  readonly isOn: boolean
  readonly label?: string
  readonly onToggle: () => void
  readonly children: ReactNode
}

function Toggle({ isOn, label, onToggle, children }: ToggleProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      onClick={onToggle}
      className="rounded border px-1 font-mono text-2xs text-ink-3 hover:bg-hover aria-pressed:border-solid aria-pressed:bg-solid aria-pressed:text-on-solid"
    >
      {children}
    </button>
  )
}

function Problem({ id, text }: { readonly id: string; readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null
  return (
    <p id={id} className="text-xs text-bad">
      {text}
    </p>
  )
}

function NullValue(): ReactNode {
  const { form } = useWords()
  return <p className="font-mono text-xs text-ink-3">{form.isNull}</p>
}
