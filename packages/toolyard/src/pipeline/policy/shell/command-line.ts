/**
 * What is known of a command line without running it: its simple commands, and what keeps it from being judged.
 *
 * @module
 */

import type { Mentions } from './mentions/index.ts'

/** Why a line can't be granted by rules. */
export interface Doubt {
  readonly reason: string
}

export function doubt(reason: string): Doubt {
  return { reason }
}

/** One program with its words, as a rule is held against it. */
export interface SimpleCommand {
  /** As it stands in the line. */
  readonly text: string
  /** The exact words that the program will get, without options before them that change nothing. */
  readonly argv: readonly string[]
  /** Why no rule lets it run without a question. */
  readonly asks: string | undefined
  /** Why words after those of a rule are not granted with it; undefined if all of them are harmless. */
  readonly beyond: string | undefined
  /** A word of it stands for names of files. */
  readonly wild: boolean
  /** Runs what its words or its input tell it to: a shell, an interpreter, a wrapper. */
  readonly runner: boolean
  /** Something may be written to its standard input. */
  readonly fed: boolean
  /** Every word of it is known to read only: the kernel is told to let it do no more. */
  readonly looks: boolean
}

export interface CommandLine {
  /** In the order in which they stand; where the line can't be judged, what could be made out of it. */
  readonly commands: readonly SimpleCommand[]
  readonly doubts: readonly Doubt[]
  /** What it may run at any depth: what forbidding rules are held against. */
  readonly mentions: Mentions
  /** Sensitive files that its words name, as absolute paths. */
  readonly secrets: readonly string[]
}
