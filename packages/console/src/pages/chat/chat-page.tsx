/** Talk to an agent: all conversations, what is said and done in one, and what it waits for. Opens where it was left. */
import { Bot, Plus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import { useAgents } from '../../api/queries.ts'
import type { Agent } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { LinkButton } from '../../components/button.tsx'
import { chatHref } from '../../components/chat-href.ts'
import { Select } from '../../components/field.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { Conversation } from './conversation.tsx'
import { ConversationButton, ConversationList } from './conversation-list.tsx'
import { useKnownConversation } from './queries.ts'
import { useLastConversation } from './remembered.ts'

export function ChatPage(): ReactNode {
  const [search] = useSearchParams()
  const [agent, threadId] = [search.get('agent') ?? '', search.get('thread') ?? '']
  return agent === '' && threadId === '' ? <WhereItWasLeft /> : <Talk asked={agent} threadId={threadId} />
}

/** The conversation that was open last, if it is still there. */
function WhereItWasLeft(): ReactNode {
  const { chat: words } = useWords()
  const { last } = useLastConversation()
  const { data, isError } = useKnownConversation(last?.threadId ?? '')
  if (data) return <Redirect to={chatHref(data.agent ?? last?.agent ?? '', data.id)} replace />
  if (last && !isError)
    return (
      <Page title={words.title} width="fill">
        <Loading />
      </Page>
    )
  return <Talk asked="" threadId="" />
}

function Talk({ asked, threadId }: { readonly asked: string; readonly threadId: string }): ReactNode {
  const { chat: words } = useWords()
  const { data, error, refetch } = useAgents()
  const agents = data?.items ?? []
  const known = agents.find(({ id, name }) => asked === name || asked === id)
  // A conversation stays with its agent, also with one that is gone; a link to an agent never leads to another one.
  const agent = known ?? (threadId === '' && asked === '' ? agents[0] : undefined)
  const name = agent?.name ?? asked
  return (
    <Page
      title={words.title}
      width="fill"
      actions={agents.length > 0 && <Choice agents={agents} agent={name} />}
    >
      {agent || (data && threadId !== '') ? (
        <Open agent={agent} agentName={name} threadId={threadId} />
      ) : data ? (
        <NoAgent asked={asked} hasOthers={agents.length > 0} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

interface ChoiceProps {
  readonly agents: readonly Agent[]
  readonly agent: string
}

function Choice({ agents, agent }: ChoiceProps): ReactNode {
  const { chat: words } = useWords()
  const [, go] = useLocation()
  return (
    <>
      <Select
        aria-label={words.agent}
        value={agent}
        onChange={({ target }) => go(chatHref(target.value))}
        className="max-w-48"
      >
        {agents.every(({ name }) => name !== agent) && <option value={agent}>{visible(agent)}</option>}
        {agents.map(({ id, name }) => (
          <option key={id} value={name}>
            {visible(name)}
          </option>
        ))}
      </Select>
      <LinkButton href={chatHref(agent)}>
        <Plus aria-hidden className="size-4" />
        {words.newConversation}
      </LinkButton>
    </>
  )
}

interface OpenProps {
  readonly agent: Agent | undefined
  readonly agentName: string
  readonly threadId: string
}

function Open({ agent, agentName, threadId }: OpenProps): ReactNode {
  const [, go] = useLocation()
  const { remember } = useLastConversation()
  useEffect(() => {
    if (threadId !== '') remember({ agent: agentName, threadId })
  }, [agentName, threadId, remember])
  const list = {
    threadId,
    onDeleted: ({ id }: { readonly id: string }) => {
      if (id !== threadId) return
      remember(undefined)
      go(chatHref(agentName), { replace: true })
    },
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 md:flex-row md:gap-4">
      <ConversationList {...list} />
      <ConversationButton {...list} />
      <Conversation
        key={agent?.id ?? agentName}
        agent={agent}
        agentName={agentName}
        threadId={threadId}
        onBegun={(begun) => {
          if (begun !== threadId) go(chatHref(agentName, begun), { replace: true })
        }}
      />
    </div>
  )
}

interface NoAgentProps {
  readonly asked: string
  readonly hasOthers: boolean
}

function NoAgent({ asked, hasOthers }: NoAgentProps): ReactNode {
  const { chat: words, agents, errors } = useWords()
  const mayMake = useMay('operator')
  if (asked !== '' && hasOthers)
    return (
      <EmptyState icon={<Bot aria-hidden />} title={errors.says.agentNotFound(visible(asked), '')}>
        {words.goneHint}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Bot aria-hidden />}
      title={words.noAgentTitle}
      actions={
        mayMake && (
          <LinkButton href="/agents/new" look="solid">
            {agents.create}
          </LinkButton>
        )
      }
    >
      {words.noAgentHint}
    </EmptyState>
  )
}
