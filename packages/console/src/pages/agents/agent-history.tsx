/** What an agent was after each change: who changed what and when, line by line, and how to bring it back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keys } from '../../api/queries.ts'
import { useApi, useMay } from '../../api/session.tsx'
import type { Agent, AgentVersion } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { personName } from '../../components/caller-words.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { DiffView } from '../../components/inbox/diff-view.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { ErrorLine, ErrorState, Loading } from '../../components/states.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { useAgentVersions } from './queries.ts'

interface AgentHistoryProps {
  readonly agent: Agent
  readonly onRestored: (agent: Agent) => void
}

export function AgentHistory({ agent, onRestored }: AgentHistoryProps): ReactNode {
  const { agents: words } = useWords()
  const { data, error, refetch } = useAgentVersions(agent.id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0) return <p className="py-8 text-sm text-ink-3">{words.noHistory}</p>
  return (
    <ol className="flex min-w-0 flex-col gap-3">
      {data.items.map((version, index) => (
        <li key={version.version}>
          <VersionCard isNewest={index === 0} {...{ version, agent, onRestored }} />
        </li>
      ))}
    </ol>
  )
}

interface VersionCardProps extends AgentHistoryProps {
  readonly version: AgentVersion
  readonly isNewest: boolean
}

function VersionCard({ version, agent, isNewest, onRestored }: VersionCardProps): ReactNode {
  const { agents: words } = useWords()
  const { number, ago, list, dateTime } = useFormats()
  const mayChange = useMay('operator')
  const { changes } = version
  const fields = changes?.fields.map((field) => words.fields[field]) ?? []
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <h2 className="text-sm font-semibold">{words.version(number(version.version))}</h2>
        {isNewest && <Badge tone="ok">{words.current}</Badge>}
        <span className="text-xs text-ink-3" title={dateTime(version.at)}>
          {version.by === undefined
            ? ago(version.at)
            : words.changedBy(personName(version.by), ago(version.at))}
        </span>
        <span className="text-sm text-ink-2">
          {changes ? (fields.length > 0 ? words.changedFields(list(fields)) : '') : words.firstVersion}
        </span>
        {!isNewest && mayChange && <Restore {...{ version, agent, onRestored }} />}
      </div>
      <details className="border-t">
        <summary className="px-4 py-2 text-xs text-ink-2 outline-offset-[-2px]">{words.details}</summary>
        <div className="flex min-w-0 flex-col gap-3 px-4 pb-4">
          <VersionFacts version={version} />
          {changes?.diff.map((part) => (
            <DiffView
              key={part.title}
              part={{ ...part, title: words.fields[part.title === 'prompt' ? 'prompt' : 'settings'] }}
            />
          ))}
        </div>
      </details>
    </Card>
  )
}

function VersionFacts({ version }: { readonly version: AgentVersion }): ReactNode {
  const { agents: words, common } = useWords()
  const { list } = useFormats()
  const { changes, tools } = version
  const names = (some: readonly string[]): string => (some.length === 0 ? common.none : visible(list(some)))
  const isToldWhole = !changes?.diff.some(({ title }) => title === 'prompt')
  return (
    <Facts
      rows={[
        [words.model, visible(version.model ?? '–')],
        [words.runner, visible(version.runner ?? words.usualRunner)],
        [words.tools, names(tools.map(({ name }) => name))],
        changes && changes.added.length > 0 ? [words.toolsAdded, names(changes.added)] : undefined,
        changes && changes.removed.length > 0 ? [words.toolsRemoved, names(changes.removed)] : undefined,
        isToldWhole
          ? [
              words.prompt,
              <span key="prompt" className="isolate-text block break-words whitespace-pre-wrap">
                {visible(version.prompt === '' ? '–' : version.prompt)}
              </span>,
            ]
          : undefined,
      ]}
    />
  )
}

function Restore({ version, agent, onRestored }: Omit<VersionCardProps, 'isNewest'>): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.send<Agent>(
        'POST',
        `/api/agents/${encodeURIComponent(agent.id)}/versions/${version.version}/restore`,
      ),
    async onSuccess(restored) {
      setAsking(false)
      onRestored(restored)
      say(words.restoredNow(number(version.version)))
      queries.setQueryData(keys.agent(agent.id), restored)
      await queries.invalidateQueries({ queryKey: keys.agents })
    },
    onError: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" className="ml-auto" onClick={() => setAsking(true)}>
        {words.restore}
        <span className="sr-only">{`: ${words.version(number(version.version))}`}</span>
      </Button>
      {error && <ErrorLine error={error} />}
      <ConfirmDialog
        open={isAsking}
        title={words.restoreTitle(number(version.version))}
        description={words.restoreHint}
        action={words.restore}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
