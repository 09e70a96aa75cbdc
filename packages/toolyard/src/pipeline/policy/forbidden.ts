/**
 * Rules that forbid commands: `bash(git push)` held against everything that a line may run.
 *
 * A rule speaks of a command, does not, or it can't be told: where the program's name can't be read, where another program
 * runs what no one can see, or where the rule's own program gets words that can't be read. It never counts as "does not".
 *
 * @module
 */
import {
  baseOf,
  type CommandLine,
  exactText,
  exactWord,
  isGitCommand,
  mayBe,
  mayBegin,
  mayName,
  type Mentions,
  type SeenWord,
} from './shell/index.ts'
import type { CommandPattern } from './command-rules.ts'
import { matchGlob } from '../../kernel/index.ts'

export type Spoken =
  | { readonly spoken: 'yes'; readonly command: string }
  | { readonly spoken: 'perhaps'; readonly reason: string }

/** Nothing where the rule certainly does not speak of the line. */
export function spokenBy({ mentions }: CommandLine, { words }: CommandPattern): Spoken | undefined {
  const held = mentions.commands.map((command) => holds(command, words))
  const at = held.indexOf('yes')
  const command = mentions.commands[at]
  if (command)
    return { spoken: 'yes', command: command.map((word) => exactText(word) ?? word.source).join(' ') }
  const [hidden] = mentions.hidden
  if (hidden !== undefined) return { spoken: 'perhaps', reason: hidden }
  const doubtful = mentions.commands[held.indexOf('perhaps')]
  if (doubtful) return { spoken: 'perhaps', reason: doubtIn(doubtful) }
  const told = mentions.told.find((list) => mayBeTold(list, words))
  if (told) return { spoken: 'perhaps', reason: doubtIn(told) }
  const text = textIn(mentions, words)
  return text === undefined ? undefined : { spoken: 'perhaps', reason: `"${text}" may run it` }
}

/** A text in which the rule's words stand, and which a program may run. */
function textIn({ code, written, copied }: Mentions, words: readonly string[]): string | undefined {
  const [program = ''] = words
  const said = code.find((text) => says(text, words))
  if (said !== undefined) return said
  if (written !== undefined && words.length > 1 && says(written, words)) return written
  return copied.find((path) => baseOf(path) === baseOf(program))
}

