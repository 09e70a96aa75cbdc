/**
 * A run as a waterfall: a tree of rows, of which only those in sight are drawn. Works by keyboard as trees do: up and down between rows,
 * right and left to open and close, Enter to go to the call or the run.
 *
 * @module
 */
import { type ReactNode, useId, useState } from 'react'
import type { RunRecord } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Segments } from '../../components/toggle.tsx'
import { MoreRow } from './more-row.tsx'
import { SpanRowView } from './span-row.tsx'
import { type ScaleName, useWaterfall } from './use-waterfall.ts'
import { useWaterfallKeys } from './use-waterfall-keys.ts'
import { Head, Legend } from './waterfall-head.tsx'

export function Waterfall({ run }: { readonly run: RunRecord }): ReactNode {
  const { runs: words } = useWords()
  const [scaleName, setScaleName] = useState<ScaleName>('run')
  const state = useWaterfall(run, scaleName)
  const { rows, drawn, scroller, scale, note } = state
  const onKeyDown = useWaterfallKeys(state)
  const hintId = useId()
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Legend />
        <Segments
          label={words.scale}
          value={scaleName}
          onChange={setScaleName}
          options={[
            { id: 'run', label: words.scaleRun },
            { id: 'view', label: words.scaleView },
          ]}
        />
      </div>
      <p id={hintId} className="sr-only">
        {words.waterfallHint}
      </p>
      <div className="overflow-hidden rounded-lg border bg-surface">
        <div
          ref={scroller}
          role="treegrid"
          tabIndex={-1}
          aria-label={words.waterfall}
          aria-describedby={hintId}
          aria-rowcount={rows.some(({ kind }) => kind === 'more') ? -1 : rows.length + 1}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const index = Number(target.dataset['row'] ?? -1)
            if (index >= 0) note(index)
          }}
          className="max-h-[max(24rem,calc(100dvh-16rem))] overflow-x-hidden overflow-y-auto"
        >
          <Head scale={scale} runStart={run.startedAt} />
          <div role="rowgroup" className="relative" style={{ height: drawn.getTotalSize() }}>
            <Rows {...state} runStart={run.startedAt} />
          </div>
        </div>
      </div>
    </>
  )
}

type RowsProps = ReturnType<typeof useWaterfall> & { readonly runStart: number }

function Rows({ tree, rows, drawn, height, now, scale, here, toggle, runStart }: RowsProps): ReactNode {
  return drawn.getVirtualItems().map(({ index, start, key }) => {
    const row = rows[index]
    if (row === undefined) return null
    if (row.kind === 'more') {
      const load = (): void => void tree.loadMore(row.runId)
      return <MoreRow key={key} row={row} top={start} index={index} load={load} />
    }
    return (
      <SpanRowView
        key={key}
        row={row}
        index={index}
        top={start}
        height={height}
        isActive={index === here}
        scale={scale}
        runStart={runStart}
        now={row.span.endedAt === undefined ? now : undefined}
        onFold={toggle}
      />
    )
  })
}
