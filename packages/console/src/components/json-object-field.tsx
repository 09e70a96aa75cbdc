/** A field for a JSON object, which may be left empty. */
import type { ReactNode } from 'react'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { Field, Textarea } from './field.tsx'
import { jsonProblem } from './schema/json-problem.ts'
import { isRecord } from './schema/value.ts'
import { visible } from './visible.ts'

interface JsonObjectFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function JsonObjectField({ label, hint, value, onChange }: JsonObjectFieldProps): ReactNode {
  const problem = useProblemWords(value)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={3}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono text-xs leading-5"
        />
      )}
    </Field>
  )
}

function useProblemWords(text: string): string | undefined {
  const { form } = useWords()
  const { number } = useFormats()
  const problem = jsonObjectProblem(text)
  if (problem === undefined || problem === 'shape') return problem && form.notObject
  return form.badJson(number(problem.line), number(problem.column), visible(problem.found))
}

/** Undefined if it is empty or a JSON object. */
export function jsonObjectProblem(text: string): ReturnType<typeof jsonProblem> | 'shape' {
  if (text.trim() === '') return undefined
  const problem = jsonProblem(text)
  if (problem) return problem
  return isRecord(JSON.parse(text)) ? undefined : 'shape'
}
