/** Another title for a conversation, and its end. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Conversation } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Field, Input } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { chatKeys } from './queries.ts'

interface ChangeProps {
  readonly item: Conversation
  readonly onClose: () => void
}

export function titleOf({ title, id }: Pick<Conversation, 'title' | 'id'>): string {
  return visible(title || id)
}

function pathOf({ id }: Conversation): string {
  return `/api/conversations/${encodeURIComponent(id)}`
}

export function RenameConversation({ item, onClose }: ChangeProps): ReactNode {
  const { chat: words, common } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const [title, setTitle] = useState(item.title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.send('PATCH', pathOf(item), { title }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: chatKeys.conversations })
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.renameTitle}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error && <ErrorLine error={error} />}
        <Field label={words.titleField}>
          {(attributes) => (
            <Input
              {...attributes}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write here
              autoFocus
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="solid" disabled={isPending || title.trim() === ''}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function DeleteConversation({
  item,
  onClose,
  onDeleted,
}: ChangeProps & { readonly onDeleted: (conversation: Conversation) => void }): ReactNode {
  const { chat: words, common } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.send('DELETE', pathOf(item)),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: chatKeys.messages(item.id) })
      onDeleted(item)
      await queries.invalidateQueries({ queryKey: chatKeys.conversations })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={words.deleteTitle(titleOf(item))}
      description={
        <>
          {words.deleteHint}
          {error && <ErrorLine error={error} />}
        </>
      }
      action={common.delete}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}
