/** Stands for what is still to be loaded of a run. In sight, it loads it. */
import { type ReactNode, useEffect } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorLine } from '../../components/states.tsx'
import type { SpanRow } from './span-rows.ts'

interface MoreProps {
  readonly row: Extract<SpanRow, { kind: 'more' }>
  readonly top: number
  readonly index: number
  readonly load: () => void
}

export function MoreRow({ row, top, index, load }: MoreProps): ReactNode {
  const { common } = useWords()
  const hasFailed = row.error !== undefined
  useEffect(() => {
    if (!hasFailed) load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each place in the rows
  }, [hasFailed, index, row.runId])
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.depth + 1}
      data-row={index}
      tabIndex={-1}
      className="absolute inset-x-0 top-0 flex h-8 items-center gap-3 px-3 text-xs text-ink-3"
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className="flex items-center gap-3">
        {hasFailed ? (
          <>
            <ErrorLine error={row.error} />
            <Button size="sm" onClick={load}>
              {common.retry}
            </Button>
          </>
        ) : (
          common.loading
        )}
      </span>
    </div>
  )
}
