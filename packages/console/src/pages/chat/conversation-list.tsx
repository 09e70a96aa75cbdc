/** The conversations of an agent: a list at the side, or one field where there is no room for it. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Conversation } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Field, Select } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { useConversations } from './queries.ts'

interface ConversationListProps {
  readonly agent: string
  readonly threadId: string
}

export function chatHref(agent: string, threadId = ''): string {
  const search = new URLSearchParams({ agent, ...(threadId !== '' && { thread: threadId }) })
  return `/chat?${search.toString()}`
}

export function ConversationList({ agent, threadId }: ConversationListProps): ReactNode {
  const { chat: words } = useWords()
  const { data, error, hasNextPage, fetchNextPage } = useConversations(agent)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <nav
      aria-label={words.conversations}
      className="hidden w-56 shrink-0 flex-col gap-1 overflow-y-auto border-r pr-3 md:flex"
    >
      <h2 className="px-2 text-xs font-medium text-ink-3">{words.conversations}</h2>
      {error && <ErrorLine error={error} />}
      {data && items.length === 0 && <p className="px-2 text-sm text-ink-3">{words.noneYet}</p>}
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <li key={item.id}>
            <Row agent={agent} item={item} isHere={item.id === threadId} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="ghost" size="sm" onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </nav>
  )
}

interface RowProps {
  readonly agent: string
  readonly item: Conversation
  readonly isHere: boolean
}

function Row({ agent, item, isHere }: RowProps): ReactNode {
  const { ago } = useFormats()
  return (
    <Link
      href={chatHref(agent, item.id)}
      {...(isHere && { 'aria-current': 'true' as const })}
      className={classes(
        'block rounded-md px-2 py-1.5 outline-offset-[-2px]',
        isHere ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <span className="isolate-text block truncate text-sm">{titleOf(item)}</span>
      <span className="block text-2xs text-ink-3">{ago(item.updatedAt)}</span>
    </Link>
  )
}

/** The same in one field, for narrow screens. */
export function ConversationField({ agent, threadId }: ConversationListProps): ReactNode {
  const { chat: words } = useWords()
  const [, go] = useLocation()
  const { data } = useConversations(agent)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="md:hidden">
      <Field label={words.conversations}>
        {(attributes) => (
          <Select
            {...attributes}
            value={threadId}
            onChange={({ target }) => go(chatHref(agent, target.value))}
          >
            <option value="">{words.newConversation}</option>
            {threadId !== '' && !items.some(({ id }) => id === threadId) && (
              <option value={threadId}>{visible(threadId)}</option>
            )}
            {items.map((item) => (
              <option key={item.id} value={item.id}>
                {titleOf(item)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

function titleOf({ title, id }: Conversation): string {
  return visible(title || id)
}
