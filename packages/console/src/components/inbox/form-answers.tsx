/** A form of a tool: typed fields, what is wrong with each beside it, and the way to decline. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FormProblem, InboxItem, QuestionForm } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../button.tsx'
import { Facts } from '../page.tsx'
import { ErrorLine } from '../states.tsx'
import { visible } from '../visible.ts'
import { type Draft, drafted, firstDraft, problemsOf, shownValue, valuesOf } from './form-draft.ts'
import { FormFieldControl } from './form-field-control.tsx'
import { useAnswer } from './use-answer.ts'

interface FormAnswersProps {
  readonly item: InboxItem
  readonly form: QuestionForm
}

export function FormAnswers({ item, form }: FormAnswersProps): ReactNode {
  const { inbox: words } = useWords()
  const { mutate, isPending, error } = useAnswer(item)
  const [draft, setDraft] = useState<Draft>(() => firstDraft(form))
  const element = useRef<HTMLFormElement>(null)
  const problems = problemsOf(error)
  useEffect(() => {
    if (error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate({ kind: 'values', values: valuesOf(form, draft) })
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      {Object.entries(form.properties).map(([name, field]) => (
        <div key={name} className="w-full max-w-xl">
          <FormFieldControl
            name={name}
            field={field}
            isRequired={form.required.includes(name)}
            value={drafted(draft, name)}
            problem={wordsFor(problems.get(name), words.problems)}
            onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        </div>
      ))}
      {error &&
        (problems.size > 0 ? (
          <p role="alert" className="text-sm text-bad">
            {words.mend}
          </p>
        ) : (
          <ErrorLine error={error} />
        ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="solid" disabled={isPending}>
          {words.send}
        </Button>
        <Button disabled={isPending} onClick={() => mutate({ kind: 'decline' })}>
          {words.decline}
        </Button>
      </div>
    </form>
  )
}

/** What was filled in. */
export function FilledIn({
  form,
  values,
}: {
  readonly form: QuestionForm
  readonly values: object
}): ReactNode {
  const { inbox: words } = useWords()
  const given = new Map(Object.entries(values) as [string, unknown][])
  const rows = Object.entries(form.properties)
    .filter(([name]) => given.has(name))
    .map(
      ([name, field]) =>
        [visible(field.title ?? name), visible(shownValue(field, given.get(name), words))] as const,
    )
  return <Facts rows={rows} />
}

type ProblemWords = ReturnType<typeof useWords>['inbox']['problems']

/** In the reader's language; a rule that this page does not know, in the server's words. */
function wordsFor(problem: FormProblem | undefined, words: ProblemWords): string | undefined {
  if (!problem) return undefined
  const { rule, limit = '', message } = problem
  const known = Object.entries(words).find(([name]) => name === rule)?.[1]
  return visible(known ? known(String(limit)) : message)
}
