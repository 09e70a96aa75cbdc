/** Answers to what people are asked. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import type { ApprovalScope, InboxItem } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { useToast } from '../toasts.tsx'

export type Answer =
  | { readonly kind: 'approve'; readonly scope: ApprovalScope }
  | { readonly kind: 'reject'; readonly reason: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'decline' }

/** An approval names the digest of what was shown: nothing else can be approved by it. */
export function useAnswer(item: InboxItem): UseMutationResult<unknown, Error, Answer> {
  const { inbox: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn(answer: Answer) {
      const action = answer.kind === 'values' ? 'answer' : answer.kind
      const path = `/api/${item.kind}s/${encodeURIComponent(item.id)}/${action}`
      if (answer.kind === 'approve')
        return api.send('POST', path, { digest: item.digest, scope: answer.scope })
      if (answer.kind === 'answer') return api.send('POST', path, { answer: answer.text })
      if (answer.kind === 'values') return api.send('POST', path, { values: answer.values })
      return api.send(
        'POST',
        path,
        'reason' in answer && answer.reason !== '' ? { reason: answer.reason } : {},
      )
    },
    onSuccess(_done, { kind }) {
      const said = {
        approve: words.approvedNow,
        reject: words.rejectedNow,
        answer: words.answeredNow,
        values: words.answeredNow,
        decline: words.declinedNow,
      }
      say(said[kind](item.tool))
    },
    onSettled: () =>
      Promise.all(
        [keys.inbox, keys.grants, keys.info].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}
