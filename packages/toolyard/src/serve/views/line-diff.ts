/**
 * Two texts line by line: what goes, what comes, and a few lines around.
 *
 * @module
 */
import type * as Diff from 'diff'
import { lazy } from '../../kernel/index.ts'

export interface LineOfDiff {
  /** `…` stands for lines that both have and that are left out. */
  readonly mark: ' ' | '-' | '+' | '…'
  readonly text: string
}

/** Lines of what stays beside each change. */
const context = 3
/** Longer texts, in characters and in lines, are not compared. */
const mostText = 200_000
const mostLines = 5000

/** What one view may cost: pairs of lines that are compared, lines and characters that are shown. */
export interface DiffBudget {
  pairs: number
  lines: number
  characters: number
}

export interface TextDiff {
  /** Empty if both are the same. */
  readonly lines: readonly LineOfDiff[]
  /** Lines of the diff that are not shown. */
  readonly hidden: number
  /** The texts are too long, or differ in too much, to be compared line by line. */
  readonly tooLarge: boolean
}

const notCompared: TextDiff = { lines: [], hidden: 0, tooLarge: true }

export function diffBudget(): DiffBudget {
  return { pairs: 250_000, lines: 400, characters: 50_000 }
}

/** Takes what it costs from the budget: the parts of one view share it. */
export function lineDiff(before: string, after: string, budget = diffBudget()): TextDiff {
  if (before === after) return { lines: [], hidden: 0, tooLarge: false }
  if (before.length > mostText || after.length > mostText) return notCompared
  const [old, now] = [linesOf(before), linesOf(after)]
  if (old.length > mostLines || now.length > mostLines) return notCompared
  const pairs = changedPairs(old, now)
  if (pairs > budget.pairs) return notCompared
  budget.pairs -= pairs
  const lines = library()
    .diffArrays(old, now)
    .flatMap(({ value, removed, added }) =>
      value.map((text): LineOfDiff => ({ mark: removed ? '-' : added ? '+' : ' ', text })),
    )
  if (lines.every(({ mark }) => mark === ' ')) return { lines: [], hidden: 0, tooLarge: false }
  return withinBudget(shortened(lines), budget)
}

const library = lazy((require) => require('diff') as typeof Diff)

/** How many pairs of lines there are between the equal start and the equal end. */
function changedPairs(old: readonly string[], now: readonly string[]): number {
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return (old.length - start - end) * (now.length - start - end)
}

function withinBudget(lines: readonly LineOfDiff[], budget: DiffBudget): TextDiff {
  const shown: LineOfDiff[] = []
  for (const line of lines) {
    if (budget.lines <= 0 || line.text.length > budget.characters) break
    budget.lines--
    budget.characters -= line.text.length
    shown.push(line)
  }
  return { lines: shown, hidden: lines.length - shown.length, tooLarge: false }
}

/** The end of the last line is no line of its own. */
function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** Only what is near a change. */
function shortened(lines: readonly LineOfDiff[]): LineOfDiff[] {
  const near = new Set<number>()
  for (const [index, { mark }] of lines.entries())
    if (mark !== ' ') for (let at = index - context; at <= index + context; at++) near.add(at)
  const shown: LineOfDiff[] = []
  for (const [index, line] of lines.entries())
    if (near.has(index)) shown.push(line)
    else if (shown.at(-1)?.mark !== '…') shown.push({ mark: '…', text: '' })
  return shown
}
