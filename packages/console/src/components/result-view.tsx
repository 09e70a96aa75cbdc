/** How a call ended: what it answered, or what went wrong and what to do next. */
import { type ReactNode, useState } from 'react'
import type { StoredResult, ToolResult } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { useApi } from '../api/session.tsx'
import { Button } from './button.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { ErrorLine } from './states.tsx'
import { JsonBlock, TextBlock } from './text-block.tsx'
import { ContentView } from './content-view.tsx'

/** Statuses that are no reason to worry. */
const mild: ReadonlySet<string> = new Set(['cancelled', 'skipped', 'pending'])

export function ResultView({ result }: { readonly result: ToolResult }): ReactNode {
  const { run } = useWords()
  const { error, data, content, handle, status } = result
  const isOnlyData = data !== undefined && isSameAs(data, content)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {error && <FaultNotice fault={error} isMild={mild.has(status)} />}
      {!error && !isOnlyData && <ContentView content={content} />}
      {data !== undefined && !isPlainText(data, content) && (
        <div className="min-w-0">
          <p className="mb-1 text-xs font-medium text-ink-2">{run.data}</p>
          <JsonBlock value={data} label={run.data} />
        </div>
      )}
      {handle !== undefined && <WholeResult handle={handle} />}
    </div>
  )
}

/** The text for the model is often nothing but the data as JSON. */
function isSameAs(data: unknown, content: ToolResult['content']): boolean {
  const [only] = content
  return content.length === 1 && only?.type === 'text' && only.text === JSON.stringify(data)
}

function isPlainText(data: unknown, content: ToolResult['content']): boolean {
  const [only] = content
  return typeof data === 'string' && only?.type === 'text'
}

const charactersAtOnce = 200_000

/** An answer that was too long for the model is kept whole. */
function WholeResult({ handle }: { readonly handle: string }): ReactNode {
  const { run } = useWords()
  const api = useApi()
  const [whole, setWhole] = useState<StoredResult>()
  const [error, setError] = useState<unknown>()
  const read = (): void => {
    const path = `/api/results/${encodeURIComponent(handle)}`
    api.get<StoredResult>(path, { offset: 0, limit: charactersAtOnce }).then(setWhole, setError)
  }
  if (whole) return <TextBlock text={whole.text} label={handle} />
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
      {run.long(handle)}
      <Button size="sm" onClick={read}>
        {run.readAll}
      </Button>
      {error !== undefined && <ErrorLine error={error} />}
    </div>
  )
}
