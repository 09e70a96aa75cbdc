/** All agents, with how many tools each has and what they cost. */
import { Bot, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAgents } from '../../api/queries.ts'
import type { Agent } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge } from '../../components/badge.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { type Column, RowLink, Table } from '../../components/table.tsx'
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
  const { number, ago } = useFormats()
  const columns: readonly Column<Agent>[] = [
    { title: common.name, render: (agent) => <AgentName agent={agent} /> },
    {
      title: words.model,
      className: 'hidden w-44 md:table-cell',
      cellClassName: 'truncate text-ink-2',
      render: ({ model }) => visible(model || '–'),
    },
    {
      title: words.tools,
      className: 'w-20 text-right',
      cellClassName: 'tabular',
      render: ({ toolIds }) => number(toolIds.length),
    },
    {
      title: tools.tokensColumn,
      className: 'hidden w-28 text-right sm:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ tokens }) => (tokens['openai'] === undefined ? '–' : number(tokens['openai'])),
    },
    {
      title: words.changed,
      className: 'hidden w-36 md:table-cell',
      cellClassName: 'truncate text-ink-2',
      render: ({ updatedAt }) => ago(updatedAt),
    },
  ]
  return <Table columns={columns} rows={agents} keyOf={({ id }) => id} isLinked />
}

function AgentName({ agent }: { readonly agent: Agent }): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const unusable = agent.tools.filter(({ state }) => state !== 'active').length
  return (
    <>
      <RowLink href={`/agents/${encodeURIComponent(agent.id)}`}>{visible(agent.name)}</RowLink>
      <span className="isolate-text block truncate text-xs text-ink-3">{visible(agent.prompt)}</span>
      {unusable > 0 && <Badge tone="warn">{words.missing(number(unusable))}</Badge>}
    </>
  )
}
