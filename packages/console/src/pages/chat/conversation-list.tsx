/** The conversations of all agents: searched, named, deleted; at the side, or behind a button where there is no room for it. */
import { MessagesSquare, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { chatHref } from '../../components/chat-href.ts'
import { classes } from '../../components/classes.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { DeleteConversation, RenameConversation, titleOf } from './change-conversation.tsx'
import { useConversations } from './queries.ts'

interface ConversationListProps {
  readonly threadId: string
  readonly onDeleted: (conversation: Conversation) => void
}

export function ConversationList(props: ConversationListProps): ReactNode {
  const { chat: words } = useWords()
  return (
    <nav
      aria-label={words.conversations}
      className="hidden w-60 shrink-0 flex-col overflow-y-auto border-r pr-3 md:flex"
    >
      <List {...props} />
    </nav>
  )
}

/** The same behind a button, for narrow screens. */
export function ConversationButton(props: ConversationListProps): ReactNode {
  const { chat: words } = useWords()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <div className="md:hidden">
      <Button onClick={() => setOpen(true)}>
        <MessagesSquare aria-hidden className="size-4" />
        {words.conversations}
      </Button>
      <Dialog open={isOpen} onClose={close} title={words.conversations}>
        <div className="max-h-[60vh] overflow-y-auto">
          <List {...props} onChoose={close} />
        </div>
      </Dialog>
    </div>
  )
}

type Changing = { readonly what: 'rename' | 'delete'; readonly item: Conversation }

function List({
  threadId,
  onDeleted,
  onChoose,
}: ConversationListProps & { readonly onChoose?: () => void }): ReactNode {
  const { chat: words } = useWords()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data, error, hasNextPage, fetchNextPage } = useConversations(search)
  const [changing, setChanging] = useState<Changing>()
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const close = (): void => setChanging(undefined)
  return (
    <div className="flex flex-col gap-2">
      <SearchInput label={words.searchConversations} value={typed} onChange={setTyped} />
      {error && <ErrorLine error={error} />}
      {data && items.length === 0 && (
        <p className="px-2 text-sm text-ink-3">{search === '' ? words.noneYet : words.noneFound}</p>
      )}
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} isHere={item.id === threadId} onChange={setChanging} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="ghost" size="sm" onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {changing?.what === 'rename' && <RenameConversation item={changing.item} onClose={close} />}
      {changing?.what === 'delete' && (
        <DeleteConversation item={changing.item} onClose={close} onDeleted={onDeleted} />
      )}
    </div>
  )
}

interface RowProps {
  readonly item: Conversation
  readonly isHere: boolean
  readonly onChange: (changing: Changing) => void
  readonly onChoose: (() => void) | undefined
}

function Row({ item, isHere, onChange, onChoose }: RowProps): ReactNode {
  const { chat: words } = useWords()
  const { ago } = useFormats()
  const mayChange = useMay('operator')
  const title = titleOf(item)
  return (
    <div
      className={classes(
        'group/row flex items-center rounded-md',
        isHere ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Link
        href={chatHref(item.agent ?? '', item.id)}
        {...(isHere && { 'aria-current': 'true' as const })}
        {...(onChoose && { onClick: onChoose })}
        className="min-w-0 flex-1 rounded-md px-2 py-1.5 outline-offset-[-2px]"
      >
        <span className="isolate-text block truncate text-sm">{title}</span>
        <span className="block truncate text-2xs text-ink-3">
          {item.agent !== undefined && <span className="isolate-text">{visible(item.agent)} · </span>}
          {ago(item.updatedAt)}
        </span>
      </Link>
      {mayChange && (
        <span
          className={classes(
            'flex shrink-0 pr-1',
            !isHere &&
              'md:w-0 md:overflow-hidden md:pr-0 md:group-focus-within/row:w-auto md:group-hover/row:w-auto',
          )}
        >
          <IconButton
            label={words.rename(title)}
            className="size-7"
            onClick={() => onChange({ what: 'rename', item })}
          >
            <Pencil aria-hidden className="size-3.5" />
          </IconButton>
          <IconButton
            label={words.delete(title)}
            className="size-7"
            onClick={() => onChange({ what: 'delete', item })}
          >
            <Trash2 aria-hidden className="size-3.5" />
          </IconButton>
        </span>
      )}
    </div>
  )
}
