/** MCP servers, their state, and what of theirs waits to be accepted. */
import { Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServers } from '../../api/queries.ts'
import type { McpServer } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge, Dot, type Tone } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { HeldCard, SuspicionBanner, worstFirst } from './held-tools.tsx'
import { ServerActions } from './server-actions.tsx'

const tones: Readonly<Record<McpServer['state'], Tone>> = {
  ready: 'ok',
  idle: 'plain',
  connecting: 'accent',
  failed: 'bad',
  needs_authorisation: 'warn',
}

export function ServersPart(): ReactNode {
  const { settings: words } = useWords()
  const { data, error, refetch } = useServers()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0)
    return (
      <EmptyState icon={<Server aria-hidden />} title={words.noServersTitle}>
        {words.noServersHint}
      </EmptyState>
    )
  return (
    <>
      <SuspicionBanner servers={data.items} />
      <p className="mb-3 text-sm text-ink-2">{words.serversLead}</p>
      <ul className="flex flex-col gap-4">
        {data.items.map((server) => (
          <li key={server.name}>
            <ServerCard server={server} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ServerCard({ server }: { readonly server: McpServer }): ReactNode {
  const { settings: words, common } = useWords()
  const { number } = useFormats()
  const mayRestart = useMay('operator')
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
        <h2 className="isolate-text font-mono text-sm font-semibold">{visible(server.name)}</h2>
        <span className="text-sm">
          <Dot tone={tones[server.state]}>{words.serverStates[server.state]}</Dot>
        </span>
        <span className="text-xs text-ink-3">
          {server.transport} · {common.tools(number(server.tools), server.tools === 1)}
          {server.protocolVersion !== undefined && ` · MCP ${server.protocolVersion}`}
        </span>
        {server.held.length > 0 && <Badge tone="warn">{words.held(number(server.held.length))}</Badge>}
        {mayRestart && <ServerActions server={server} />}
      </div>
      {server.error !== undefined && (
        <p className="border-t px-4 py-2 text-sm whitespace-pre-wrap text-bad">{visible(server.error)}</p>
      )}
      {worstFirst(server.held).map((held) => (
        <HeldCard key={held.id} held={held} />
      ))}
    </Card>
  )
}
