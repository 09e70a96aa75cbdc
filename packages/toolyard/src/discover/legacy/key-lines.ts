/**
 * On which line of a TOML text a key stands: the parser tells lines of its errors only.
 *
 * Reads text that the parser has accepted, statement by statement; inside values it looks at strings and brackets alone.
 *
 * @module
 */

/** The line of a key, or of the nearest table around it that has one. */
export type LineOf = (path: readonly string[]) => number | undefined

export function findKeyLines(text: string): LineOf {
  const lines = new Map<string, number>()
  const note = (path: readonly string[], line: number): void => {
    for (let length = 1; length <= path.length; length++) {
      const key = keyOf(path.slice(0, length))
      if (!lines.has(key)) lines.set(key, line)
    }
  }
  let table: readonly string[] = []
  let line = 1
  for (let at = 0; at < text.length;) {
    const statement = readStatement(text, at)
    if (statement.path.length > 0) {
      const path = statement.isHeader ? statement.path : [...table, ...statement.path]
      note(path, line + countLines(text.slice(at, statement.start)))
      if (statement.isHeader) table = path
    }
    line += countLines(text.slice(at, statement.end))
    at = statement.end
  }
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const found = lines.get(keyOf(path.slice(0, length)))
      if (found !== undefined) return found
    }
    return undefined
  }
}

interface TomlStatement {
  readonly path: readonly string[]
  readonly isHeader: boolean
  readonly start: number
  readonly end: number
}

const blank = /(?:[\s\uFEFF]|#[^\n]*)*/y
const header = /\[\[?([^\]\n"']*(?:"(?:[^"\\\n]|\\.)*"[^\]\n"']*|'[^'\n]*'[^\]\n"']*)*)\]\]?/y
const key = /((?:[\w-]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[ \t]*\.[ \t]*)+)[ \t]*=/y
const keyPart = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|[\w-]+/g

/** From `from`: blank lines and remarks, then one header or one key with its value. */
function readStatement(text: string, from: number): TomlStatement {
  const start = endOf(blank, text, from)
  const headerEnd = endOf(header, text, start)
  if (headerEnd > start)
    return { path: parts(text.slice(start, headerEnd)), isHeader: true, start, end: headerEnd }
  const keyEnd = endOf(key, text, start)
  if (keyEnd === start) return { path: [], isHeader: false, start, end: Math.max(start, from + 1) }
  return { path: parts(text.slice(start, keyEnd - 1)), isHeader: false, start, end: endOfValue(text, keyEnd) }
}

const string = /"""(?:[^\\]|\\[\s\S])*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y

function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length;) {
    const letter = text[at] ?? ''
    if (letter === '"' || letter === "'") {
      at = Math.max(endOf(string, text, at), at + 1)
      continue
    }
    if (letter === '#') {
      const newline = text.indexOf('\n', at)
      at = newline < 0 ? text.length : newline
      continue
    }
    if (letter === '\n' && depth === 0) return at
    if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    at++
  }
  return text.length
}

function parts(written: string): string[] {
  return [...written.matchAll(keyPart)].map(([whole, double, single]) => double ?? single ?? whole)
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

function keyOf(path: readonly string[]): string {
  return path.join('\u0000')
}
