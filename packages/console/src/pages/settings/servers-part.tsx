/** MCP servers, their state, and what of theirs waits to be accepted. */
import { Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useServers } from '../../api/queries.ts'
import type { HeldTool, McpServer } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge, Dot, type Tone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ChangeList } from '../../components/change-list.tsx'
import { Card } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { visible } from '../../components/visible.ts'
import { useDecide } from '../../components/use-decide.ts'

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
      </div>
      {server.error !== undefined && (
        <p className="border-t px-4 py-2 text-sm whitespace-pre-wrap text-bad">{visible(server.error)}</p>
      )}
      {server.held.map((held) => (
        <Held key={held.id} held={held} />
      ))}
    </Card>
  )
}

function Held({ held }: { readonly held: HeldTool }): ReactNode {
  const { settings: words, tool } = useWords()
  const { number } = useFormats()
  const mayAccept = useMay('approver')
  const { mutate, isPending } = useDecide(held.name)
  const changes = held.comparison?.changes ?? []
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          href={`/tools/${encodeURIComponent(held.name)}`}
          className="isolate-text font-mono text-sm text-accent hover:underline"
        >
          {visible(held.name)}
        </Link>
        <span className="text-xs text-ink-3">{tool.version(number(held.version))}</span>
        <Button
          size="sm"
          className="ml-auto"
          disabled={isPending || !mayAccept}
          onClick={() => mutate({ action: 'accept', fingerprint: held.manifest.fingerprint })}
        >
          {words.accept}
          <span className="sr-only">{`: ${held.name}`}</span>
        </Button>
      </div>
      {changes.length > 0 ? (
        <ChangeList changes={changes} />
      ) : (
        <p className="text-sm text-ink-2">
          {words.heldNew} {held.manifest.description !== undefined && visible(held.manifest.description)}
        </p>
      )}
      <details>
        <summary className="text-xs text-ink-2">{words.definition}</summary>
        <div className="mt-2">
          <JsonBlock value={held.manifest} label={`${words.definition}: ${held.name}`} />
        </div>
      </details>
    </div>
  )
}