/** Whether a program that gets these words may run what the rule speaks of. */
function mayBeTold(list: readonly SeenWord[], words: readonly string[]): boolean {
  const given = list.map((word) => exactText(word) ?? word.source).join(' ')
  // Of a path only the last name can be the program.
  const text = given.replaceAll(/(?:[\w.~-]*\/)+/g, ' _ ')
  if (says(text, words) || says(text.replaceAll(/["'\\]/g, ''), words)) return true
  const wanted = words.filter((word) => !isOption(word))
  if (namesApart(list, wanted)) return true
  return list.some((word, at) => {
    const isRead = exactText(word) !== undefined
    // A word that can't be read may be any file: only the words behind it speak of the rule.
    if (!isRead) return wanted.length > 1 && follows(list.slice(at + 1), wanted.slice(1), false) === 'yes'
    return holds(list.slice(at), words, { aliases: false }) !== 'no'
  })
}

/** The program as the value of an option, its other words anywhere behind it: `-C linker=git -C link-arg=push`. */
function namesApart(list: readonly SeenWord[], [program = '', ...wanted]: readonly string[]): boolean {
  if (wanted.length === 0) return false
  return list.some((word, at) => {
    const text = exactText(word) ?? ''
    const value = /=\W*(.*?)\W*$/s.exec(text)?.[1] ?? (isOption(list[at - 1]?.source ?? '') ? text : '')
    if (value === '' || !matchGlob(baseOf(program), baseOf(value), true)) return false
    const tokens = list.slice(at + 1).flatMap(({ source }) => source.split(/[^\w.-]+/))
    let from = 0
    return wanted.every((each) => {
      const found = tokens.findIndex((token, index) => index >= from && matchGlob(each, token, true))
      from = found + 1
      return found >= 0
    })
  })
}

type Answer = 'yes' | 'perhaps' | 'no'

function doubtIn(command: readonly SeenWord[]): string {
  const text = command.map(({ source }) => source).join(' ')
  const unread = command.find((word) => exactText(word) === undefined)
  return unread
    ? `"${unread.source}" in "${text}" can't be read before it runs`
    : `"${text}" may be another way to say it`
}

/** The rule's words in their order, options between them passed over; its options anywhere. */
function holds(
  command: readonly SeenWord[],
  words: readonly string[],
  { aliases }: { aliases: boolean } = { aliases: true },
): Answer {
  const [program = '*', ...wanted] = words.filter((word) => !isOption(word))
  const [name, ...rest] = command
  if (!name) return 'no'
  const answers = [
    isProgram(name, program),
    follows(rest, wanted, aliases && baseOf(program) === 'git'),
    ...words.filter(isOption).map((option) => hasOption(rest, option)),
  ]
  if (answers.includes('no')) return 'no'
  return answers.every((answer) => answer === 'yes') ? 'yes' : 'perhaps'
}

function isProgram(name: SeenWord, program: string): Answer {
  const text = exactText(name)
  const isWild = /[*?]/.test(program)
  if (text !== undefined)
    return [text, baseOf(text)].some((each) => matchGlob(isWild ? program : baseOf(program), each, true))
      ? 'yes'
      : 'no'
  return isWild || mayName(name, baseOf(program)) ? 'perhaps' : 'no'
}

/** Where the next word of the rule may stand, and whether it surely does. */
type Places = Map<number, boolean>

/** An option may take the next word with it or not: both are tried. */
function follows(rest: readonly SeenWord[], wanted: readonly string[], isGit: boolean): Answer {
  let places: Places = new Map([[0, true]])
  for (const [index, pattern] of wanted.entries()) {
    const next: Places = new Map()
    for (const [at, sure] of places) {
      const word = rest[at]
      if (!word) continue
      if (word.many === 'words') return 'perhaps'
      for (const [step, isSure] of passing(word, isGit && index === 0))
        reach(places, at + step, sure && isSure)
      const answer = standsFor(word, pattern)
      if (answer !== 'no') reach(next, at + 1, sure && answer === 'yes')
      else if (isGit && index === 0 && mayBeAlias(word)) return 'perhaps'
    }
    places = next
  }
  if (places.size === 0) return 'no'
  return [...places.values()].includes(true) ? 'yes' : 'perhaps'
}

function reach(places: Places, at: number, sure: boolean): void {
  if (!places.has(at) || sure) places.set(at, sure)
}

const gitTakesNext = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])

/** How many words an option takes up, where this is or may be one. A wildcard may also stand for no word at all. */
function passing(word: SeenWord, isGit: boolean): readonly (readonly [steps: number, sure: boolean])[] {
  const text = exactText(word)
  if (text !== undefined) {
    if (!isOption(text)) return []
    return isGit && gitTakesNext.has(text)
      ? [[2, true]]
      : [
          [1, true],
          [2, true],
        ]
  }
  if (mayBegin(word, '-'))
    return [
      [1, false],
      [2, false],
    ]
  return word.many === 'names' ? [[1, false]] : []
}

/** Programs take the beginning of a sub-command for the whole. */
function standsFor(word: SeenWord, pattern: string): Answer {
  const text = exactText(word)
  if (text === undefined) return /[*?]/.test(pattern) || mayBe(word, pattern) ? 'perhaps' : 'no'
  if (matchGlob(pattern, text, true)) return 'yes'
  if (pattern === 'push' && text === 'send-pack') return 'perhaps'
  return text !== '' && !isOption(text) && pattern.startsWith(text) ? 'perhaps' : 'no'
}

/** What git does not know it looks up in its settings, and among the programs. */
function mayBeAlias(word: SeenWord): boolean {
  const text = exactText(word)
  return text !== undefined && !isOption(text) && !isGitCommand(text)
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-')
}

/** `-rf` stands in `-fr`, in `-r -f`, and perhaps in `--recursive --force`; `--force` in `--forc`, and perhaps in `-f`. */
function hasOption(words: readonly SeenWord[], option: string): Answer {
  const texts = words.map((word) => exactText(word) ?? '')
  const long = texts.filter((text) => text.startsWith('--')).map((text) => text.replace(/=.*$/s, ''))
  const letters = texts.filter((text) => /^-[^-]/.test(text)).join('')
  const maybe = words.some((word) => exactText(word) === undefined && mayBegin(word, '-')) ? 'perhaps' : 'no'
  if (option.startsWith('--')) {
    if (texts.some((text) => text === option || text.startsWith(`${option}=`))) return 'yes'
    if (long.some((name) => name.length > 2 && option.startsWith(name))) return 'yes'
    return letters.toLowerCase().includes(option.charAt(2).toLowerCase()) ? 'perhaps' : maybe
  }
  const wanted = option.slice(1).split('')
  if (texts.includes(option) || wanted.every((letter) => letters.includes(letter))) return 'yes'
  const isLong = (letter: string): boolean =>
    long.some((name) => name.charAt(2).toLowerCase() === letter.toLowerCase()) ||
    // `rm` does not ask with either.
    (letter === 'f' && texts.some((text) => /^--i[a-z]*=n/.test(text)))
  return wanted.every((letter) => letters.toLowerCase().includes(letter.toLowerCase()) || isLong(letter))
    ? 'perhaps'
    : maybe
}

/** Whether the rule's words stand in a text side by side; options may stand between them. */
function says(text: string, words: readonly string[]): boolean {
  const tokens = text
    .replaceAll(/\\[a-zA-Z0]/g, ' ')
    .split(/[^\w.-]+/)
    .filter((token) => token !== '')
  const wanted = words.filter((each) => !isOption(each))
  const options = words.filter(isOption)
  if (options.some((option) => hasOption(tokens.map(exactWord), option) === 'no')) return false
  return tokens.some((_, start) => {
    let at = start
    return wanted.every((word) => {
      while (at > start && isOption(tokens[at] ?? '')) at++
      const token = tokens[at++] ?? ''
      return matchGlob(word, token, true)
    })
  })
}
