/**
 * Which names a filter takes: `*` stands for any characters, `?` for one.
 *
 * @module
 */
import type { McpToolFilter } from './server-spec.ts'

export function takes({ include, exclude = [] }: McpToolFilter, name: string): boolean {
  const isIncluded = include === undefined || include.some((pattern) => matches(pattern, name))
  return isIncluded && !exclude.some((pattern) => matches(pattern, name))
}

/** In time that grows with the product of both lengths at the most, whatever the pattern. */
function matches(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let afterStar = 0
  for (let index = 0; index < name.length;) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++
      afterStar = index
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index])) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++afterStar
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
