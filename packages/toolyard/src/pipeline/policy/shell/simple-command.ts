/**
 * Judges one simple command on its own account: what surrounds it, and whether its words are harmless.
 *
 * @module
 */
import { checkWords, withoutLeading } from './check-words.ts'
import type { SimpleCommand } from './command-line.ts'
import { secretShown } from './git-contents.ts'
import { createLook } from './look.ts'
import type { Places } from './places.ts'
import { baseOf } from './mentions/seen-word.ts'
import { isGitCommand } from './profiles/git-commands.ts'
import { isRunner, type Look, profileOf } from './profiles/index.ts'
import type { RawCommand, Redirection } from './read-line.ts'
import type { FoundRepository } from './repository.ts'
import { expandWildcards } from './wildcards.ts'
import { isPlain, type Word } from './word.ts'

export interface Surroundings {
  readonly line: string
  readonly places: Places
  /** Where the command may run: the folder of the call, and those that the line changes to. */
  readonly folders: readonly string[]
  /** Something is piped in this line, or into it. */
  readonly piped: boolean
}

/** Variables that change how text looks, and what they may be set to. */
const settable: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:LANG|LANGUAGE|LC_[A-Z]+)$/, /^[\w.@:+-]*$/],
  [/^TZ$/, /^[A-Za-z][\w+/-]*$/],
  [/^(?:NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI|COLUMNS|LINES)$/, /^\w*$/],
  [/^TERM$/, /^[\w-]*$/],
  [/^(?:PAGER|GIT_PAGER|MANPAGER)$/, /^(?:cat)?$/],
  [/^(?:GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/, /^[01]$/],
  [/^NODE_ENV$/, /^(?:test|development|production)$/],
]

/** Variables that hold no secrets. */
const readable = new Set(
  '0 1 2 3 4 5 6 7 8 9 ? # $ ! HOME PATH PWD OLDPWD USER LOGNAME LANG LC_ALL TERM TZ SHELL TMPDIR HOSTNAME UID EUID PPID RANDOM SECONDS LINENO BASH_VERSION OSTYPE'.split(
    ' ',
  ),
)
/** Programs to which every word is only text. */
const printers = new Set(['echo', 'printf', 'true', 'false', ':'])
const programName = /^[A-Za-z0-9_:./][\w.+:/@-]*$/

export function judgeCommand(raw: RawCommand, surroundings: Surroundings): SimpleCommand {
  const { line, places, folders, piped } = surroundings
  const words = raw.words.map(({ text }) => text)
  const program = words[0] ?? ''
  const profile = profileOf(program)
  const argv = typeof profile === 'object' ? withoutLeading(profile, words) : words
  const look = createLook(places, folders)
  const asks = objection(raw, look) ?? objectionToPlace(words, surroundings)
  const beyond = asks === undefined ? objectionToWords(raw, surroundings, look) : undefined
  return {
    text: line.slice(raw.start, raw.end),
    argv,
    asks,
    beyond,
    wild: raw.words.some(({ pattern }) => pattern !== undefined),
    runner: isRunner(program),
    fed: piped || raw.redirections.some(({ operator }) => operator.startsWith('<')),
    looks:
      asks === undefined && beyond === undefined && !(typeof profile === 'object' && profile.works === true),
  }
}

/** Why not even a rule that names every word lets it run. */
function objection({ assignments, words, redirections }: RawCommand, look: Look): string | undefined {
  const [name] = words
  if (!name) return 'it runs no program, it only sets variables or files'
  if (!isPlain(name)) return `the program's name is not written plainly (${name.text})`
  if (!programName.test(name.text)) return `"${name.text}" is not a plain name of a program`
  for (const word of assignments) {
    const problem = objectionToSetting(word)
    if (problem !== undefined) return problem
  }
  for (const redirection of redirections) {
    const problem = objectionToRedirection(redirection, look)
    if (problem !== undefined) return problem
  }
  const unknown = [...words, ...redirections.map(({ target }) => target)]
    .flatMap(({ variables }) => variables)
    .find((variable) => !readable.has(variable))
  return unknown === undefined ? undefined : `the variable $${unknown} may hold anything`
}

/** A rule that names a program by its path means the one that is found from the workspace. */
function objectionToPlace(words: readonly string[], { places, folders }: Surroundings): string | undefined {
  const [program = ''] = words
  const moves = program.includes('/') && !program.startsWith('/')
  if (moves && !folders.every((folder) => places.isTop(folder)))
    return `"${program}" is another program in another folder`
  if (baseOf(program) !== 'git') return undefined
  for (const folder of folders) {
    const repository = places.repository(folder)
    const problem = objectionToRepository(repository, words) ?? secretShown(words, repository)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** The settings of a repository name programs that git runs, and commands that are more than their names. */
function objectionToRepository(
  repository: FoundRepository | undefined,
  words: readonly string[],
): string | undefined {
  const alias = words.find((word) => repository?.aliases.includes(word) === true && !isGitCommand(word))
  return (
    repository?.problem ??
    (alias === undefined ? undefined : `"${alias}" is a command that the repository defines`)
  )
}

function objectionToSetting({ text, variables }: Word): string | undefined {
  const equals = text.indexOf('=')
  const [name, value] = [text.slice(0, equals), text.slice(equals + 1)]
  const fits = settable.some(([names, values]) => names.test(name) && values.test(value))
  return fits && variables.length === 0
    ? undefined
    : `it sets ${name}, which can change what the program does`
}

function objectionToRedirection({ operator, target }: Redirection, look: Look): string | undefined {
  const { text, variables, pattern } = target
  if (operator === '<<<') return undefined
  if ((operator === '>&' || operator === '<&') && /^(?:\d|-)$/.test(text)) return undefined
  if (text === '/dev/null' && operator !== '<>') return undefined
  if (operator !== '<') return `it writes to "${text}"`
  if (variables.length > 0 || pattern !== undefined) return `it reads "${text}", which can be any file`
  return look('path', text)
}

/** Why words after those of a rule are not harmless. */
function objectionToWords({ words }: RawCommand, surroundings: Surroundings, look: Look): string | undefined {
  const program = words[0]?.text ?? ''
  const profile = profileOf(program)
  if (!profile) return `nothing is known of what ${program} does with other words`
  if (!printers.has(program) && words.some(({ variables }) => variables.length > 0))
    return 'a variable stands for a word that matters'
  const check = (argv: readonly string[]): string | undefined =>
    typeof profile === 'function' ? profile(argv.slice(1), look) : checkWords(profile, argv, look)
  const problem = check(words.map(({ text }) => text))
  if (problem !== undefined || !words.some(({ pattern }) => pattern !== undefined)) return problem
  const expanded = expand(words, surroundings)
  return 'reason' in expanded ? expanded.reason : check(expanded)
}

/** The words with file names in place of wildcards, where there are any. */
function expand(
  words: readonly Word[],
  { places, folders }: Surroundings,
): readonly string[] | { readonly reason: string } {
  const argv: string[] = []
  for (const { text, pattern } of words) {
    if (pattern === undefined) {
      argv.push(text)
      continue
    }
    const found: string[] = []
    for (const folder of folders) {
      const names = expandWildcards(pattern, folder, places)
      if ('reason' in names) return { reason: `"${text}" ${names.reason}` }
      found.push(...names)
    }
    const option = found.find((name) => name.startsWith('-'))
    if (option !== undefined)
      return { reason: `"${text}" stands for a file named "${option}", which is an option` }
    argv.push(...(found.length > 0 ? found : [text]))
  }
  return argv
}
