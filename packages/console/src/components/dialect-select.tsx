/** Whose form, and whose count of tokens, is shown. */
import { type ReactNode, useId } from 'react'
import { useInfo } from '../api/queries.ts'
import { useWords } from '../i18n/preferences.tsx'
import { classes } from './classes.ts'
import { Select } from './field.tsx'

interface DialectSelectProps {
  readonly value: string
  readonly onChange: (dialect: string) => void
  readonly className?: string
}

export function DialectSelect({ value, onChange, className }: DialectSelectProps): ReactNode {
  const { tools: words } = useWords()
  const { data } = useInfo()
  const id = useId()
  return (
    <span className={classes('flex min-w-0 items-center gap-2', className)}>
      <label htmlFor={id} className="shrink-0 text-xs text-ink-2" title={words.dialectHint}>
        {words.dialect}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {(data?.dialects ?? [value]).map((dialect) => (
          <option key={dialect}>{dialect}</option>
        ))}
      </Select>
    </span>
  )
}
