/**
 * Asks the person at the terminal for a line of text.
 *
 * @module
 */
import { createInterface } from 'node:readline/promises'
import { isPlainObject } from '../kernel/index.ts'
import type { OpenQuestion, QuestionAnswer } from '../pipeline/index.ts'
import { oneLine } from './call-words.ts'
import { framed } from './framed-text.ts'
import { personHere } from './person.ts'
import { indent, type Terminal } from './terminal.ts'

/** Rejects when the signal aborts, and at the end of the input. */
export async function askLine(prompt: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // On a terminal the key comes to the question, not to the process.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await lines.question(prompt, { signal })
  } finally {
    lines.close()
  }
}

/** All rows, a page at a time; ends where somebody has seen enough. */
export async function showPages(
  rows: readonly string[],
  signal: AbortSignal,
  { note, noteRows }: Terminal,
): Promise<void> {
  const page = Math.max(5, noteRows - 3)
  for (let from = 0; from < rows.length; from += page) {
    note(rows.slice(from, from + page).join('\n'))
    const end = Math.min(rows.length, from + page)
    if (end === rows.length) note(`  (end: ${rows.length} of ${rows.length} rows)`)
    else {
      const said = await askLine(`  (${end} of ${rows.length} rows) Enter: more, q: back `, signal)
      if (/^q(uit)?$/i.test(said.trim())) return
    }
  }
}

/** A tool's question. Nothing where the input ends: somebody may still answer through the inbox. */
export async function askQuestion(
  { id, tool, text, choices }: OpenQuestion,
  signal: AbortSignal,
  { note, noteStyle, noteColumns: columns }: Terminal,
): Promise<QuestionAnswer | undefined> {
  if (signal.aborted) return undefined
  note(`\n${noteStyle('yellow', '?')} ${noteStyle('bold', oneLine(tool))} asks`)
  // Never long: it is bounded where it is asked.
  for (const row of framed(text, { columns }).rows) note(row)
  for (const [index, choice] of (choices ?? []).entries()) {
    const [first = '', ...rows] = framed(choice, { columns: columns - 4 }).rows
    note([`  ${index + 1}: ${first.replace(/^  │ /, '')}`, ...rows].join('\n'))
  }
  note(noteStyle('dim', '  Toolyard asks you for an answer to this.'))
  const prompt = choices ? `  Which one? [1-${choices.length}] ` : '  Your answer: '
  try {
    for (;;) {
      const said = (await askLine(prompt, signal)).trim()
      const chosen = choices ? (choices.find((choice) => choice === said) ?? choices[Number(said) - 1]) : said
      if (chosen !== undefined && chosen !== '') return { text: chosen, by: personHere() }
      note(noteStyle('dim', choices ? '  Write the number of one of them.' : '  Write an answer.'))
    }
  } catch {
    note('')
    const { reason } = signal as { readonly reason: unknown }
    if (isPlainObject(reason) && typeof reason['by'] === 'string')
      note(noteStyle('dim', `  ${oneLine(reason['by'])} answered it elsewhere`))
    else if (!signal.aborted) note(indent(`Answer it elsewhere: toolyard approvals answer ${id} TEXT`))
    return undefined
  }
}
