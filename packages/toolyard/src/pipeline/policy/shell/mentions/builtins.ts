/**
 * Builtins of bash that evaluate their words, change what later words mean, or run text.
 *
 * A name with a subscript, a number and a nameref are evaluated, and may hold commands even inside quotes.
 *
 * @module
 */
import type { SeenCommand } from './scan.ts'
import { isCounted } from './scan-test.ts'
import { exactText, mayBe, mayBegin, type SeenWord } from './seen-word.ts'
import { holdsCommand, isSpecialVariable } from './variables.ts'

/** Reads text as commands, loads it, or gives names another meaning. */
const changing = new Set(
  'source . alias enable hash bind complete compgen compopt fc history caller'.split(' '),
)
/** Takes names of variables, some with a value behind `=`. */
const naming = new Set(
  'declare typeset local export readonly unset read mapfile readarray getopts wait'.split(' '),
)
/** Options after which bash evaluates values, or calls back. */
const evaluating: Readonly<Record<string, RegExp>> = {
  declare: /[in]/,
  typeset: /[in]/,
  local: /[in]/,
  unset: /n/,
  mapfile: /[Cc]/,
  readarray: /[Cc]/,
  export: /n/,
  readonly: /n/,
}
const plainSettings =
  /^(?:[-+][abefhmuvxCEPT]*o?|errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber|allexport|errtrace|functrace|--)$/
const plainShopt = /^(?:-[suq]+|nullglob|failglob|dotglob|globstar|inherit_errexit|lastpipe|pipefail)$/
const assigned = /^['"]?([A-Za-z_][^\s=+[]*)\+?=/
const reading = new Set(['read', 'mapfile', 'readarray'])
const plainName = /^[A-Za-z_]\w*$/
/** In place of what runs nothing. */
const plainValues = new Set(['', 'cat', 'true', 'false', ':'])

/** Why the variables that a command sets can change what runs. */
export function objectionToSettings({ assignments, words }: SeenCommand): string | undefined {
  const name = words[0] && exactText(words[0])
  // What `read` splits by holds for it alone.
  const lasting = assignments.filter(({ source }) => !(reading.has(name ?? '') && source.startsWith('IFS=')))
  return lasting.map(objectionToAssignment).find((reason) => reason !== undefined)
}

/** Why what a builtin does can't be told from its words. */
export function objectionToBuiltin(builtin: string, rest: readonly SeenWord[]): string | undefined {
  if (changing.has(builtin))
    return builtin === 'hash' && isPlainHash(rest)
      ? undefined
      : `"${builtin}" can change what names mean, or runs text`
  if (builtin === 'let') return '"let" evaluates its words'
  if (builtin === 'printf') return objectionToPrintf(rest)
  if (builtin === 'test' || builtin === '[')
    return testsVariable(rest) ? `"${builtin}" may evaluate a name` : undefined
  if (builtin === 'set') return objectionToSet(rest)
  if (builtin === 'shopt')
    return rest.every((word) => plainShopt.test(exactText(word) ?? '\n'))
      ? undefined
      : '"shopt" changes how bash reads'
  return naming.has(builtin) ? objectionToNames(builtin, rest) : undefined
}

/** Setting a variable that others evaluate, look things up in, or run. */
export function objectionToAssignment({ source, pieces }: SeenWord): string | undefined {
  const name = assigned.exec(source)?.[1] ?? ''
  const value = pieces.length === 1 ? (pieces[0] ?? '').replace(/^[^=]*=/s, '') : undefined
  if (value !== undefined && plainValues.has(value) && holdsCommand(name)) return undefined
  const isHidden = isSpecialVariable(name) || (holdsCommand(name) && value === undefined)
  return isHidden ? `it sets ${name}, which can change what runs` : undefined
}

function isPlainHash(words: readonly SeenWord[]): boolean {
  return words.every(({ source }) => source === '-r')
}

/** `-v NAME` and `%n` take names. */
function objectionToPrintf(words: readonly SeenWord[]): string | undefined {
  const [first, second] = words[0]?.source === '--' ? words.slice(1) : words
  if (!first) return undefined
  const format = exactText(first)
  const last = first.pieces.at(-1) ?? ''
  // With text behind the gap and nothing after it, it is a format that gets no name.
  if (format === undefined && words.length === 1 && last !== '' && !last.endsWith(']')) return undefined
  if (format === undefined)
    return mayBegin(first, '-v') || first.pieces[0] === '' ? unread('printf', first) : undefined
  if (format === '-v')
    return second && plainName.test(exactText(second) ?? '')
      ? objectionToName(second)
      : unread('printf', second)
  return /%[^%A-Za-z]*[hjlLtz]*n/.test(format) || format.startsWith('-v')
    ? '"printf" sets a variable'
    : undefined
}

function objectionToName(word: SeenWord): string | undefined {
  return isSpecialVariable(exactText(word) ?? '')
    ? `it sets ${word.source}, which can change what runs`
    : undefined
}

/** `-v NAME`, where a word that can't be read may be `-v` or the name. */
function testsVariable(words: readonly SeenWord[]): boolean {
  return words.some((word, at) => {
    if (word.many === 'words' && !isCounted(word)) return true
    const next = words[at + 1]
    return mayBe(word, '-v') && next !== undefined && !/^[^[]*$/.test(exactText(next) ?? '[')
  })
}

function objectionToSet(words: readonly SeenWord[]): string | undefined {
  for (const word of words) {
    const text = exactText(word)
    if (text === '--') return undefined
    if (text === undefined || !plainSettings.test(text)) return '"set" changes how bash reads'
  }
  return undefined
}

function objectionToNames(builtin: string, words: readonly SeenWord[]): string | undefined {
  for (const word of words) {
    const text = exactText(word)
    const isAssigning = assigned.test(word.source)
    if (isAssigning) {
      const problem = objectionToAssignment(word)
      if (problem !== undefined) return problem
      continue
    }
    if (text === undefined || text.includes('[')) {
      if (builtin === 'wait' && text === undefined && word.many === 'no') continue
      return unread(builtin, word)
    }
    if (/^[-+]\w/.test(text) && evaluating[builtin]?.test(text) === true)
      return `"${builtin} ${text}" evaluates values`
    const problem = builtin === 'export' || builtin === 'readonly' ? undefined : objectionToName(word)
    if (problem !== undefined) return problem
  }
  return undefined
}

function unread(builtin: string, word: SeenWord | undefined): string {
  return `"${builtin}" evaluates "${word?.source ?? ''}"`
}
