/**
 * Regular expressions that come from outside, in linear time.
 *
 * A `pattern` of a schema is matched by RE2's rules: no back-references, no look-around, and no pattern that
 * explodes. The one engine is used for checking a definition and for running it, so that both agree.
 *
 * @module
 */
import type * as Re2 from 're2js'
import { messageOf } from './error.ts'
import { lazy } from './lazy.ts'

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

export interface Matcher {
  test(text: string): boolean
  /** How many steps `test` makes at most. More than `quickSteps` of them are for `matchApart`, which holds nobody up. */
  stepsOn(text: string): number
}

/** A reason why `pattern` can't be taken, or nothing. */
export function checkPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'must be a string'
  if (pattern.length > mostCharacters)
    return `is ${pattern.length} characters long; at most 2,000 are accepted`
  if (isPlainPattern(pattern)) return undefined
  try {
    const size = compileRe2(pattern).programSize()
    return size <= mostInstructions ? undefined : tooLarge(size)
  } catch (error) {
    return `"${pattern.slice(0, 80)}" is not a pattern that runs in linear time (${messageOf(error)}); leave out look-around and back-references`
  }
}

/** A matcher that finds `pattern` anywhere in a text, in time linear in the text. Throws where `checkPattern` objects. */
export function compilePattern(pattern: string): Matcher {
  if (isPlainPattern(pattern)) {
    const plainPattern = new RegExp(pattern, 'u')
    return { test: (text) => plainPattern.test(text), stepsOn: () => 0 }
  }
  if (pattern.length > mostCharacters) throw new Error(`it is ${pattern.length} characters long`)
  const compiled = compileRe2(pattern)
  const size = compiled.programSize()
  if (size > mostInstructions) throw new Error(tooLarge(size))
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

/** Escapes that JSON Schema has and RE2 spells otherwise, such as `\u4e00`, are translated. */
function compileRe2(pattern: string): Re2.RE2JS {
  return re2().compile(re2().translateRegExp(pattern))
}
