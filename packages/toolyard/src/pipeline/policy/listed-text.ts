/**
 * A pattern against a text that may be a list of things: `ann@example.com, bob@example.com`.
 *
 * Which texts are lists is known to the tool alone, so every text that could be one is taken for one: an allow rule must fit
 * each element, a deny or ask rule only one of them.
 *
 * @module
 */
import { matchGlob } from '../../kernel/index.ts'

/** What stands between elements, whatever the tool takes for it. */
const separators = /[,;|\n\r\v\f\u0085\u2028\u2029\u060c\u061b\u3001\uff0c\uff1b]/
/** What may stand around one: `Eve <eve@example.com>`. */
const brackets = /[<>()[\]{}"'`]/

export function matchesText(effect: 'deny' | 'ask' | 'allow', pattern: string, text: string): boolean {
  return effect === 'allow' ? fitsEach(pattern, text) : fitsAny(pattern, text)
}

function fitsEach(pattern: string, text: string): boolean {
  if (!matchGlob(pattern, text, true)) return false
  if (/^\*+$/.test(pattern)) return true
  const elements = elementsOf(text, separators)
  if (separators.test(pattern)) {
    // A pattern that is a list itself speaks of its elements in their order.
    const patterns = elementsOf(pattern, separators)
    return (
      patterns.length === elements.length &&
      elements.every((element, index) => fits(patterns[index] ?? '', element))
    )
  }
  return elements.every((element) => fits(pattern, element))
}

/** Where a pattern says how an element ends and holds no blank, a blank before that end begins another element. */
function fits(pattern: string, element: string): boolean {
  if (!matchGlob(pattern, element, true)) return false
  if (!pattern.includes('*') || pattern.endsWith('*') || /\s/.test(pattern)) return true
  return elementsOf(element, /\s/).every((word) => matchGlob(pattern, word, true))
}

/** Whichever way the text is taken apart; letters count in either case. */
function fitsAny(pattern: string, text: string): boolean {
  const lower = pattern.toLowerCase()
  return partsOf(text).some(
    (part) => matchGlob(pattern, part, true) || matchGlob(lower, part.toLowerCase(), true),
  )
}

const levels = [separators, /\s/, brackets]

/** The text, and its parts by each of the levels and those before it. */
function partsOf(text: string): readonly string[] {
  const trimmed = text.trim()
  let parts = trimmed === text || trimmed === '' ? [text] : [text, trimmed]
  for (const by of levels)
    if (by.test(text))
      parts = [...parts, ...parts.filter((part) => by.test(part)).flatMap((part) => elementsOf(part, by))]
  return parts
}

function elementsOf(text: string, by: RegExp): string[] {
  const elements = text.split(by).map((element) => element.trim())
  return elements.filter((element) => element !== '')
}
