/** One conversation: everything said in it, what waits for a person in it, and where to say more. */
import { MessageSquare } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Agent, InboxItem } from '../../api/types.ts'
import { useCalls } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { chatHref } from '../../components/chat-href.ts'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { NotificationOffer } from '../../components/notification-offer.tsx'
import { Composer } from './composer.tsx'
import { useRunsBelow, useWaiting } from './queries.ts'
import { TurnView } from './turn-view.tsx'
import { type Chat, useChat } from './use-chat.ts'

interface ConversationProps {
  /** Undefined if it was deleted: then the conversation can only be read. */
  readonly agent: Agent | undefined
  readonly agentName: string
  readonly threadId: string
  readonly onBegun: (threadId: string) => void
}

export function Conversation({ agent, agentName, threadId, onBegun }: ConversationProps): ReactNode {
  const { chat: words } = useWords()
  const chat = useChat({ agentId: agent?.id ?? '', threadId, onBegun })
  const isGone = chat.error instanceof ApiError && chat.error.status === 404
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      {isGone ? (
        <EmptyState
          icon={<MessageSquare aria-hidden />}
          title={words.goneTitle}
          actions={<LinkButton href={chatHref(agentName)}>{words.newConversation}</LinkButton>}
        >
          {words.goneHint}
        </EmptyState>
      ) : (
        <>
          <Log chat={chat} agent={agentName} threadId={threadId} />
          {agent ? (
            <Composer chat={chat} agent={agent} threadId={threadId} />
          ) : (
            <Callout tone="info" title={words.agentGone(visible(agentName))} />
          )}
        </>
      )}
    </div>
  )
}

interface LogProps {
  readonly chat: Chat
  readonly agent: string
  readonly threadId: string
}

/** Stays at its end while it grows, unless the reader has scrolled up. */
function Log({ chat, agent, threadId }: LogProps): ReactNode {
  const { chat: words } = useWords()
  const waiting = useWaiting(threadId)
  const { box, noteScroll } = useStaying(chat, waiting.length)
  return (
    <div
      ref={box}
      role="log"
      aria-label={words.log}
      aria-busy={chat.running !== undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={noteScroll}
      // The browser would move what is read when something above it changes its size, as if the reader had scrolled up.
      className="min-h-0 flex-1 overflow-y-auto rounded-md outline-offset-[-2px] [overflow-anchor:none]"
    >
      <div className="mx-auto flex min-w-0 max-w-3xl flex-col gap-6 px-1 pb-2">
        {chat.readEarlier && (
          <Button
            look="ghost"
            size="sm"
            className="self-center"
            disabled={chat.isReadingEarlier}
            onClick={chat.readEarlier}
          >
            {words.earlier}
          </Button>
        )}
        {chat.error !== undefined ? (
          <ErrorState error={chat.error} />
        ) : chat.isLoading ? (
          <Loading />
        ) : chat.turns.length === 0 ? (
          <EmptyState icon={<MessageSquare aria-hidden />} title={words.emptyTitle(visible(agent))}>
            {words.emptyHint}
          </EmptyState>
        ) : (
          <Turns chat={chat} agent={agent} threadId={threadId} waiting={waiting} />
        )}
        {waiting.length > 0 && <NotificationOffer />}
        {waiting.map((item) => (
          <InboxCard key={item.id} item={item} />
        ))}
      </div>
    </div>
  )
}

const handMs = 1000
const handEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const

/** Whether a reader moves something there now, or has just done so. */
function useHand(box: RefObject<HTMLElement | null>): { readonly isAtWork: () => boolean } {
  const last = useRef(-Infinity)
  useEffect(() => {
    const element = box.current
    const note = (event: Event): void => {
      const isIdle = event instanceof PointerEvent && event.type === 'pointermove' && event.buttons === 0
      if (!isIdle) last.current = performance.now()
    }
    for (const name of handEvents) element?.addEventListener(name, note, { passive: true })
    return () => {
      for (const name of handEvents) element?.removeEventListener(name, note)
    }
  }, [box])
  return { isAtWork: () => performance.now() - last.current < handMs }
}

/** Keeps what is being read where it is: the end as it grows, and the same words when those before them come. */
function useStaying(
  { turns, readEarlier, isReadingEarlier }: Chat,
  waiting: number,
): { readonly box: RefObject<HTMLDivElement | null>; readonly noteScroll: () => void } {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const top = useRef(0)
  const hand = useHand(box)
  const before = useRef<{ readonly first: string | undefined; readonly height: number }>(undefined)
  const first = turns[0]?.items.length === undefined ? undefined : `${turns.length} ${turns[0].runId}`
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [turns, waiting])
  useEffect(() => {
    const content = box.current?.firstElementChild
    if (!content) return undefined
    // Code is coloured, Markdown is read and pictures come after they were first drawn.
    const watch = new ResizeObserver(() => {
      if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
    })
    watch.observe(content)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    const earlier = before.current
    if (!element || !earlier || earlier.first === first) return
    element.scrollTop += element.scrollHeight - earlier.height
    before.current = undefined
  }, [first])
  const noteScroll = (): void => {
    const element = box.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    // Only a reader who goes up leaves the end: what is drawn late moves the page too.
    if (scrollHeight - scrollTop - clientHeight < 24) isAtEnd.current = true
    else if (scrollTop < top.current && hand.isAtWork()) isAtEnd.current = false
    top.current = scrollTop
    if (scrollTop > 200 || !readEarlier || isReadingEarlier || isAtEnd.current) return
    before.current = { first, height: scrollHeight }
    readEarlier()
  }
  return { box, noteScroll }
}

function Turns({
  chat,
  agent,
  threadId,
  waiting,
}: LogProps & { readonly waiting: readonly InboxItem[] }): ReactNode {
  const { data } = useCalls({ thread: threadId, limit: 200 })
  const { data: runs } = useRunsBelow(threadId, { isChanging: chat.running !== undefined })
  const calls = useMemo(() => new Map(data?.items.map((call) => [call.id, call])), [data])
  const below = useMemo(() => new Map(runs?.map((run) => [run.id, run])), [runs])
  const asked = useMemo(() => new Set(waiting.map(({ callId }) => callId)), [waiting])
  const context = { agent, threadId, calls, below, waiting: asked }
  return chat.turns.map((turn, index) => <TurnView key={turn.runId || index} turn={turn} {...context} />)
}
