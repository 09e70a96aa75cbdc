/**
 * The arguments of ripgrep for one `grep` call.
 *
 * Whatever a caller writes stands behind an equals sign or behind `--`, so that nothing of it is ever read as an
 * option.
 *
 * @module
 */
import type { GlobSet } from './glob-set.ts'
import { secretGlobs } from './secret-names.ts'

export interface GrepInput {
  readonly pattern: string
  readonly path: string
  readonly glob?: string | undefined
  readonly type?: string | undefined
  readonly output_mode: 'content' | 'files' | 'count'
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly context?: number | undefined
  readonly ignore_case: boolean
  readonly literal: boolean
  readonly multiline: boolean
  readonly hidden: boolean
  readonly limit: number
  readonly offset: number
}

/** How every line of a match begins: who prints it, then fields between marks that no number has. */
export const matchMark = '\u001f'
export const contextMark = '\u001e'
/** Longer lines are read from the file, around the match. */
export const longestLine = 4096

/** Which files are looked at. */
export interface Filter {
  readonly hidden: boolean
  readonly type?: string | undefined
  readonly globs?: GlobSet | undefined
  /** Also those that are likely to hold secrets. */
  readonly withSecrets: boolean
  /** The folder was named although it is ignored: what ignore files above it say does not count. */
  readonly isNamed?: boolean
}

/** With globs or a type, ripgrep's log would name every file that does not fit. */
export function isNarrowed({ type, globs }: Filter): boolean {
  return type !== undefined || Boolean(globs && globs.wanted.length + globs.unwanted.length > 0)
}

/** Finding: which files match, and how often. */
export function findArgs(input: GrepInput, filter: Filter, sorted: boolean): string[] {
  return [
    input.output_mode === 'files' ? '--files-with-matches' : '--count',
    '--null',
    '--stats',
    ...(isNarrowed(filter) ? [] : ['--debug']),
    ...(sorted ? ['--sort=path', '--line-buffered'] : []),
    ...filterArgs(filter),
    ...patternArgs(input),
    '--',
    './',
  ]
}

/** Later globs win, so that nothing a caller writes brings back what is left out. */
export function filterArgs({ hidden, type, globs, withSecrets, isNamed }: Filter): string[] {
  const without = [...(hidden ? ['.git'] : []), ...(withSecrets ? [] : secretGlobs)]
  return [
    '--no-require-git',
    ...(isNamed ? ['--no-ignore-parent'] : []),
    ...(hidden ? ['--hidden'] : []),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(globs?.wanted ?? []).map((glob) => `--glob=${glob}`),
    ...[...(globs?.unwanted ?? []), ...without].map((glob) => `--glob=!${glob}`),
  ]
}

/** Reading: the lines themselves, of files that are known to match. */
export function readArgs(input: GrepInput, ways: readonly string[], perFile: number): string[] {
  const { before, after } = contextOf(input)
  return [
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--column',
    '--byte-offset',
    '--text',
    '--threads=1',
    `--max-columns=${longestLine}`,
    `--max-count=${perFile}`,
    `--field-match-separator=${matchMark}`,
    `--field-context-separator=${contextMark}`,
    `--before-context=${before}`,
    `--after-context=${after}`,
    ...patternArgs(input),
    '--',
    ...ways,
  ]
}

/** Counting again, in files that are known to match. */
export function recountArgs(input: GrepInput, ways: readonly string[]): string[] {
  const mode = input.output_mode === 'files' ? '--files-with-matches' : '--count'
  return [mode, '--null', '--with-filename', '--text', '--threads=1', ...patternArgs(input), '--', ...ways]
}

export function contextOf({ before, after, context = 0 }: GrepInput): { before: number; after: number } {
  return { before: before ?? context, after: after ?? context }
}

function patternArgs({ pattern, ignore_case, literal, multiline }: GrepInput): string[] {
  return [
    ...(ignore_case ? ['--ignore-case'] : []),
    ...(literal ? ['--fixed-strings'] : []),
    ...(multiline ? ['--multiline', '--multiline-dotall'] : []),
    `--regexp=${pattern}`,
  ]
}
