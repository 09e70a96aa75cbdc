/**
 * A pass over a command line that finds every simple command at any depth: in lists, loops, substitutions, here-documents.
 *
 * It does not judge structure: whatever bash may take for a command counts as one. What it can't vouch for stops the pass
 * with a reason.
 *
 * @module
 */
import type { SeenWord } from './seen-word.ts'

export interface SeenRedirection {
  readonly operator: string
  readonly target: SeenWord
}

/** A simple command. Without words it only sets variables or files. */
export interface SeenCommand {
  readonly assignments: readonly SeenWord[]
  readonly words: readonly SeenWord[]
  readonly redirections: readonly SeenRedirection[]
}

/** A text that follows in the lines after `<<`. */
interface HereDocument {
  readonly delimiter: string
  readonly tabs: boolean
  /** Nothing in it is expanded. */
  readonly quoted: boolean
}

/** A word in the making. */
export interface WordDraft {
  pieces: string[]
  many: SeenWord['many']
  /** What stands there unquoted, with a blank for everything else. */
  bare: string
}

/** What ends a list: the line, a bracket, or a branch of `case`. */
export type ListEnd = 'end' | ')' | 'branch'

export interface Scan {
  readonly line: string
  /** Where the part that is read ends. */
  end: number
  at: number
  depth: number
  readonly commands: SeenCommand[]
  readonly waiting: HereDocument[]
  /** Why the rest can't be read. */
  stopped: string | undefined
  /** Reads commands up to the end of a list, and past it. */
  readonly readList: (scan: Scan, until: ListEnd) => void
}

const maxDepth = 24

export function stop(scan: Scan, reason: string): void {
  scan.stopped ??= reason
  scan.at = scan.end
}

export function isDone({ at, end, stopped }: Scan): boolean {
  return stopped !== undefined || at >= end
}

export function peek({ line, at, end }: Scan, ahead = 0): string {
  return at + ahead < end ? line.charAt(at + ahead) : ''
}

/** The text that `pattern` (sticky) finds here. */
export function match({ line, at, end }: Scan, pattern: RegExp): string | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(line)?.[0]
  return found !== undefined && at + found.length <= end ? found : undefined
}

/** Reads a list in brackets, or a part of the line as a list of its own. */
export function nest(scan: Scan, until: ListEnd, bound = scan.end): void {
  if (++scan.depth > maxDepth) return stop(scan, `its commands are more than ${maxDepth} deep`)
  const { end } = scan
  scan.end = bound
  scan.readList(scan, until)
  scan.end = end
  if (scan.stopped !== undefined) scan.at = end
  scan.depth--
}

const blanks = /(?:[ \t]|\\\n)+/y
const comment = /#[^\n]*/y

/** Past blanks, joined lines and a comment. */
export function skipBlanks(scan: Scan): void {
  scan.at += match(scan, blanks)?.length ?? 0
  scan.at += match(scan, comment)?.length ?? 0
}
