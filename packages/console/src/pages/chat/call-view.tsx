/** One call of a turn: how it stands and how long it took, and on demand what went in, what came out, and its story. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CallStatus } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { againHref } from '../../components/call-actions.tsx'
import { CallRuns } from '../../components/call-runs.tsx'
import { ResultView } from '../../components/result-view.tsx'
import { JsonBlock, TextBlock } from '../../components/text-block.tsx'
import { ToolTitle } from '../../components/tool-title.tsx'
import { visible } from '../../components/visible.ts'
import { StatusDot } from '../../components/words-of.tsx'
import type { CallItem } from './turn.ts'

interface CallViewProps {
  readonly call: CallItem
  /** Of a call without a result. */
  readonly status: CallStatus
  /** As the journal has it, where the result does not say. */
  readonly durationMs: number | undefined
}

export function CallView({ call, status, durationMs }: CallViewProps): ReactNode {
  const { chat, tests } = useWords()
  const { span } = useFormats()
  const { result, tool, input, output, id } = call
  // One that goes on or waits has taken no time yet.
  const took = result && result.status !== 'pending' ? result.durationMs || durationMs : undefined
  return (
    <details className="group/call min-w-0 rounded-md border bg-surface">
      <summary className="flex min-w-0 list-none flex-wrap items-center gap-x-3 gap-y-1 px-2.5 py-1.5 text-sm">
        <ChevronRight
          aria-hidden
          className="-mr-1.5 size-3.5 shrink-0 text-ink-3 group-open/call:rotate-90"
        />
        <h3 className="isolate-text min-w-0 truncate font-mono text-xs font-medium">
          <span className="sr-only">{chat.callOf(visible(tool))}</span>
          <span aria-hidden>{visible(tool)}</span>
        </h3>
        <ToolTitle name={tool} />
        <span className="text-xs">
          <StatusDot status={result?.status ?? status} />
        </span>
        {took !== undefined && <span className="tabular ml-auto text-xs text-ink-3">{span(took)}</span>}
      </summary>
      <div className="flex min-w-0 flex-col gap-3 border-t p-3">
        <div className="min-w-0">
          <h4 className="mb-1 text-xs font-medium text-ink-2">{chat.input}</h4>
          <JsonBlock value={input} label={chat.input} mostLines={30} />
        </div>
        {!result && output !== '' && (
          <div className="min-w-0">
            <h4 className="mb-1 text-xs font-medium text-ink-2">{chat.output}</h4>
            <TextBlock text={output} label={chat.output} />
          </div>
        )}
        {result && <ResultView result={result} />}
        <CallRuns callId={id} tool={tool} />
        <span className="flex flex-wrap gap-4 text-sm">
          <Link href={`/activity/${encodeURIComponent(id)}`} className="text-accent hover:underline">
            {chat.story}
          </Link>
          <Link href={againHref({ id, tool })} className="text-accent hover:underline">
            {tests.runAgain}
          </Link>
        </span>
      </div>
    </details>
  )
}
