/** How the tool was called lately. */
import type { ReactNode } from 'react'
import { useCalls } from '../../api/queries.ts'
import { useMay } from '../../api/session.tsx'
import type { ToolDetail } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { LinkButton } from '../../components/button.tsx'
import { CallTable } from '../../components/call-table.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'

export function ToolCalls({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tool: words } = useWords()
  const mayRun = useMay('operator')
  const { data, error, refetch } = useCalls({ tool: tool.name, limit: 20 })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0) return <p className="text-sm text-ink-3">{words.noCalls}</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <CallTable calls={data.items} hasAgain={mayRun} />
      <LinkButton href={`/activity?tool=${encodeURIComponent(tool.name)}`} size="sm">
        {words.allCalls}
      </LinkButton>
    </div>
  )
}
