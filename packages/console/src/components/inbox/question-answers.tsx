/** The answer to a tool's question: one of its choices, or words. */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { InboxItem } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../button.tsx'
import { Field, Textarea } from '../field.tsx'
import { ErrorLine } from '../states.tsx'
import { visible } from '../visible.ts'
import { useAnswer } from './use-answer.ts'

export function QuestionAnswers({ item }: { readonly item: InboxItem }): ReactNode {
  const { inbox: words } = useWords()
  const { mutate, isPending, error } = useAnswer(item)
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate({ kind: 'answer', text })
  }
  return (
    <div className="flex flex-col gap-3">
      {error && <ErrorLine error={error} />}
      {item.choices ? (
        <div role="group" aria-label={words.answer} className="flex flex-wrap gap-2">
          {item.choices.map((choice) => (
            <Button
              key={choice}
              disabled={isPending}
              onClick={() => mutate({ kind: 'answer', text: choice })}
            >
              {visible(choice)}
            </Button>
          ))}
        </div>
      ) : (
        <form onSubmit={submit} className="flex flex-col items-start gap-2">
          <div className="w-full">
            <Field label={words.answer}>
              {(attributes) => (
                <Textarea
                  {...attributes}
                  rows={2}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
          </div>
          <Button type="submit" look="solid" disabled={isPending || text === ''}>
            {words.send}
          </Button>
        </form>
      )}
    </div>
  )
}
