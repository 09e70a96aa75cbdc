/**
 * One word of a command line, read as bash reads it: quotes taken off, the plain `$NAME` noted, wildcards kept apart.
 *
 * Everything that would make the word something else than what is written answers a doubt.
 *
 * @module
 */
import { type Doubt, doubt } from './command-line.ts'

export interface Word {
  readonly start: number
  readonly end: number
  /** The exact text; a variable stands in it as `$NAME`. */
  readonly text: string
  /** The text with a NUL for each character that was quoted or came from a variable. */
  readonly mask: string
  /** What is matched against file names, where a wildcard is not quoted. */
  readonly pattern: string | undefined
  /** Names of the variables in it. */
  readonly variables: readonly string[]
}

interface Draft {
  readonly line: string
  at: number
  text: string
  mask: string
  pattern: string
  wild: boolean
  readonly variables: string[]
}

const ends = /[ \t\n|&;()<>]/
const wildcards = /[*?[\]\\]/g
const name = /[A-Za-z_]\w*|[0-9?#$!@*-]/y
const tilde = /(?:^|[=:])~/

const unclosed = doubt('a quote is not closed')

/** The word that begins at `start`. */
export function readWord(line: string, start: number): Word | Doubt {
  const draft: Draft = { line, at: start, text: '', mask: '', pattern: '', wild: false, variables: [] }
  while (draft.at < line.length && !ends.test(line.charAt(draft.at))) {
    const problem = readPart(draft)
    if (problem) return problem
  }
  const { text, mask, at, variables } = draft
  if (hasBraces(mask)) return doubt(`"${text}" stands for several words ({…})`)
  if (tilde.test(mask)) return doubt(`"${text}" stands for a home folder (~)`)
  return { start, end: at, text, mask, pattern: draft.wild ? draft.pattern : undefined, variables }
}

/** Written as it is meant: no quotes, no variables, no wildcards. */
export function isPlain({ start, end, text, mask, pattern }: Word): boolean {
  return pattern === undefined && text === mask && end - start === text.length
}

function hasBraces(mask: string): boolean {
  const inside = mask.slice(mask.indexOf('{') + 1, mask.lastIndexOf('}'))
  return mask.includes('{') && (inside.includes(',') || inside.includes('..'))
}

function readPart(draft: Draft): Doubt | undefined {
  const { line, at } = draft
  const char = line.charAt(at)
  if (char === "'") return readRaw(draft)
  if (char === '"') return readString(draft)
  if (char === '\\') return readEscape(draft)
  if (char === '$') return readDollar(draft, false)
  if (char === '`') return doubt('a command runs inside a word (backticks)')
  draft.at++
  draft.text += char
  draft.mask += char
  draft.pattern += char
  if (char === '*' || char === '?' || char === '[') draft.wild = true
  return undefined
}

function readRaw(draft: Draft): Doubt | undefined {
  const close = draft.line.indexOf("'", draft.at + 1)
  if (close < 0) return unclosed
  quoted(draft, draft.line.slice(draft.at + 1, close))
  draft.at = close + 1
  return undefined
}

function readEscape(draft: Draft): Doubt | undefined {
  const next = draft.line.charAt(draft.at + 1)
  if (next === '') return doubt('a backslash stands at the end')
  if (next === '\n') return doubt('two lines are joined inside a word')
  quoted(draft, next)
  draft.at += 2
  return undefined
}

function readString(draft: Draft): Doubt | undefined {
  const { line } = draft
  draft.at++
  while (draft.at < line.length) {
    const char = line.charAt(draft.at)
    if (char === '"') {
      draft.at++
      return undefined
    }
    if (char === '`') return doubt('a command runs inside a word (backticks)')
    if (char === '$') {
      const problem = readDollar(draft, true)
      if (problem) return problem
    } else if (char === '\\' && '$`"\\\n'.includes(line.charAt(draft.at + 1) || ' ')) {
      const problem = readEscape(draft)
      if (problem) return problem
    } else {
      quoted(draft, char)
      draft.at++
    }
  }
  return unclosed
}

function readDollar(draft: Draft, inString: boolean): Doubt | undefined {
  const next = draft.line.charAt(draft.at + 1)
  if (next === '(') return doubt('a command or a sum stands inside a word ($(…))')
  if (next === '{') return doubt('an expansion that can do more than read a variable (${…})')
  if (next === '[') return doubt('a sum stands inside a word ($[…])')
  if (!inString && (next === "'" || next === '"')) return doubt(`a word is written with $${next}…${next}`)
  name.lastIndex = draft.at + 1
  const [found] = name.exec(draft.line) ?? []
  if (found !== undefined) draft.variables.push(found)
  quoted(draft, `$${found ?? ''}`)
  draft.at += 1 + (found?.length ?? 0)
  return undefined
}

/** Takes text as it is. An empty one still makes a word. */
function quoted(draft: Draft, text: string): void {
  draft.text += text
  draft.mask += '\0'.repeat(text.length)
  draft.pattern += text.replaceAll(wildcards, String.raw`\$&`)
}
