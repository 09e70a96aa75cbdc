/**
 * A form made from a JSON Schema. Holds nothing itself: the value comes in, changes go out.
 *
 * @module
 */
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import type { JsonSchema } from '../../../api/types.ts'
import { useWords } from '../../../i18n/preferences.tsx'
import { fieldOf } from '../../../components/schema/field.ts'
import { type FieldProps, FormContext, type FormShare } from './form-context.ts'
import { FormField } from './form-field.tsx'
import { JsonControl } from './leaf-controls.tsx'
import { ObjectControl } from './nested-controls.tsx'

interface SchemaFormProps {
  readonly schema: JsonSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Whether every text in the form can be read. */
  readonly onReadable: (isReadable: boolean) => void
  readonly problems: ReadonlyMap<string, string>
  readonly texts: ReadonlyMap<string, string>
  readonly onTexts: (texts: ReadonlyMap<string, string>) => void
}

export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { schema, value, onChange, onReadable, problems, texts, onTexts } = props
  const { form } = useWords()
  const kept = useRef(texts)
  const keepText = useCallback(
    (path: string, text: string | undefined) => {
      const next = new Map(kept.current)
      if (text === undefined) next.delete(path)
      else next.set(path, text)
      kept.current = next
      onTexts(next)
    },
    [onTexts],
  )
  const unreadable = useRef(new Set<string>())
  const setUnreadable = useCallback(
    (path: string, isUnreadable: boolean) => {
      if (isUnreadable) unreadable.current.add(path)
      else unreadable.current.delete(path)
      onReadable(unreadable.current.size === 0)
    },
    [onReadable],
  )
  const share = useMemo<FormShare>(
    () => ({
      root: schema,
      problems,
      textOf: (path) => kept.current.get(path),
      keepText,
      setUnreadable,
      render: (field: FieldProps) => <FormField {...field} />,
    }),
    [schema, problems, keepText, setUnreadable],
  )
  const field = useMemo(() => fieldOf(schema, schema), [schema])
  const isEmpty = field.kind === 'object' && field.properties.length === 0 && field.others === undefined
  const attributes = { id: 'arguments', 'aria-describedby': undefined, 'aria-invalid': undefined }
  return (
    <FormContext value={share}>
      {isEmpty ? (
        <p className="text-sm text-ink-3">{form.noParameters}</p>
      ) : field.kind === 'object' ? (
        <ObjectControl field={field} name="" path="" value={value} onChange={onChange} />
      ) : field.kind === 'union' ? (
        <FormField
          name={form.arguments}
          path=""
          schema={schema}
          value={value}
          isRequired
          onChange={onChange}
        />
      ) : (
        <JsonControl attributes={attributes} path="" value={value} onChange={onChange} />
      )}
    </FormContext>
  )
}
