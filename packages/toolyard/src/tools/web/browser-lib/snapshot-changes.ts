/**
 * What is new on a page since its last snapshot, in a few lines: each below the element that holds it.
 *
 * @module
 */
import { type ArrayChange, diffArrays } from 'diff'
import { shortened } from './page-words.ts'
import { depthOf } from './snapshot.ts'

const mostEdits = 2000
const mostMs = 60
const mostShown = 4000
const mostGone = 10

export interface SnapshotChanges {
  readonly lines: readonly string[]
  readonly note: string
}

/** Undefined if so much is different that the page itself is the shorter answer. */
export function changesBetween(
  before: readonly string[],
  after: readonly string[],
): SnapshotChanges | undefined {
  const parts = diffArrays([...before], [...after], { maxEditLength: mostEdits, timeout: mostMs })
  if (!parts) return undefined
  const added = addedLines(parts, after)
  const gone = goneLines(parts)
  const all = [...added, ...gone.slice(0, mostGone)]
  if (sizeOf(added) > 0.7 * sizeOf(after) && after.length > 10) return undefined
  const lines: string[] = []
  let size = 0
  for (const line of all) {
    if ((size += line.length + 1) > mostShown) break
    lines.push(line)
  }
  const left = all.length - lines.length + Math.max(0, gone.length - mostGone)
  return { lines, note: left > 0 ? `; ${left} more changed lines: take a snapshot` : '' }
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

function addedLines(parts: readonly ArrayChange<string>[], after: readonly string[]): readonly string[] {
  const shown: string[] = []
  let at = 0
  let above: number | undefined
  for (const { value, added, removed } of parts) {
    if (removed) continue
    if (added) {
      const top = Math.min(...value.map(depthOf))
      const holder = holderOf(after, at, top)
      if (holder !== undefined && holder !== above)
        shown.push(`in ${shortened((after[holder] ?? '').trim().slice(2), 100).replace(/:$/, '')}:`)
      above = holder
      shown.push(...value.map((line) => `+ ${shortened(line.slice(top), 500)}`))
    }
    at += value.length
  }
  return shown
}

/** The line of the element around line `at`, which is at depth `top`. */
function holderOf(lines: readonly string[], at: number, top: number): number | undefined {
  for (let line = at - 1; line >= 0; line--) if (depthOf(lines[line] ?? '') < top) return line
  return undefined
}

/** What was there and is not; an element that another of its kind stands for is not named. */
function goneLines(parts: readonly ArrayChange<string>[]): readonly string[] {
  return parts.flatMap(({ value, removed }, at) => {
    if (!removed) return []
    const next = parts[at + 1]
    const kinds = new Set(next?.added ? next.value.map(kindOf) : [])
    const top = Math.min(...value.map(depthOf))
    return value
      .filter((line) => depthOf(line) === top && !kinds.has(kindOf(line)))
      .map((line) => `gone: ${shortened(line.trim().slice(2), 100).replace(/:$/, '')}`)
  })
}

function kindOf(line: string): string {
  return /^\s*- ([\w/]+)/.exec(line)?.[1] ?? ''
}
