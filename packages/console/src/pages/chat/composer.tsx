/** Where a message is written. Enter sends it; a text that an input method is still composing is not sent. */
import { SendHorizontal, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { Field, Textarea } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import type { Chat } from './use-chat.ts'

export function Composer({ chat }: { readonly chat: Chat }): ReactNode {
  const { chat: words } = useWords()
  const mayTalk = useMay('operator')
  const [text, setText] = useState('')
  const isBusy = chat.running !== undefined || chat.isSending
  const canSend = !isBusy && text.trim() !== ''
  const send = (): void => {
    if (!canSend) return
    chat.send(text, () => setText(''))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send()
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  if (!mayTalk) return <Callout tone="info" title={words.mayNot} />
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-2">
      {chat.refusal !== undefined && <ErrorLine error={chat.refusal} />}
      <div className="flex min-w-0 items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={words.message} hint={words.keys}>
            {(attributes) => (
              <Textarea
                {...attributes}
                rows={2}
                maxLength={200_000}
                spellCheck
                readOnly={chat.isSending}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={keys}
                className="max-h-60"
              />
            )}
          </Field>
        </div>
        <div className="mb-5.5 flex flex-col gap-1">
          {chat.running === undefined ? (
            <Button type="submit" look="solid" disabled={!canSend}>
              <SendHorizontal aria-hidden className="size-3.5" />
              {words.send}
            </Button>
          ) : (
            <Button look="danger" disabled={chat.isStopping} onClick={chat.stop}>
              <Square aria-hidden className="size-3" />
              {chat.isStopping ? words.stopping : words.stop}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
