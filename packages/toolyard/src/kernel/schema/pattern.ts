/**
 * Regular expressions that come from outside, in linear time.
 *
 * A `pattern` of a schema is matched by RE2's rules: no back-references, no look-around except ahead from the start, and no
 * pattern that explodes. The one engine is used for checking a definition and for running it, so that both agree.
 *
 * @module
 */
import type * as Re2 from 're2js'
import { messageOf } from '../error.ts'
import { lazy } from '../lazy.ts'
import { translatePattern } from './translate-pattern.ts'

const re2 = lazy((require) => (require('re2js') as typeof Re2).RE2JS)

/** Letters, classes and one plain quantifier at most, perhaps in one group: such a pattern is linear in any engine. */
const plain =
  /^\^?(?:[\w\s.@:/,;=<>!"'#%&~-]|\\[dwsDWS.+*?()[\]{}|^$/\\-]|\[(?:[^\\[\]]|\\.)*\])*(?:[+*?]|\{\d{1,3}(?:,\d{0,3})?\})?\$?$/
const oneGroup = /^\^\(([^()|]*)\)\$$/
/** Except where every start would run to the end of the text in vain. */
const openRun = /^[^^].*[+*}]\$$/s

/** A long count without `^`: every start would count again. */
const openCount = /^[^^].*\{(?:\d{3}|[2-9]\d|\d+,\d{2,})/s

/** Longer patterns are not taken, nor those that are longer once their repetitions are written out. */
const mostCharacters = 2000
const mostInstructions = 5000
/** Steps that can be made in passing: at most some 50 ms on a slow machine. */
export const quickSteps = 500_000

/** How many characters the engine of the platform compares in the time of one step. */
const nativeSpeed = 20

export interface Matcher {
  test(text: string): boolean
  /** How many steps `test` makes at most. More than `quickSteps` of them are for `matchApart`, which holds up no other call. */
  stepsOn(text: string): number
}

/** A reason why `pattern` can't be taken, or nothing. */
export function checkPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'must be a string'
  if (pattern.length > mostCharacters)
    return `is ${pattern.length} characters long; at most 2,000 are accepted`
  if (isPlainPattern(pattern)) return undefined
  try {
    compilePattern(pattern)
    return undefined
  } catch (error) {
    if (error instanceof TooLarge) return error.message
    return `"${pattern.slice(0, 80)}" is not a pattern that runs in linear time (${messageOf(error)}); leave out look-around and back-references`
  }
}

/** A matcher that finds `pattern` anywhere in a text, in time linear in the text. Throws where `checkPattern` objects. */
export function compilePattern(pattern: string): Matcher {
  if (isPlainPattern(pattern)) {
    const plainPattern = new RegExp(pattern, 'u')
    // From each start at most the whole pattern is compared.
    const size = pattern.startsWith('^') ? 1 : pattern.length
    return { test: (text) => plainPattern.test(text), stepsOn: (text) => (text.length * size) / nativeSpeed }
  }
  if (pattern.length > mostCharacters) throw new Error(`it is ${pattern.length} characters long`)
  return compileCount(pattern) ?? compileAhead(pattern) ?? compileRe2(pattern)
}

/** One class and one long count, as in `^.{1,5000}$`: nothing is written out, the characters are counted. */
const oneCount =
  /^\^\(?((?:\.|[\w ]|\\[dwsDWS]|\\[pP]\{[\w=]+\}|\[(?:[^\\[\]]|\\.)*\]))\{(\d{1,9})(,?)(\d{0,9})\}\)?(\$?)$/

function compileCount(pattern: string): Matcher | undefined {
  const [, one, least = '', comma, most = '', end] = oneCount.exec(pattern) ?? []
  const isGroup = pattern.startsWith('^(')
  if (one === undefined || isGroup !== /\)\$?$/.test(pattern)) return undefined
  const first = Number(least)
  const last = comma === '' ? first : most === '' ? Infinity : Number(most)
  if (last < first) return undefined
  const run = new RegExp(`^(?:${one})*`, 'u')
  return {
    test(text) {
      const [found = ''] = run.exec(text) ?? []
      const isWhole = end === '' || found.length === text.length
      return isWhole && isLength(found, first, end === '' ? Infinity : last)
    },
    stepsOn: (text) => text.length,
  }
}

/** In code points. */
function isLength(text: string, least: number, most: number): boolean {
  if (text.length < least || text.length > 2 * most) return false
  let length = 0
  for (const _ of text) length++
  return length >= least && length <= most
}

/** Looks ahead from the start, as in `^(?!tmp)(?=.*\\d).+$`: each look is a pattern of its own. */
function compileAhead(pattern: string): Matcher | undefined {
  const parts: { readonly wanted: boolean; readonly matcher: Matcher }[] = []
  let rest = pattern.startsWith('^') ? pattern.slice(1) : ''
  while (/^\(\?[=!]/.test(rest)) {
    const end = endOfGroup(rest)
    if (end === undefined) return undefined
    parts.push({ wanted: rest[2] === '=', matcher: compilePattern(`^(?:${rest.slice(3, end)})`) })
    rest = rest.slice(end + 1)
  }
  if (parts.length === 0 || hasAlternatives(rest)) return undefined
  parts.push({ wanted: true, matcher: compilePattern(`^(?:${rest})`) })
  return {
    test: (text) => parts.every(({ wanted, matcher }) => matcher.test(text) === wanted),
    stepsOn: (text) => parts.reduce((sum, { matcher }) => sum + matcher.stepsOn(text), 0),
  }
}

/** A bar outside all groups would make the looks belong to its left side alone. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0
  for (const [token] of pattern.matchAll(tokens)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token === '|' && depth === 0) return true
  }
  return false
}

/** Where the group with which a pattern starts is closed. */
function endOfGroup(pattern: string): number | undefined {
  let depth = 0
  for (const { 0: token, index } of pattern.matchAll(tokens)) {
    if (token === '(') depth++
    else if (token === ')' && --depth === 0) return index
  }
  return undefined
}

/** Escapes and classes as wholes. */
const tokens = /\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*\]|[()|]/g

class TooLarge extends Error {}

function compileRe2(pattern: string): Matcher {
  const compiled = re2().compile(re2().translateRegExp(translatePattern(pattern)))
  const size = compiled.programSize()
  if (size > mostInstructions) throw new TooLarge(tooLarge(size))
  return {
    test: (text) => compiled.test(text),
    stepsOn: (text) => text.length * size,
  }
}

function tooLarge(size: number): string {
  return `is too large: its repetitions written out make ${size} steps, and at most 5,000 are accepted`
}

/** Whether any engine matches `pattern` in linear time. */
export function isPlainPattern(pattern: string): boolean {
  const inner = pattern.replace(oneGroup, '^$1$')
  try {
    return (
      pattern.length <= 500 &&
      plain.test(inner) &&
      !openRun.test(inner) &&
      !openCount.test(inner) &&
      Boolean(new RegExp(pattern, 'u'))
    )
  } catch {
    return false
  }
}
