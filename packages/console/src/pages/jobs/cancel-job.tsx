/** Cancels a job, after asking for the reason. */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Job } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Input } from '../../components/field.tsx'
import { visible } from '../../components/visible.ts'
import { useCancel } from './queries.ts'

const longestReason = 500

export function CancelJob({ job }: { readonly job: Job }): ReactNode {
  const { jobs: words, common } = useWords()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useCancel(job.id)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate(reason.trim(), { onSettled: () => setAsking(false) })
  }
  return (
    <>
      <Button size="sm" look="danger" onClick={() => setAsking(true)}>
        {common.cancel}
        <span className="sr-only">{`: ${visible(job.id)}`}</span>
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.cancelTitle}
        description={words.cancelHint(visible(job.id))}
      >
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field label={words.cancelReason}>
            {(attributes) => (
              <Input
                {...attributes}
                maxLength={longestReason}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>{words.keep}</Button>
            <Button type="submit" look="danger" disabled={isPending}>
              {words.cancel}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
