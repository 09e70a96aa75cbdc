/**
 * Rules that grant commands: `bash(git status)` held against every simple command of a line.
 *
 * Each command must begin with the words of a rule, and what follows them must be harmless by the program's profile.
 *
 * @module
 */
import type { SimpleCommand } from './shell/index.ts'
import { matchGlob } from '../../kernel/index.ts'

/** A rule's words: `git status`; a last `*` says no more than leaving it out. */
export interface CommandPattern {
  readonly rule: string
  readonly words: readonly string[]
}

export type Grant =
  | { readonly granted: true; readonly rule: string }
  /** `near` is the rule that came closest. */
  | { readonly granted: false; readonly near: string | undefined; readonly reason: string }

export function commandPattern(rule: string, words: readonly string[]): CommandPattern {
  return { rule, words: words.length > 1 && words.at(-1) === '*' ? words.slice(0, -1) : words }
}

/** Whether a rule lets one command run, and which. */
export function grantOf(command: SimpleCommand, patterns: readonly CommandPattern[]): Grant {
  if (command.asks !== undefined) return { granted: false, near: undefined, reason: command.asks }
  let near: Grant | undefined
  for (const { rule, words } of patterns) {
    if (!beginsWith(command.argv, words)) continue
    const reason = objection(command, words)
    if (reason === undefined) return { granted: true, rule }
    near ??= { granted: false, near: rule, reason }
  }
  return near ?? { granted: false, near: undefined, reason: 'no rule allows it' }
}

/** Words that the rule itself names need no profile, unless they stand for others or feed a program. */
function objection(command: SimpleCommand, words: readonly string[]): string | undefined {
  const { argv, beyond, wild, runner, fed } = command
  const named = argv.length === words.length && !wild && !/[*?]/.test(words[0] ?? '')
  if (!named || beyond === undefined) return beyond
  return runner && (words.length < 2 || fed) ? `${argv[0]} runs what it is fed` : undefined
}

function beginsWith(argv: readonly string[], words: readonly string[]): boolean {
  return words.length <= argv.length && words.every((word, at) => matchGlob(word, argv[at] ?? '', true))
}
