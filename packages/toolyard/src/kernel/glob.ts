/**
 * Patterns with wildcards: `*` within a segment, `**` across segments, `?` one character.
 *
 * Matched by hand with two points of return (the last `*` and the last `**`), so that no pattern can hang the matching.
 *
 * @module
 */

/** A wildcard that can still take more text: where the pattern goes on, and how much it has taken. */
interface OpenWildcard {
  readonly from: number
  at: number
  /** `**` followed by a slash takes whole segments. */
  readonly segments: boolean
}

/** Whether all of `text` matches. In `flat` text (names, values) a single `*` crosses `/` too. */
export function matchGlob(pattern: string, text: string, flat = false): boolean {
  let at = 0
  let from = 0
  let near: OpenWildcard | undefined
  let far: OpenWildcard | undefined
  while (at < text.length) {
    const wanted = pattern[from]
    const got = text[at]
    if (wanted === '*') {
      const double = pattern[from + 1] === '*'
      const segments = double && pattern[from + 2] === '/'
      from += segments ? 3 : double ? 2 : 1
      if (double || flat) {
        far = { from, at, segments }
        near = undefined
      } else near = { from, at, segments }
    } else if (wanted !== undefined && (wanted === got || (wanted === '?' && (flat || got !== '/')))) {
      from++
      at++
    } else if (near && text[near.at] !== '/') {
      from = near.from
      at = ++near.at
    } else if (far) {
      near = undefined
      far.at = far.segments ? text.indexOf('/', far.at) + 1 || text.length + 1 : far.at + 1
      if (far.at > text.length) return false
      from = far.from
      at = far.at
    } else return false
  }
  while (pattern[from] === '*') from++
  return from === pattern.length
}
