/**
 * The symbol that a call is about: by line and column, or by a name on a line or in a file.
 *
 * Models count columns badly. Whatever is wrong is reported with the names that stand there and their columns.
 *
 * @module
 */
import { type LineColumn, LineIndex, type Position } from './servers/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ServerOfFile } from './open-server.ts'

const names = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu
const mostNames = 20

export interface FoundPlace extends LineColumn {
  readonly position: Position
  /** The name that stands there, or what else does. */
  readonly name: string
  /** The same with its hyphens, as style sheets write it. */
  readonly written: string
  /** The names on the line, with their columns. */
  readonly others: readonly string[]
}

export interface PlaceRequest {
  readonly action: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly query?: string | undefined
}

export function findPlace({ server, shown }: ServerOfFile, request: PlaceRequest): FoundPlace {
  const lines = new LineIndex(server.document.text)
  const line = request.line ?? lineWith(lines, request, shown)
  const text = lines.line(line - 1)
  if (text === undefined)
    throw new ToolyardError(
      'invalid_arguments',
      `line: ${line} is past the end; "${shown}" has ${lines.lineCount} lines`,
    )
  const others = namesIn(text).map(({ name, column }) => `${name} (column ${column})`)
  const column = request.column ?? columnOf(text, request, others)
  const length = Array.from(text).length
  if (column > length + 1) {
    throw new ToolyardError(
      'invalid_arguments',
      `column: ${column} is past the end of line ${line}, which has ${length} characters`,
      { hint: onThisLine(others) },
    )
  }
  const position = lines.position({ line, column }) ?? { line: line - 1, character: 0 }
  const [name, written] = [nameAt(text, column), hyphenatedAt(text, column)]
  return { line, column, position, name, written, others: others.slice(0, mostNames) }
}

function lineWith(lines: LineIndex, { action, query }: PlaceRequest, shown: string): number {
  if (query === undefined)
    throw new ToolyardError('invalid_arguments', `line: is needed for action "${action}"`, {
      hint: 'Give line and column, counted from 1, or the name as query.',
    })
  for (let number = 0; number < lines.lineCount; number++)
    if (wordIn(lines.line(number) ?? '', query) >= 0) return number + 1
  throw new ToolyardError('no_match', `query: "${query}" does not stand in "${shown}"`, {
    hint: 'Use action symbols to see the names of the file, or workspace_symbols to find the file.',
  })
}

function columnOf(text: string, { query, line }: PlaceRequest, others: readonly string[]): number {
  if (query === undefined)
    throw new ToolyardError('invalid_arguments', 'column: is missing', { hint: onThisLine(others) })
  const at = wordIn(text, query)
  if (at >= 0) return Array.from(text.slice(0, at)).length + 1
  throw new ToolyardError('no_match', `query: "${query}" does not stand on line ${line}`, {
    hint: onThisLine(others),
  })
}

/** Where a name stands by itself, else as a part of something. */
function wordIn(text: string, query: string): number {
  for (const { 0: name, index } of text.matchAll(names)) if (name === query) return index
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(query) ? -1 : text.indexOf(query)
}

function namesIn(text: string): { name: string; column: number }[] {
  return Array.from(text.matchAll(names), ({ 0: name, index }) => ({
    name,
    column: Array.from(text.slice(0, index)).length + 1,
  }))
}

/** The name around a column; a column right after a name counts as on it. */
function nameAt(text: string, column: number): string {
  const found = namesIn(text).find(
    (it) => column >= it.column && column <= it.column + Array.from(it.name).length,
  )
  return found?.name ?? Array.from(text)[column - 1] ?? ''
}

function hyphenatedAt(text: string, column: number): string {
  const characters = Array.from(text)
  const [before] = /[\p{ID_Continue}$-]*$/u.exec(characters.slice(0, column - 1).join('')) ?? ['']
  const [after] = /^[\p{ID_Continue}$-]*/u.exec(characters.slice(column - 1).join('')) ?? ['']
  return before + after
}

function onThisLine(others: readonly string[]): string {
  if (others.length === 0) return 'There is no name on this line.'
  const more = others.length - mostNames
  return `On this line: ${others.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
