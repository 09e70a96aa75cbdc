/** Talk to an agent: its conversations, what it says and does, and what it waits for. */
import { Bot, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useAgents } from '../../api/queries.ts'
import type { Agent } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Select } from '../../components/field.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { Conversation } from './conversation.tsx'
import { chatHref, ConversationField, ConversationList } from './conversation-list.tsx'

export function ChatPage(): ReactNode {
  const { chat: words } = useWords()
  const { data, error, refetch } = useAgents()
  const [search] = useSearchParams()
  const asked = search.get('agent')
  const agents = data?.items ?? []
  const agent = agents.find(({ id, name }) => asked === name || asked === id) ?? agents[0]
  return (
    <Page title={words.title} width="fill" actions={agent && <Choice agents={agents} agent={agent} />}>
      {agent ? (
        <Talk agent={agent} threadId={search.get('thread') ?? ''} />
      ) : data ? (
        <NoAgent />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Choice({ agents, agent }: { readonly agents: readonly Agent[]; readonly agent: Agent }): ReactNode {
  const { chat: words } = useWords()
  const [, go] = useLocation()
  return (
    <>
      <Select
        aria-label={words.agent}
        value={agent.name}
        onChange={({ target }) => go(chatHref(target.value))}
        className="max-w-48"
      >
        {agents.map(({ id, name }) => (
          <option key={id} value={name}>
            {visible(name)}
          </option>
        ))}
      </Select>
      <LinkButton href={chatHref(agent.name)}>
        <Plus aria-hidden className="size-4" />
        {words.newConversation}
      </LinkButton>
    </>
  )
}

function Talk({ agent, threadId }: { readonly agent: Agent; readonly threadId: string }): ReactNode {
  const [, go] = useLocation()
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 md:flex-row md:gap-4">
      <ConversationList agent={agent.name} threadId={threadId} />
      <ConversationField agent={agent.name} threadId={threadId} />
      <Conversation
        key={agent.id}
        agent={agent}
        threadId={threadId}
        onBegun={(begun) => {
          if (begun !== threadId) go(chatHref(agent.name, begun), { replace: true })
        }}
      />
    </div>
  )
}

function NoAgent(): ReactNode {
  const { chat: words, agents } = useWords()
  const mayMake = useMay('operator')
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
