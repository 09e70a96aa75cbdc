/**
 * A command line cut into words and operators, by bash's rules for blanks, comments and quotes.
 *
 * @module
 */
import { type Doubt, doubt } from './command-line.ts'
import { readWord, type Word } from './word.ts'

export type Token =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'operator'; readonly operator: string }
  | {
      readonly kind: 'redirection'
      readonly start: number
      /** Without the descriptor before it. */
      readonly operator: string
      readonly target: Word
    }

const blanks = /(?:[ \t]|\\\n)+/y
const comment = /#[^\n]*/y
const operators = /&&|\|\||;;|\|&|[;&|()\n]/y
const redirections = /\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<|>)|&>>?/y
const inPlaceOfFile = /^[<>]?\(/
const substitution = doubt('a command stands in place of a file (<(…))')
/** `{name}>` opens a descriptor and keeps its number in a variable. */
const namedDescriptor = /^\{\w+\}$/

export function tokenise(line: string): readonly Token[] | Doubt {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    at = skip(line, at)
    if (at >= line.length) break
    const token = nextToken(line, at)
    if ('reason' in token) return token
    tokens.push(token.token)
    at = token.end
  }
  return tokens
}

type Taken = { readonly token: Token; readonly end: number } | Doubt

function nextToken(line: string, at: number): Taken {
  if (inPlaceOfFile.test(line.slice(at, at + 2)) && line.charAt(at) !== '(') return substitution
  const redirection = matchAt(redirections, line, at)
  if (redirection) return readRedirection(line, at, redirection)
  const [operator] = matchAt(operators, line, at) ?? []
  if (operator === '(' && line.charAt(at + 1) === '(')
    return doubt('a sum stands where a command should ((…))')
  if (operator !== undefined) return { token: { kind: 'operator', operator }, end: at + operator.length }
  const word = readWord(line, at)
  if ('reason' in word) return word
  if (namedDescriptor.test(word.mask) && /[<>]/.test(line.charAt(word.end)))
    return doubt('a redirection keeps its number in a variable')
  return { token: { kind: 'word', word }, end: word.end }
}

function readRedirection(line: string, start: number, [text]: RegExpExecArray): Taken {
  const operator = text.replace(/^\d*/, '')
  if (text.length - operator.length > 1) return doubt('a redirection of a descriptor above 9')
  if (operator.startsWith('<<') && operator !== '<<<')
    return doubt('a text follows in the lines after it (<<)')
  const end = skip(line, start + text.length)
  if (inPlaceOfFile.test(line.slice(end, end + 2))) return substitution
  const target = readWord(line, end)
  if ('reason' in target) return target
  if (target.end === target.start) return doubt('a redirection has no target')
  if (operator.endsWith('&') && line.charAt(end) === '-' && target.end > end + 1)
    return doubt('a redirection runs into the next word')
  return { token: { kind: 'redirection', start, operator, target }, end: target.end }
}

/** Past blanks, joined lines and a comment. */
function skip(line: string, from: number): number {
  const at = from + (matchAt(blanks, line, from)?.[0].length ?? 0)
  return at + (matchAt(comment, line, at)?.[0].length ?? 0)
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(line) ?? undefined
}
