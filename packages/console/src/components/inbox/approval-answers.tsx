/** Approve once, or from now on with the very rule shown, or reject with a reason. */
import { type ReactNode, useState } from 'react'
import type { InboxItem } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../button.tsx'
import { Field, Input } from '../field.tsx'
import { ErrorLine } from '../states.tsx'
import { visible } from '../visible.ts'
import type { Seen } from './request-text.tsx'
import { type Answer, useAnswer } from './use-answer.ts'
import { isUsualConfirm } from './usual-confirm.ts'

type Step = 'choose' | 'more' | 'reject'

interface ApprovalAnswersProps {
  readonly item: InboxItem
  /** Nothing can be approved before all of it was shown. */
  readonly seen: Seen
}

export function ApprovalAnswers({ item, seen }: ApprovalAnswersProps): ReactNode {
  const { inbox: words, common } = useWords()
  const { mutate, isPending, error } = useAnswer(item)
  const [step, setStep] = useState<Step>('choose')
  const isSeen = seen === 'all'
  const canGrant = item.offer !== undefined && (item.threadId ?? item.agent) !== undefined
  return (
    <div className="flex flex-col gap-3">
      {error && <ErrorLine error={error} />}
      {step === 'choose' && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            look="solid"
            disabled={isPending || !isSeen}
            onClick={() => mutate({ kind: 'approve', scope: 'once' })}
          >
            {words.approve}
          </Button>
          {canGrant && (
            <Button disabled={isPending || !isSeen} onClick={() => setStep('more')}>
              {words.approveMore}…
            </Button>
          )}
          <Button look="danger" disabled={isPending} onClick={() => setStep('reject')}>
            {words.reject}…
          </Button>
          {seen === 'part' && <p className="w-full text-xs text-warn">{words.showFirst}</p>}
          {item.offer === undefined && !isUsualConfirm(item) && (
            <p className="w-full text-xs text-ink-3">{words.noOffer}</p>
          )}
        </div>
      )}
      {step === 'more' && <GrantChoice item={item} isBusy={isPending} onAnswer={mutate} />}
      {step === 'reject' && <RejectForm isBusy={isPending} onAnswer={mutate} />}
      {step !== 'choose' && (
        <Button look="ghost" size="sm" className="self-start" onClick={() => setStep('choose')}>
          {common.back}
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly isBusy: boolean
  readonly onAnswer: (answer: Answer) => void
}

function GrantChoice({ item, isBusy, onAnswer }: ChoiceProps & { readonly item: InboxItem }): ReactNode {
  const { inbox: words } = useWords()
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">{words.exactRule}</p>
      <code className="isolate-text w-fit max-w-full rounded border bg-surface px-2 py-1 font-mono text-sm break-all">
        {visible(item.offer ?? '')}
      </code>
      <div className="mt-1 flex flex-col gap-2">
        {item.threadId !== undefined && (
          <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
            <Button disabled={isBusy} onClick={() => onAnswer({ kind: 'approve', scope: 'thread' })}>
              {words.approveThread}
            </Button>
            {words.forThread(visible(item.threadId))}
          </div>
        )}
        {item.agent !== undefined && (
          <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
            <Button disabled={isBusy} onClick={() => onAnswer({ kind: 'approve', scope: 'agent' })}>
              {words.approveAgent}
            </Button>
            {words.forAgent(visible(item.agent))}
          </div>
        )}
      </div>
    </div>
  )
}

function RejectForm({ isBusy, onAnswer }: ChoiceProps): ReactNode {
  const { inbox: words } = useWords()
  const [reason, setReason] = useState('')
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-60 flex-1">
        <Field label={words.reason} hint={words.reasonHint}>
          {(attributes) => (
            <Input {...attributes} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      </div>
      <Button look="danger" disabled={isBusy} onClick={() => onAnswer({ kind: 'reject', reason })}>
        {words.reject}
      </Button>
    </div>
  )
}
