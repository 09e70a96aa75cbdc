/**
 * The rows of a waterfall: the spans that were loaded of a run, with those of sub-agents that are unfolded inside, and what is still to be
 * loaded.
 *
 * @module
 */
import type { RunSpan } from '../../api/types.ts'

export interface SpanPage {
  readonly after: string
  readonly spans: readonly RunSpan[]
  readonly next: string | null
}

/** What is there of one run. */
export interface LoadedRun {
  readonly pages: readonly SpanPage[]
  readonly isOpen: boolean
  readonly error?: unknown
}

export type SpanRow =
  | {
      readonly kind: 'span'
      readonly key: string
      readonly span: RunSpan
      readonly depth: number
      /** Undefined if nothing is inside. */
      readonly isUnfolded?: boolean | undefined
    }
  /** More of a run: loaded once it is in sight. */
  | {
      readonly kind: 'more'
      readonly key: string
      readonly runId: string
      readonly depth: number
      readonly error?: unknown
    }

interface Tree {
  readonly loaded: ReadonlyMap<string, LoadedRun>
  /** Steps that are folded, and runs that are not. */
  readonly toggled: ReadonlySet<string>
}

/** Sub-agents of sub-agents; a run that is below itself would have no end. */
const deepest = 12

export function rowsOf(runId: string, tree: Tree, depth = 0): readonly SpanRow[] {
  const rows: SpanRow[] = []
  const { loaded, toggled } = tree
  const known = loaded.get(runId)
  const spans = known?.pages.flatMap((page) => page.spans) ?? []
  let isHidden = false
  for (const [index, span] of spans.entries()) {
    const { id, kind, level } = span
    if (level === 0) isHidden = kind === 'step' && toggled.has(id)
    else if (isHidden) continue
    const holds = kind === 'run' ? depth < deepest : kind === 'step' && (spans[index + 1]?.level ?? 0) > 0
    const isUnfolded = kind === 'run' ? toggled.has(id) : !toggled.has(id)
    const own = depth + level
    rows.push({ kind: 'span', key: `${runId} ${id}`, span, depth: own, ...(holds && { isUnfolded }) })
    if (kind === 'run' && holds && isUnfolded) rows.push(...rowsOf(span.runId ?? id, tree, own + 1))
  }
  const last = known?.pages.at(-1)
  if (!known || known.error !== undefined || (last ? last.next !== null : true))
    rows.push({ kind: 'more', key: `${runId} more`, runId, depth, error: known?.error })
  return rows
}

/** From when to when the rows go. */
export function rangeOf(rows: readonly SpanRow[], now: number): readonly [start: number, end: number] {
  let [start, end] = [Infinity, -Infinity]
  for (const row of rows) {
    if (row.kind !== 'span') continue
    start = Math.min(start, row.span.startedAt)
    end = Math.max(end, row.span.endedAt ?? now)
  }
  return start < end ? [start, end] : [Math.min(start, now), Math.min(start, now) + 1]
}

/** Where a stretch of time stands, in parts of a hundred. */
export function placeOf(
  [from, to]: readonly [number, number],
  [start, end]: readonly [start: number, end: number],
): { readonly left: number; readonly width: number } {
  const at = (time: number): number => Math.min(100, Math.max(0, ((time - start) / (end - start)) * 100))
  const left = at(from)
  return { left, width: Math.max(0, at(to) - left) }
}

/** How long it waited for people, each moment once. */
export function waitedMs({ waits = [] }: RunSpan, now: number): number {
  let [length, reached] = [0, -Infinity]
  for (const { startedAt, endedAt = now } of waits) {
    length += Math.max(0, endedAt - Math.max(startedAt, reached))
    reached = Math.max(reached, endedAt)
  }
  return length
}
