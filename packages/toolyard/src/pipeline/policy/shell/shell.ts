/**
 * Reads bash command lines for policy: what runs, with which words, and what speaks against letting it.
 *
 * @module
 */
import { analyse } from './analyse.ts'
import type { CommandLine } from './command-line.ts'
import { createPlaces } from './places.ts'
import { offerRule } from './offer-rule.ts'
import { loadParser } from './syntax-tree.ts'
import { tokenise } from './tokenise.ts'

export interface Shell {
  /** Never throws. */
  read(line: string, at: RunsAt): CommandLine
  /** The words of a rule such as `git log`; undefined if they are not plain words. */
  wordsOf(rule: string): readonly string[] | undefined
  offerRule: typeof offerRule
  /** Where it is loaded on demand: to be waited for before anything is read. Nothing once that was done. */
  readonly load?: (() => Promise<void>) | undefined
}

/** How a line is run. */
export interface RunsAt {
  /** Where, absolute. */
  readonly folder: string
  /** Something is written to its standard input. */
  readonly fed?: boolean | undefined
}

export interface ShellSettings {
  /** The real paths of the folders that commands may be given files of, the workspace first. */
  readonly roots: readonly string[]
  /** What Toolyard keeps for itself: no command is given a file of it unasked. */
  readonly statePaths?: readonly string[]
}

export async function createShell({ roots, statePaths }: ShellSettings): Promise<Shell> {
  const parse = await loadParser()
  const places = createPlaces(roots, statePaths)
  return {
    read: (line, { folder, fed = false }) => analyse(line, { parse, places, folder, fed }),
    wordsOf,
    offerRule,
  }
}

function wordsOf(rule: string): readonly string[] | undefined {
  const tokens = tokenise(rule)
  if ('reason' in tokens || tokens.length === 0) return undefined
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind !== 'word') return undefined
    words.push(token.word.text)
  }
  return words
}
