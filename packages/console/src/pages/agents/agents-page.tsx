/** All agents, with how many tools each has and what they cost. */
import { Bot, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useAgents } from '../../api/queries.ts'
import type { Agent } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge } from '../../components/badge.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Card, Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'

export function AgentsPage(): ReactNode {
  const { agents: words } = useWords()
  const mayChange = useMay('operator')
  const create = mayChange && (
    <LinkButton href="/agents/new" look="solid">
      <Plus aria-hidden className="size-4" />
      {words.create}
    </LinkButton>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Agents create={create} />
    </Page>
  )
}

function Agents({ create }: { readonly create: ReactNode }): ReactNode {
  const { agents: words } = useWords()
  const { data, error, refetch } = useAgents()
  const [q, setQ] = useState('')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0)
    return (
      <EmptyState icon={<Bot aria-hidden />} title={words.emptyTitle} actions={create}>
        {words.emptyHint}
      </EmptyState>
    )
  const shown = data.items.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  return (
    <>
      <SearchInput
        label={words.searchLabel}
        value={q}
        onChange={setQ}
        hasShortcut
        className="mb-3 w-full sm:w-72"
      />
      <AgentTable agents={shown} />
    </>
  )
}

function AgentTable({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  const { agents: words, common, tools } = useWords()
  return (
    <Card className="overflow-x-auto">
      <table className="w-full table-fixed text-sm">
        <thead className="border-b bg-sunken text-left text-2xs text-ink-3">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {common.name}
            </th>
            <th scope="col" className="hidden w-44 px-3 py-1.5 font-medium md:table-cell">
              {words.model}
            </th>
            <th scope="col" className="w-20 px-3 py-1.5 text-right font-medium">
              {words.tools}
            </th>
            <th scope="col" className="hidden w-28 px-3 py-1.5 text-right font-medium sm:table-cell">
              {tools.tokensColumn}
            </th>
            <th scope="col" className="hidden w-36 px-3 py-1.5 font-medium md:table-cell">
              {words.changed}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function AgentRow({ agent }: { readonly agent: Agent }): ReactNode {
  const { agents: words } = useWords()
  const { number, ago } = useFormats()
  const unusable = agent.tools.filter(({ state }) => state !== 'active').length
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className="min-w-0 px-3 py-2.5">
        <Link
          href={`/agents/${encodeURIComponent(agent.id)}`}
          className="isolate-text block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {visible(agent.name)}
        </Link>
        <span className="isolate-text block truncate text-xs text-ink-3">{visible(agent.prompt)}</span>
        {unusable > 0 && <Badge tone="warn">{words.missing(number(unusable))}</Badge>}
      </td>
      <td className="hidden truncate px-3 py-2.5 text-ink-2 md:table-cell">{visible(agent.model || '–')}</td>
      <td className="tabular px-3 py-2.5 text-right">{number(agent.toolIds.length)}</td>
      <td className="tabular hidden px-3 py-2.5 text-right text-ink-2 sm:table-cell">
        {agent.tokens?.['openai'] === undefined ? '–' : number(agent.tokens['openai'])}
      </td>
      <td className="hidden truncate px-3 py-2.5 text-ink-2 md:table-cell">{ago(agent.updatedAt)}</td>
    </tr>
  )
}
