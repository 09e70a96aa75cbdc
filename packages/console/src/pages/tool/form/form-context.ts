/** What every field of one form shares. */
import { createContext, type ReactNode, use } from 'react'
import type { JsonSchema } from '../../../api/types.ts'

export interface FieldProps {
  readonly name: string
  /** Where the value stands: `edits.0.text`. */
  readonly path: string
  readonly schema: JsonSchema
  readonly value: unknown
  readonly isRequired: boolean
  readonly onChange: (value: unknown) => void
}

export interface FormShare {
  readonly root: JsonSchema
  /** What is wrong, by path. */
  readonly problems: ReadonlyMap<string, string>
  /** Texts that could not be read when they were last seen, by path; undefined takes one away. */
  readonly textOf: (path: string) => string | undefined
  readonly keepText: (path: string, text: string | undefined) => void
  /** Told whether the text of a field can't be read; such a form can't be sent. */
  readonly setUnreadable: (path: string, isUnreadable: boolean) => void
  /** Draws a field inside another. */
  readonly render: (props: FieldProps) => ReactNode
}

export const FormContext = createContext<FormShare | undefined>(undefined)

export function useForm(): FormShare {
  const share = use(FormContext)
  if (!share) throw new Error('a field outside of a form')
  return share
}
