/** Keys of the waterfall, as trees have them. */
import type { KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { hrefOf } from './span-row.tsx'
import type { SpanRow } from './span-rows.ts'

interface KeyParts {
  readonly rows: readonly SpanRow[]
  readonly here: number
  readonly toggle: (index: number) => void
  readonly focus: (index: number) => void
}

const moves: Readonly<Record<string, (row: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row) => row + 10,
  PageUp: (row) => row - 10,
  Home: () => 0,
  End: (_row, count) => count - 1,
}

export function useWaterfallKeys({ rows, here, toggle, focus }: KeyParts): (event: KeyboardEvent) => void {
  const [, go] = useLocation()
  return (event) => {
    const row = rows[here]
    if (!row || event.defaultPrevented || !(event.target as HTMLElement).matches('[role=row]')) return
    const move = moves[event.key]
    const isUnfolded = row.kind === 'span' ? row.isUnfolded : undefined
    if (move) focus(move(here, rows.length))
    else if (event.key === 'ArrowRight' && isUnfolded === false) toggle(here)
    else if (event.key === 'ArrowRight' && isUnfolded) focus(here + 1)
    else if (event.key === 'ArrowLeft' && isUnfolded) toggle(here)
    else if (event.key === 'ArrowLeft') focus(aboveOf(rows, here))
    else if (event.key === ' ') toggle(here)
    else if (event.key === 'Enter') {
      const href = row.kind === 'span' ? hrefOf(row.span) : undefined
      if (href === undefined) toggle(here)
      else go(href)
    } else return
    event.preventDefault()
  }
}

/** The row in which a row stands. */
function aboveOf(rows: readonly SpanRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  const above = rows.slice(0, index).findLastIndex((row) => row.depth < depth)
  return above < 0 ? index : above
}
