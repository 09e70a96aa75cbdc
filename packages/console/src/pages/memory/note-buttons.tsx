/** Changes a note, or deletes it after asking. */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Note } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Field, Input, Textarea } from '../../components/field.tsx'
import { ErrorState } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { useEdit, useForget } from './queries.ts'

const longestTitle = 120
const longestText = 2000

export function NoteButtons({ note }: { readonly note: Note }): ReactNode {
  const { memory: words, common } = useWords()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = (): void => setOpen(undefined)
  const { mutate: forget, isPending } = useForget(note.id)
  const which = <span className="sr-only">{`: ${visible(note.title)}`}</span>
  return (
    <div className="flex justify-end gap-2">
      <Button size="sm" onClick={() => setOpen('edit')}>
        {words.edit}
        {which}
      </Button>
      <Button size="sm" look="danger" onClick={() => setOpen('delete')}>
        {common.delete}
        {which}
      </Button>
      <Dialog open={open === 'edit'} onClose={close} title={words.editTitle}>
        <NoteForm note={note} onClose={close} />
      </Dialog>
      <ConfirmDialog
        open={open === 'delete'}
        title={words.deleteTitle(visible(note.title))}
        description={words.deleteHint}
        action={common.delete}
        isBusy={isPending}
        onConfirm={() => forget(undefined, { onSettled: close })}
        onClose={close}
      />
    </div>
  )
}

function NoteForm({ note, onClose }: { readonly note: Note; readonly onClose: () => void }): ReactNode {
  const { memory: words, common } = useWords()
  const [title, setTitle] = useState(note.title)
  const [text, setText] = useState(note.text)
  const [isForAll, setForAll] = useState(note.agent === undefined)
  const { mutate, isPending, error } = useEdit(note.id, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wasForAll = note.agent === undefined
    mutate({ title, text, version: note.version, ...(isForAll && !wasForAll && { agent: null }) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={words.noteTitle}>
        {(attributes) => (
          <Input
            {...attributes}
            required
            maxLength={longestTitle}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Field label={words.text}>
        {(attributes) => (
          <Textarea
            {...attributes}
            required
            rows={6}
            maxLength={longestText}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {note.agent !== undefined && (
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={isForAll} onChange={({ target }) => setForAll(target.checked)} />
          {words.allAgents}
        </label>
      )}
      {error && <ErrorState error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" look="solid" disabled={isPending}>
          {isPending ? common.saving : common.save}
        </Button>
      </div>
    </form>
  )
}
