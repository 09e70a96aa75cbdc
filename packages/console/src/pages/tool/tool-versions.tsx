/** Every version of the tool that was seen, what it changed, and which may run. */
import type { ReactNode } from 'react'
import { useVersions } from '../../api/queries.ts'
import type { ToolDetail, ToolVersion } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ChangeList } from '../../components/change-list.tsx'
import { Card } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { useDecide } from '../../components/use-decide.ts'

export function ToolVersions({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { data, error, refetch } = useVersions(tool.name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <ol className="flex max-w-3xl flex-col gap-3">
      {data.items.map((version) => (
        <li key={version.version}>
          <Version tool={tool} version={version} />
        </li>
      ))}
    </ol>
  )
}

interface VersionProps {
  readonly tool: ToolDetail
  readonly version: ToolVersion
}

function Version({ tool, version }: VersionProps): ReactNode {
  const { tool: words, common } = useWords()
  const { number, dateTime } = useFormats()
  const isFirst = version.version === 1
  return (
    <Card className="p-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="text-sm font-semibold">{words.version(number(version.version))}</h2>
        {version.isCurrent && <Badge>{words.current}</Badge>}
        {version.isAccepted && <Badge tone="ok">{words.accepted}</Badge>}
        {version.verdict !== undefined && (
          <Badge tone={version.verdict === 'breaking' ? 'bad' : 'ok'}>{common[version.verdict]}</Badge>
        )}
        <span className="ml-auto text-xs text-ink-3">
          {dateTime(version.seenAt)} · <span className="font-mono">{version.fingerprint.slice(0, 12)}</span>
        </span>
      </div>
      {version.changes.length > 0 ? (
        <ChangeList changes={version.changes} />
      ) : (
        <p className="text-sm text-ink-3">{isFirst ? words.firstVersion : words.noChanges}</p>
      )}
      <Decisions tool={tool} version={version} />
    </Card>
  )
}

function Decisions({ tool, version }: VersionProps): ReactNode {
  const { tool: words } = useWords()
  const mayDecide = useMay('approver')
  const { mutate, isPending } = useDecide(tool.name)
  const isPinned = tool.pinned && version.isAccepted
  const isHeld = version.isCurrent && tool.state === 'held'
  if (!mayDecide) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isHeld && (
        <Button
          size="sm"
          look="solid"
          disabled={isPending}
          onClick={() => mutate({ action: 'accept', fingerprint: version.fingerprint })}
        >
          {words.accept}
        </Button>
      )}
      {isPinned ? (
        <Button size="sm" disabled={isPending} onClick={() => mutate({ action: 'unpin' })}>
          {words.unpin}
        </Button>
      ) : (
        <Button
          size="sm"
          disabled={isPending}
          onClick={() => mutate({ action: version.isCurrent ? 'pin' : 'rollback', version: version.version })}
        >
          {version.isCurrent ? words.pin : words.rollBack}
        </Button>
      )}
    </div>
  )
}
