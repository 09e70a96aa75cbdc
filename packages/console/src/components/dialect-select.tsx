/** Whose form, and whose count of tokens, is shown. */
import type { ReactNode } from 'react'
import { useInfo } from '../api/queries.ts'
import { useWords } from '../i18n/preferences.tsx'
import { Select } from './field.tsx'

interface DialectSelectProps {
  readonly value: string
  readonly onChange: (dialect: string) => void
  readonly className?: string
}

export function DialectSelect({ value, onChange, className }: DialectSelectProps): ReactNode {
  const { tools: words } = useWords()
  const { data } = useInfo()
  return (
    <Select
      aria-label={words.dialect}
      title={words.dialect}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={className ?? ''}
    >
      {(data?.dialects ?? [value]).map((dialect) => (
        <option key={dialect}>{dialect}</option>
      ))}
    </Select>
  )
}
