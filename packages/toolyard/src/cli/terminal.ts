/**
 * What the commands write to and read from: colours on a terminal only, JSON for machines, one way to end.
 *
 * @module
 */
import { styleText } from 'node:util'
import { ToolyardError, visibleText } from '../kernel/index.ts'

/** 0 ok, 1 the tool failed, 2 usage, 3 denied. */
export type ExitCode = 0 | 1 | 2 | 3 | 130

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export interface Terminal {
  readonly interactive: boolean
  /** To standard output: what was asked for. */
  print(text: string): void
  write(text: string): void
  /** To standard error: what a person should know beside it. */
  note(text: string): void
  style(style: Style, text: string): string
}

export function createTerminal(): Terminal {
  const colours =
    process.stdout.isTTY && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb'
  return {
    interactive: Boolean(process.stdin.isTTY && process.stderr.isTTY),
    print: (text) => void process.stdout.write(`${text}\n`),
    write: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(`${text}\n`),
    style: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
  }
}

/** Says what went wrong and what to do next; answers the exit code. */
export function reportError(error: unknown, terminal: Terminal): ExitCode {
  const { message, hint } = ToolyardError.from(error)
  terminal.note(`${terminal.style('red', 'error')} ${visibleText(message)}`)
  if (hint) terminal.note(`  ${visibleText(hint)}`)
  return 2
}

/** Columns as wide as their widest cell; the last one as long as it likes. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The first sentence, for lists. */
export function firstSentence(text: string, most = 88): string {
  const sentence = /^[\s\S]*?[.!?。](?=\s|$)/.exec(text)?.[0] ?? text
  const line = visibleText(sentence.replaceAll(/\s+/g, ' ').trim())
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
