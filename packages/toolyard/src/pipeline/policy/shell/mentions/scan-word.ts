/**
 * Reads one word: quotes taken off, a gap wherever something is put in later, commands inside it found.
 *
 * @module
 */
import { isDone, match, nest, peek, type Scan, stop, type WordDraft } from './scan.ts'
import { readBraces, readSum } from './scan-expansion.ts'
import type { SeenWord } from './seen-word.ts'

const ends = /[ \t\n|&;()<>]/
const name = /[A-Za-z_]\w*|[0-9?#$!@*-]/y
const insideAnsi = /\$'(?:[^'\\]|\\[\s\S])*'/y
const tilde = /(?:^|[=:])~/
const braces = /\{[^}]*(?:,|\.\.)[^]*\}/
const insideWord = 'two lines are joined inside a word'

/** The word that begins here; empty if none does. */
export function scanWord(scan: Scan): SeenWord {
  const start = scan.at
  const draft: WordDraft = { pieces: [''], many: 'no', bare: '' }
  while (!isDone(scan)) {
    const char = peek(scan)
    const inPlaceOfFile = (char === '<' || char === '>') && peek(scan, 1) === '('
    if (ends.test(char) && !inPlaceOfFile) break
    readPart(scan, draft, char)
  }
  const source = scan.line.slice(start, Math.min(scan.at, scan.end))
  const isList = braces.test(draft.bare)
  const pieces = isList || tilde.test(draft.bare) ? ['', ''] : draft.pieces
  return { start, end: scan.at, source, pieces, many: isList ? 'words' : draft.many }
}

/** A here-document, or any text in which quotes are only characters. */
export function scanText(scan: Scan, end: number): void {
  const draft: WordDraft = { pieces: [''], many: 'no', bare: '' }
  const bound = scan.end
  scan.end = end
  while (!isDone(scan)) readQuotedPart(scan, draft, peek(scan))
  scan.end = bound
  if (scan.stopped !== undefined) scan.at = bound
}

function readPart(scan: Scan, draft: WordDraft, char: string): void {
  if (char === "'") return readRaw(scan, draft)
  if (char === '"') return readString(scan, draft)
  if (char === '$') return readDollar(scan, draft, false)
  if (char === '`') return readBackticks(scan, draft, false)
  if (char === '\\') {
    const next = peek(scan, 1)
    if (next === '' || next === '\n')
      return stop(scan, next === '' ? 'a backslash stands at the end' : insideWord)
    add(draft, next, false)
    scan.at += 2
  } else if (char === '<' || char === '>') {
    scan.at += 2
    nest(scan, ')')
    gap(draft, 'no')
  } else {
    scan.at++
    if (char === '*' || char === '?') gap(draft, 'names')
    else if (char === '[' && !isTestCommand(scan, draft)) readClass(scan, draft)
    else add(draft, char, true)
  }
}

/** The command `[`: a bracket that is the whole word. */
function isTestCommand(scan: Scan, { bare }: WordDraft): boolean {
  return bare === '' && (peek(scan) === '' || ends.test(peek(scan)))
}

/** From an open bracket on anything may match. */
function readClass(scan: Scan, draft: WordDraft): void {
  gap(draft, 'names')
  const rest: WordDraft = { pieces: [''], many: 'no', bare: '' }
  while (!isDone(scan) && !ends.test(peek(scan))) readPart(scan, rest, peek(scan))
  if (rest.many === 'words') draft.many = 'words'
}

function readRaw(scan: Scan, draft: WordDraft): void {
  const close = scan.line.indexOf("'", scan.at + 1)
  if (close < 0 || close >= scan.end) return stop(scan, 'a quote is not closed')
  add(draft, scan.line.slice(scan.at + 1, close), false)
  scan.at = close + 1
}

function readString(scan: Scan, draft: WordDraft): void {
  scan.at++
  while (!isDone(scan)) {
    const char = peek(scan)
    if (char === '"') {
      scan.at++
      return add(draft, '', false)
    }
    readQuotedPart(scan, draft, char)
  }
  stop(scan, 'a quote is not closed')
}

function readQuotedPart(scan: Scan, draft: WordDraft, char: string): void {
  if (char === '$') return readDollar(scan, draft, true)
  if (char === '`') return readBackticks(scan, draft, true)
  const escaped = char === '\\' && '$`"\\\n'.includes(peek(scan, 1) || ' ')
  const next = escaped ? peek(scan, 1) : char
  if (!(escaped && next === '\n')) add(draft, next, false)
  scan.at += escaped ? 2 : 1
}

/** Between backticks every sign but a backslash means what it means outside. */
function readBackticks(scan: Scan, draft: WordDraft, inString: boolean): void {
  const close = scan.line.indexOf('`', scan.at + 1)
  if (close < 0 || close >= scan.end) return stop(scan, 'a backtick is not closed')
  if (scan.line.slice(scan.at, close).includes('\\')) return stop(scan, 'backticks hold a backslash')
  scan.at++
  nest(scan, 'end', close)
  if (scan.stopped === undefined) scan.at = close + 1
  gap(draft, inString ? 'no' : 'words')
}

function readDollar(scan: Scan, draft: WordDraft, inString: boolean): void {
  const next = peek(scan, 1)
  const many = inString ? 'no' : 'words'
  if (next === '\\') return stop(scan, insideWord)
  if (next === '[' || (next === '(' && peek(scan, 2) === '(')) {
    readSum(scan)
    gap(draft, 'no')
  } else if (next === '(') {
    scan.at += 2
    nest(scan, ')')
    gap(draft, many)
  } else if (next === '{') {
    const isList = readBraces(scan, draft, { readDollar, inString })
    gap(draft, isList ? 'words' : many)
  } else if (!inString && next === "'") {
    const found = match(scan, insideAnsi)
    if (found === undefined) return stop(scan, 'a quote is not closed')
    scan.at += found.length
    gap(draft, 'no')
  } else if (!inString && next === '"') {
    scan.at++
    readString(scan, draft)
    gap(draft, 'no')
  } else {
    scan.at++
    const found = match(scan, name)
    scan.at += found?.length ?? 0
    if (found === undefined) add(draft, '$', false)
    else gap(draft, found === '@' ? 'words' : many)
  }
}

function add(draft: WordDraft, text: string, isBare: boolean): void {
  draft.pieces.push((draft.pieces.pop() ?? '') + text)
  draft.bare += isBare ? text : ' '.repeat(Math.max(1, text.length))
}

function gap(draft: WordDraft, many: SeenWord['many']): void {
  draft.pieces.push('')
  draft.bare += ' '
  if (many === 'words' || draft.many === 'no') draft.many = many
}
