/**
 * Lines out of a long text, without holding up everybody else: in turns, and with a pattern that may be slow in a thread of its
 * own.
 *
 * @module
 */
import { compilePattern, matchApart, type Matcher, quickSteps, ToolyardError } from '../../kernel/index.ts'

export interface LinesWanted {
  /** The first line, from 1, among those that match. */
  readonly offset: number
  /** Lines at most. */
  readonly limit: number
  readonly pattern?: string | undefined
  readonly signal: AbortSignal
}

export interface PickedLines {
  readonly lines: readonly { readonly number: number; readonly text: string }[]
  /** Lines that match in all; all lines if there is no pattern. */
  readonly matching: number
  readonly total: number
}

/** Characters that are looked at in one turn. */
const turnLength = 256 * 1024

export async function pickLines(text: string, wanted: LinesWanted): Promise<PickedLines> {
  const { offset, limit, pattern, signal } = wanted
  using matching = pattern === undefined ? undefined : matchingOf(pattern, text)
  const lines: { number: number; text: string }[] = []
  let [total, count] = [0, 0]
  for (const turn of turnsOf(text)) {
    signal.throwIfAborted()
    const matches = await matching?.test(turn)
    for (const [index, line] of turn.entries()) {
      total++
      if (matches && !matches[index]) continue
      count++
      if (count >= offset && count < offset + limit) lines.push({ number: total, text: line })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { lines, matching: count, total }
}

/** The lines, as many at once as a turn takes; a longer one alone. */
function* turnsOf(text: string): Generator<readonly string[]> {
  let [turn, length]: [string[], number] = [[], 0]
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    turn.push(line)
    length += line.length + 1
    from = end < 0 ? text.length + 1 : end + 1
    if (length < turnLength) continue
    yield turn
    turn = []
    length = 0
  }
  if (turn.length > 0) yield turn
}

interface LineMatcher extends Disposable {
  test(lines: readonly string[]): readonly boolean[] | Promise<readonly boolean[]>
}

function matchingOf(pattern: string, text: string): LineMatcher {
  const matcher = read(pattern)
  if (matcher.stepsOn(text) > quickSteps) return matchApart(pattern)
  return { test: (lines) => lines.map((line) => matcher.test(line)), [Symbol.dispose]() {} }
}

function read(pattern: string): Matcher {
  try {
    return compilePattern(pattern)
  } catch (error) {
    const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern
    throw new ToolyardError('invalid_arguments', `grep: "${shown}" is not a regular expression`, {
      cause: error,
      hint: 'Use RE2 syntax, without look-around and back-references, of at most 2,000 characters and with small repetition counts.',
    })
  }
}
