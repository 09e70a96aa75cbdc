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
import { problemWords } from '../../components/server-words.ts'
import { visible } from '../../components/visible.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import type { Words } from '../../i18n/words.ts'

interface Checked {
  readonly input: unknown
  readonly schema: JsonSchema
  readonly run: Run | undefined
  /** Whether it was tried to run it: nobody is told what is missing in a form that they have just opened. */
  readonly isTried: boolean
}

/** Sentences by path, in the order of the form. */
export function useProblems({ input, schema, run, isTried }: Checked): ReadonlyMap<string, string> {
  const dictionary = useWords()
  const { number } = useFormats()
  return useMemo(() => {
    const { form } = dictionary
    const told = new Map<string, string>()
    for (const problem of isTried ? problemsOf(input, schema) : [])
      told.set(problem.path, sentence(problem, form.problems, number))
    for (const problem of run?.result?.error?.problems ?? []) {
      const at = problem.path.join('.')
      const isSame = text(valueAt(input, at)) === text(valueAt(run?.request.input, at))
      if (isSame && !told.has(at)) told.set(at, serverSentence(problem, dictionary))
    }
    return told
  }, [input, schema, run, isTried, dictionary, number])
}

type Sentences = Words['form']['problems']

function sentence(
  { code, limit }: FieldProblem,
  words: Sentences,
  number: (value: number) => string,
): string {
  const word = words[code]
  return typeof word === 'string' ? word : word(number(limit ?? 0))
}

function serverSentence(problem: Parameters<typeof problemWords>[0], { form, errors }: Words): string {
  return problem.message === 'is required' ? form.problems.required : visible(problemWords(problem, errors))
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
