/** Messages to a run that it has not heard yet: shown until it has, and taken back by a click. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueuedMessage } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { chatKeys, useQueued } from './queries.ts'

interface QueuedMessagesProps {
  readonly runId: string | undefined
  /** Told the words of what was taken back. */
  readonly onTakenBack: (text: string) => void
}

export function QueuedMessages({ runId, onTakenBack }: QueuedMessagesProps): ReactNode {
  const { chat: words } = useWords()
  const { data } = useQueued(runId)
  const { mutate, error, isPending } = useTakeBack(onTakenBack)
  if (runId === undefined || !data || data.length === 0) return null
  return (
    <section aria-label={words.queued} className="flex min-w-0 flex-col gap-1">
      <h2 className="text-xs font-medium text-ink-3">{words.queued}</h2>
      {error && <ErrorLine error={error} />}
      <ul className="flex flex-col gap-1">
        {data.map((message) => (
          <li
            key={message.id}
            className="flex min-w-0 items-center gap-2 rounded-md border border-dashed px-2.5 py-1 text-sm"
          >
            <span className="isolate-text min-w-0 flex-1 truncate">{visible(message.text)}</span>
            {message.interrupt === true && (
              <span className="shrink-0 text-2xs text-ink-3">{words.interrupts}</span>
            )}
            <Button size="sm" look="ghost" disabled={isPending} onClick={() => mutate(message)}>
              <Undo2 aria-hidden className="size-3.5" />
              {words.takeBack}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useTakeBack(onTakenBack: (text: string) => void) {
  const { chat: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: ({ runId, id }: QueuedMessage) =>
      api.send<{ takenBack: boolean }>(
        'DELETE',
        `/api/runs/${encodeURIComponent(runId)}/messages/${encodeURIComponent(id)}`,
      ),
    onSuccess({ takenBack }, { text }) {
      if (takenBack) onTakenBack(text)
      else say(words.heardAlready)
    },
    onSettled: (_done, _error, { runId }) => queries.invalidateQueries({ queryKey: chatKeys.queued(runId) }),
  })
}
