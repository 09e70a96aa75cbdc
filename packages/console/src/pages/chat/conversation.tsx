/** One conversation: everything said in it, what waits for a person in it, and where to say more. */
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Agent, InboxItem } from '../../api/types.ts'
import { useCalls, useInbox } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { Composer } from './composer.tsx'
import { TurnView } from './turn-view.tsx'
import { type Chat, useChat } from './use-chat.ts'

interface ConversationProps {
  readonly agent: Agent
  readonly threadId: string
  readonly onBegun: (threadId: string) => void
}

export function Conversation({ agent, threadId, onBegun }: ConversationProps): ReactNode {
  const chat = useChat({ agentId: agent.id, threadId, onBegun })
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <Log chat={chat} agent={agent} threadId={threadId} />
      <Composer chat={chat} />
    </div>
  )
}

interface LogProps {
  readonly chat: Chat
  readonly agent: Agent
  readonly threadId: string
}

/** Stays at its end while it grows, unless somebody has scrolled up. */
function Log({ chat, agent, threadId }: LogProps): ReactNode {
  const { chat: words } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const waiting = useWaiting(threadId)
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [chat.turns, waiting.length])
  return (
    <div
      ref={box}
      role="log"
      aria-label={words.log}
      aria-busy={chat.running !== undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
      className="min-h-0 flex-1 overflow-y-auto rounded-md outline-offset-[-2px]"
    >
      <div className="mx-auto flex min-w-0 max-w-3xl flex-col gap-6 px-1 pb-2">
        {chat.error !== undefined ? (
          <ErrorState error={chat.error} />
        ) : chat.isLoading ? (
          <Loading />
        ) : chat.turns.length === 0 ? (
          <EmptyState icon={<MessageSquare aria-hidden />} title={words.emptyTitle(visible(agent.name))}>
            {words.emptyHint}
          </EmptyState>
        ) : (
          <Turns chat={chat} agent={agent} threadId={threadId} waiting={waiting} />
        )}
        {waiting.map((item) => (
          <InboxCard key={item.id} item={item} />
        ))}
      </div>
    </div>
  )
}

function Turns({
  chat,
  agent,
  threadId,
  waiting,
}: LogProps & { readonly waiting: readonly InboxItem[] }): ReactNode {
  const { data } = useCalls({ thread: threadId, limit: 200 })
  const calls = useMemo(() => new Map(data?.items.map((call) => [call.id, call])), [data])
  const asked = useMemo(() => new Set(waiting.map(({ callId }) => callId)), [waiting])
  return chat.turns.map((turn, index) => (
    <TurnView key={turn.runId || index} turn={turn} agent={agent.name} calls={calls} waiting={asked} />
  ))
}

/** What people are asked in this conversation, the oldest first. */
function useWaiting(threadId: string): readonly InboxItem[] {
  const { items } = useInbox('pending')
  return useMemo(
    () => (items ?? []).filter((item) => threadId !== '' && item.threadId === threadId).toReversed(),
    [items, threadId],
  )
}
