/**
 * Parts of a page that stand on the page before just so (menus, footers): the model has read them, so that one line stands for
 * each.
 *
 * @module
 */
import { depthOf } from './snapshot.ts'

/** What sites repeat on each page. */
const repeated =
  /^ *- (?:banner|navigation|contentinfo|complementary|list|menubar|menu|search|region|tablist)\b.*:$/
/** Shorter ones are shown. */
const fewestLines = 4

export interface FoldedLines {
  readonly lines: readonly string[]
  /** How many lines were left out. */
  readonly left: number
}

export function foldSameParts(before: readonly string[], after: readonly string[]): FoldedLines {
  const known = new Set<string>()
  before.forEach((line, at) => {
    if (repeated.test(line)) known.add(keyOf(partAt(before, at)))
  })
  if (known.size === 0) return { lines: after, left: 0 }
  const lines: string[] = []
  let left = 0
  for (let at = 0; at < after.length; at++) {
    const line = after[at] ?? ''
    const part = repeated.test(line) ? partAt(after, at) : []
    if (part.length >= fewestLines && known.has(keyOf(part))) {
      lines.push(`${line} (${part.length - 1} lines as before)`)
      left += part.length - 1
      at += part.length - 1
    } else lines.push(line)
  }
  return { lines, left }
}

function partAt(lines: readonly string[], at: number): readonly string[] {
  const depth = depthOf(lines[at] ?? '')
  let end = at + 1
  while (end < lines.length && depthOf(lines[end] ?? '') > depth) end++
  return lines.slice(at, end)
}

/** Refs are new in each document. */
function keyOf(part: readonly string[]): string {
  const depth = depthOf(part[0] ?? '')
  return part.map((line) => line.slice(depth).replaceAll(/ \[ref=\w+\]/g, '')).join('\n')
}
