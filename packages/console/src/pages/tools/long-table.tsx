/**
 * A table of which only the rows in sight are drawn, as high as the place that it gets. Arrow keys go from row to row.
 *
 * @module
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Cells, rowClass, tableClass, TableHead, type TableProps } from '../../components/table.tsx'

interface LongTableProps<Row> extends Omit<TableProps<Row>, 'isLinked' | 'isDense'> {
  /** Pixels; every row has this height. */
  readonly rowHeight: number
}

/** It stays in sight above the rows. */
const headHeight = 32
/** Rows that are drawn above and below what is in sight. */
const overscan = 12

export function LongTable<Row>({ columns, rows, keyOf, label, rowHeight }: LongTableProps<Row>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  const items = drawn.getVirtualItems()
  const above = (items[0]?.start ?? headHeight) - headHeight
  const below = drawn.getTotalSize() - above - items.length * rowHeight
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const current = Number(
      (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1,
    )
    if (step === undefined || current < 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(rows.length - 1, step(current, rows.length)))
    drawn.scrollToIndex(next)
    focusRow(scroller.current, next)
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto rounded-lg border bg-surface">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys go from link to link inside */}
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        onKeyDown={move}
        className={tableClass({ isLinked: true, isDense: true })}
      >
        <TableHead columns={columns} className="sticky top-0 z-10 h-8" />
        <tbody>
          <tr aria-hidden style={{ height: above }} />
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <tr
                  key={keyOf(row)}
                  aria-rowindex={index + 2}
                  data-row={index}
                  className={rowClass(true)}
                  style={{ height: rowHeight }}
                >
                  <Cells columns={columns} row={row} />
                </tr>
              )
            )
          })}
          <tr aria-hidden style={{ height: below }} />
        </tbody>
      </table>
    </div>
  )
}

const steps: Readonly<Record<string, (row: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row) => row + 10,
  PageUp: (row) => row - 10,
  Home: () => 0,
  End: (_row, count) => count - 1,
}

/** The row may have to be drawn first. */
function focusRow(scroller: HTMLElement | null, row: number, attempts = 5): void {
  const link = scroller?.querySelector<HTMLElement>(`[data-row="${row}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (attempts > 0) requestAnimationFrame(() => focusRow(scroller, row, attempts - 1))
}
