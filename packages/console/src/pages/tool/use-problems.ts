/**
 * What is wrong with the arguments, by field: what the form sees itself once it was sent, and what the server said of the last run, as
 * long as that value stands there.
 *
 * @module
 */
import { useMemo } from 'react'
import type { Run } from '../../api/runs.ts'
import type { JsonSchema } from '../../api/types.ts'
import { type FieldProblem, problemsOf, valueAt } from './form/check.ts'
import { visible } from '../../components/visible.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'

interface Checked {
  readonly input: unknown
  readonly schema: JsonSchema
  readonly run: Run | undefined
  /** Whether it was tried to run it: nobody is told what is missing in a form that they have just opened. */
  readonly isTried: boolean
}

/** Sentences by path, in the order of the form. */
export function useProblems({ input, schema, run, isTried }: Checked): ReadonlyMap<string, string> {
  const { form } = useWords()
  const { number } = useFormats()
  return useMemo(() => {
    const told = new Map<string, string>()
    for (const problem of isTried ? problemsOf(input, schema) : [])
      told.set(problem.path, sentence(problem, form.problems, number))
    for (const { path, message } of run?.result?.error?.problems ?? []) {
      const at = path.join('.')
      const isSame = text(valueAt(input, at)) === text(valueAt(run?.request.input, at))
      if (isSame && !told.has(at)) told.set(at, serverSentence(message, form.problems))
    }
    return told
  }, [input, schema, run, isTried, form, number])
}

type Sentences = ReturnType<typeof useWords>['form']['problems']

function sentence(
  { code, limit }: FieldProblem,
  words: Sentences,
  number: (value: number) => string,
): string {
  const word = words[code]
  return typeof word === 'string' ? word : word(number(limit ?? 0))
}

function serverSentence(message: string, words: Sentences): string {
  return message === 'is required' ? words.required : visible(message)
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
