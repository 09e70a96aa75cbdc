/**
 * Rules on a call that touches everything at an origin: `use_browser(https://example.com)`.
 *
 * Which pages of an origin such a call reaches can't be told, so a rule that forbids holds if it speaks of any page there, and
 * one that allows only if it speaks of them all.
 *
 * @module
 */
import { matchGlob } from '../../kernel/index.ts'
import { namesSite, normalPattern, siteOf } from './url-patterns.ts'

export function matchesOrigin(written: string, effect: 'allow' | 'ask' | 'deny', id: string): boolean {
  const pattern = normalPattern(written)
  const origin = siteOf(id)
  if (effect !== 'allow' && matchGlob(pattern.toLowerCase(), `${origin}/`, true)) return true
  if (effect !== 'allow' && namesSite(written, id)) return true
  if (matchGlob(pattern, origin) || pattern === `${origin}/`) return true
  if (effect !== 'allow') return speaksOfPageAt(pattern, `${origin}/`)
  return pattern.endsWith('**') && matchGlob(pattern, `${origin}/`)
}

/** Whether some text that begins with `start` matches: whether any place in the pattern can be reached by it. */
function speaksOfPageAt(pattern: string, start: string): boolean {
  let places = withSkipped(pattern, new Set([0]))
  for (const letter of start) {
    const next = new Set<number>()
    for (const at of places) {
      const wanted = pattern[at]
      if (wanted === '*') {
        if (letter !== '/' || isDouble(pattern, at)) next.add(at)
      } else if (wanted === letter || (wanted === '?' && letter !== '/')) next.add(at + 1)
    }
    places = withSkipped(pattern, next)
  }
  return places.size > 0
}

/** A wildcard may stand for nothing, and `**` before a slash for no segment at all. */
function withSkipped(pattern: string, places: ReadonlySet<number>): Set<number> {
  const all = new Set(places)
  for (const at of all) {
    if (pattern[at] !== '*') continue
    all.add(at + 1)
    if (isDouble(pattern, at) && pattern[at + 1] === '/') all.add(at + 2)
  }
  return all
}

function isDouble(pattern: string, at: number): boolean {
  return pattern[at - 1] === '*' || pattern[at + 1] === '*'
}
