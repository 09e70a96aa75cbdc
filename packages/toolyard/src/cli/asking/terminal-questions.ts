/**
 * Asks the person at the terminal for a line of text.
 *
 * @module
 */
import { createInterface } from 'node:readline/promises'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { isPlainObject } from '../../kernel/index.ts'
import type { OpenQuestion, QuestionAnswer } from '../../pipeline/index.ts'
import { oneLine } from '../terminal/call-words.ts'
import { framed } from '../terminal/framed-text.ts'
import { indent, type Terminal } from '../terminal/terminal.ts'
import { personHere } from '../yard/person.ts'
import { fillForm } from './terminal-form.ts'

/** A line that comes sooner after the prompt was typed before the person could read it. */
const soonestMs = 200
const pendingMs = 20

/** Rejects when the signal aborts, and at the end of the input. What was typed before the prompt is no answer to it. */
export async function askLine(prompt: string, signal: AbortSignal): Promise<string> {
  const isTyped = process.stdin.isTTY
  if (isTyped) await dropPending(signal)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // On a terminal the key comes to the question, not to the process.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    for (;;) {
      const shownAt = performance.now()
      const said = await lines.question(prompt, { signal })
      if (!isTyped || performance.now() - shownAt >= soonestMs) return said
    }
  } finally {
    lines.close()
  }
}

/** Reads what waits at the terminal, finished lines and others, and forgets it. */
async function dropPending(signal: AbortSignal): Promise<void> {
  const { stdin } = process
  stdin.setRawMode(true)
  stdin.on('data', forget)
  stdin.resume()
  try {
    await sleep(pendingMs, undefined, { signal })
    // Once more around the loop: it may have been busy until now.
    await turn(undefined, { signal })
  } finally {
    stdin.off('data', forget)
    stdin.pause()
    stdin.setRawMode(false)
  }
}

/** Ctrl-C still stops the command. */
function forget(typed: Buffer | string): void {
  if (typed.includes('\u0003')) process.kill(process.pid, 'SIGINT')
}

/** All rows, a page at a time. Whether the last one was shown: people may leave before. */
export async function showPages(
  rows: readonly string[],
  signal: AbortSignal,
  { note, noteRows }: Terminal,
): Promise<boolean> {
  const page = Math.max(5, noteRows - 3)
  for (let from = 0; from < rows.length; from += page) {
    note(rows.slice(from, from + page).join('\n'))
    const end = Math.min(rows.length, from + page)
    if (end === rows.length) note(`  (end: ${rows.length} of ${rows.length} rows)`)
    else {
      const said = await askLine(`  (${end} of ${rows.length} rows) Enter: more, q: back `, signal)
      if (/^q(uit)?$/i.test(said.trim())) return false
    }
  }
  return true
}

/** A tool's question. Undefined if the input ends: a person may still answer through the inbox. */
export async function askQuestion(
  { id, tool, text, choices, form }: Omit<OpenQuestion, 'name'>,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<QuestionAnswer | undefined> {
  const { note, noteStyle, noteColumns: columns } = terminal
  if (signal.aborted) return undefined
  note(`\n${noteStyle('yellow', '?')} ${noteStyle('bold', oneLine(tool))} asks`)
  // Never long: it is bounded where it is asked.
  for (const row of framed(text, { columns }).rows) note(row)
  for (const [index, choice] of (choices ?? []).entries()) {
    const [first = '', ...rows] = framed(choice, { columns: columns - 4 }).rows
    note([`  ${index + 1}: ${first.replace(/^  │ /, '')}`, ...rows].join('\n'))
  }
  if (!form) note(noteStyle('dim', '  Toolyard asks you for an answer to this.'))
  const prompt = choices ? `  Which one? [1-${choices.length}] ` : '  Your answer: '
  try {
    if (form) {
      const values = await fillForm(form, { terminal, ask: (asked) => askLine(asked, signal) })
      return { text: '', ...(values ? { values } : { declined: true }), by: personHere() }
    }
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
      note(
        noteStyle(
          'dim',
          `  ${oneLine(reason['by'])} ${reason['declined'] === true ? 'declined' : 'answered'} it elsewhere`,
        ),
      )
    else if (!signal.aborted)
      note(
        indent(
          `Answer it elsewhere: toolyard approvals ${form ? 'show' : 'answer'} ${id}${form ? '' : ' TEXT'}`,
        ),
      )
    return undefined
  }
}
