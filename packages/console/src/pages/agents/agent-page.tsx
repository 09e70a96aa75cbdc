/** One agent: made, changed, deleted. */
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAgent } from '../../api/queries.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { LinkButton } from '../../components/button.tsx'
import { chatHref } from '../../components/chat-href.ts'
import { Page } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { AgentForm } from './agent-form.tsx'
import { DeleteAgent } from './delete-agent.tsx'

/** `new` is no id: it is where one is made. */
export function AgentPage({ id }: { readonly id: string }): ReactNode {
  const { agents: words } = useWords()
  const back = { href: '/agents', label: words.title }
  if (id === 'new')
    return (
      <Page title={words.newTitle} back={back}>
        <AgentForm />
      </Page>
    )
  return <KnownAgent id={id} back={back} />
}

interface KnownAgentProps {
  readonly id: string
  readonly back: { readonly href: string; readonly label: string }
}

function KnownAgent({ id, back }: KnownAgentProps): ReactNode {
  const { agents: words, shell } = useWords()
  const { data, error, refetch } = useAgent(id)
  if (!data)
    return (
      <Page title={words.title} back={back}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />}
      </Page>
    )
  return (
    <Page
      title={visible(data.name)}
      back={back}
      actions={
        <>
          <LinkButton href={chatHref(data.name)}>
            <MessageSquare aria-hidden className="size-4" />
            {shell.chat}
          </LinkButton>
          <LinkButton href={`/runs?name=${encodeURIComponent(data.name)}`}>{words.runs}</LinkButton>
          <LinkButton href={`/schedules?agent=${encodeURIComponent(data.name)}`}>
            {shell.schedules}
          </LinkButton>
          <DeleteAgent agent={data} />
        </>
      }
    >
      <AgentForm key={data.id} agent={data} />
    </Page>
  )
}
