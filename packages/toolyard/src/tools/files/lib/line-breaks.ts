/**
 * Keeps the line breaks of a file in what is put into it.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { Match } from './find-text.ts'

/** Answers a text with its breaks as they are in the bytes that it replaces, line by line, or else around them. */
export type KeepBreaks = (match: Match, text: string) => string

const [lineFeed, carriageReturn] = [10, 13]

/** Asked for matches in order, so that no stretch of the file is searched twice. */
export function breaksOf(content: Buffer): KeepBreaks {
  let [from, feed] = [0, content.indexOf(lineFeed)]
  const last = feed < 0 ? -1 : content.lastIndexOf(lineFeed)
  const feedAfter = (position: number): number => {
    if (position < from || (feed >= 0 && feed < position)) feed = content.indexOf(lineFeed, position)
    from = position
    return feed
  }
  return ({ start, end }, text) => {
    if (!text.includes('\n')) return text
    const breaks: string[] = []
    for (let at = feedAfter(start); at >= 0 && at < end; at = feedAfter(at + 1))
      breaks.push(breakAt(content, at))
    const near = feedAfter(end)
    const usual = breaks.at(-1) ?? breakAt(content, near < 0 ? last : near)
    // A file without any break has none to follow.
    if (last < 0 || (usual === '\n' && !breaks.includes('\r\n') && !text.includes('\r\n'))) return text
    let line = 0
    return text.replaceAll(/\r?\n/g, () => breaks[line++] ?? usual)
  }
}

function breakAt(content: Buffer, at: number): string {
  return at > 0 && content[at - 1] === carriageReturn ? '\r\n' : '\n'
}
