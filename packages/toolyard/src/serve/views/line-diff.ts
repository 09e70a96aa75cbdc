/**
 * Two texts line by line: what goes, what comes, and a few lines around.
 *
 * @module
 */

export interface DiffLine {
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
  /** Empty where both are the same. */
  readonly lines: readonly DiffLine[]
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
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const changed = align(old.slice(start, old.length - end), now.slice(start, now.length - end), budget)
  if (!changed) return notCompared
  const lines: DiffLine[] = [
    ...marked(' ', old.slice(0, start)),
    ...changed,
    ...marked(' ', old.slice(old.length - end)),
  ]
  if (lines.every(({ mark }) => mark === ' ')) return { lines: [], hidden: 0, tooLarge: false }
  return withinBudget(shortened(lines), budget)
}

function withinBudget(lines: readonly DiffLine[], budget: DiffBudget): TextDiff {
  const shown: DiffLine[] = []
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

function marked(mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ mark, text }))
}

/** The longest common row of lines stays; all others go or come. Nothing where that costs too much. */
function align(
  old: readonly string[],
  now: readonly string[],
  budget: DiffBudget,
): readonly DiffLine[] | undefined {
  const pairs = old.length * now.length
  if (pairs > budget.pairs) return undefined
  budget.pairs -= pairs
  const width = now.length + 1
  /** How many lines the ends of both share from each pair of places on. */
  const common = new Uint32Array((old.length + 1) * width)
  const at = (left: number, right: number): number => common[left * width + right] ?? 0
  for (let left = old.length - 1; left >= 0; left--)
    for (let right = now.length - 1; right >= 0; right--)
      common[left * width + right] =
        old[left] === now[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1))
  const lines: DiffLine[] = []
  for (let left = 0, right = 0; left < old.length || right < now.length;) {
    const [gone, come] = [old[left], now[right]]
    if (gone !== undefined && gone === come) {
      lines.push({ mark: ' ', text: gone })
      left++
      right++
    } else if (gone !== undefined && (come === undefined || at(left + 1, right) >= at(left, right + 1))) {
      lines.push({ mark: '-', text: gone })
      left++
    } else {
      lines.push({ mark: '+', text: come ?? '' })
      right++
    }
  }
  return lines
}

/** Only what is near a change. */
function shortened(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>()
  for (const [index, { mark }] of lines.entries())
    if (mark !== ' ') for (let at = index - context; at <= index + context; at++) near.add(at)
  const shown: DiffLine[] = []
  for (const [index, line] of lines.entries())
    if (near.has(index)) shown.push(line)
    else if (shown.at(-1)?.mark !== '…') shown.push({ mark: '…', text: '' })
  return shown
}
