/** Where a post or a reply is written. */
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { BoardPost, NewPost } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input, Textarea } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { usePost } from './queries.ts'

const longestPost = 20_000
const longestTopic = 100

/** A new discussion: in the topic that is shown, or in another one. */
export function NewPostForm({
  topic: shown,
  onPosted,
}: {
  readonly topic: string
  readonly onPosted: (post: BoardPost) => void
}): ReactNode {
  const { board: words } = useWords()
  const [topic, setTopic] = useState(shown)
  return (
    <TextForm
      label={words.newPost}
      action={words.post}
      place={topic.trim() === '' ? undefined : { topic }}
      onPosted={onPosted}
    >
      <Field label={words.topic}>
        {(attributes) => (
          <Input
            {...attributes}
            maxLength={longestTopic}
            placeholder={words.topicHint}
            value={topic}
            onChange={(event) => setTopic(event.target.value)}
          />
        )}
      </Field>
    </TextForm>
  )
}

interface ReplyFormProps {
  readonly parent: string
  readonly onPosted: () => void
  readonly onLeave: () => void
}

export function ReplyForm({ parent, onPosted, onLeave }: ReplyFormProps): ReactNode {
  const { board: words, common } = useWords()
  return (
    <TextForm
      label={words.yourReply}
      action={words.reply}
      place={{ parent }}
      onPosted={onPosted}
      aside={
        <Button look="ghost" onClick={onLeave}>
          {common.cancel}
        </Button>
      }
    />
  )
}

interface TextFormProps {
  readonly label: string
  readonly action: string
  /** Nothing can be posted without it. */
  readonly place: Omit<NewPost, 'content'> | undefined
  readonly onPosted: (post: BoardPost) => void
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

function TextForm({ label, action, place, onPosted, aside, children }: TextFormProps): ReactNode {
  const { board: words } = useWords()
  const [text, setText] = useState('')
  const { mutate, isPending, error } = usePost((post) => {
    setText('')
    onPosted(post)
  })
  const canPost = place !== undefined && text.trim() !== '' && !isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canPost) mutate({ ...place, content: text })
  }
  return (
    <form onSubmit={submit} aria-label={label} className="flex min-w-0 flex-col gap-2">
      {children}
      <Field label={label} hint={words.textHint}>
        {(attributes) => (
          <Textarea
            {...attributes}
            rows={2}
            maxLength={longestPost}
            spellCheck
            readOnly={isPending}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="max-h-60"
          />
        )}
      </Field>
      {error && <ErrorLine error={error} />}
      <div className="flex justify-end gap-2">
        {aside}
        <Button type="submit" look="solid" disabled={!canPost}>
          <SendHorizontal aria-hidden className="size-3.5" />
          {action}
        </Button>
      </div>
    </form>
  )
}
