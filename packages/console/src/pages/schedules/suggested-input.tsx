/** An input with suggestions, in which anything may be written. */
import { type ReactNode, useId } from 'react'
import { type ControlAttributes, Input } from '../../components/field.tsx'

interface SuggestedInputProps extends ControlAttributes {
  readonly value: string
  readonly names: readonly string[]
  readonly onChange: (value: string) => void
}

export function SuggestedInput({ value, names, onChange, ...attributes }: SuggestedInputProps): ReactNode {
  const listId = useId()
  return (
    <>
      <Input {...attributes} list={listId} value={value} onChange={({ target }) => onChange(target.value)} />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
