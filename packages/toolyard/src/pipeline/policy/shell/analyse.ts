/**
 * A command line in, what rules can be held against out.
 *
 * Two readings, the real parser's and a strict one, must agree on every word of every command; wherever they do not, or
 * something stands in the line that neither can vouch for, the line carries a doubt and no rule grants it. Never throws.
 *
 * @module
 */
import { resolve } from 'node:path'
import { visibleText } from '../../../kernel/index.ts'
import { type CommandLine, type Doubt, doubt, type SimpleCommand } from './command-line.ts'
import {
  exactText,
  type Mentions,
  mentionsIn,
  scanLine,
  scanWord,
  type SeenCommand,
  type SeenWord,
} from './mentions/index.ts'
import type { Places } from './places.ts'
import { type RawCommand, readLine } from './read-line.ts'
import { judgeCommand } from './simple-command.ts'
import type { ParseTree, Span, SyntaxTree } from './syntax-tree.ts'

export interface AnalyseSettings {
  readonly parse: ParseTree
  readonly places: Places
  /** Where the line is run. */
  readonly folder: string
  /** Something is written to its standard input. */
  readonly fed: boolean
}

const maxLength = 8192
const maxParts = 20
/** What makes parsers work; a line of twenty commands has far fewer. */
const signs = /[|&;()<>{}`$\n]/g
const maxSigns = 600
const maxFolders = 8
/** Of words that may name sensitive files: how many are looked at, and how deep. */
const maxLookedAt = 200
const maxSteps = 64
/** Blanks that are none to bash, and characters without a meaning; what hides or reorders is found apart. */
const strange = /[[\p{C}\p{Z}]--[\p{DI} \n\t]]/v

/** Kinds of nodes that the strict reading knows too. */
const plain = new Set(
  (
    'program list pipeline command command_name word string string_content raw_string concatenation number simple_expansion variable_name ' +
    'special_variable_name redirected_statement file_redirect file_descriptor herestring_redirect negated_command subshell ' +
    'compound_statement comment variable_assignment variable_assignments'
  ).split(' '),
)

export function analyse(line: string, settings: AnalyseSettings): CommandLine {
  if (line.length > maxLength) return unread(doubt(`it is longer than ${maxLength} characters`))
  if (strange.test(line) || visibleText(line) !== line)
    return unread(doubt('it has control or invisible characters'))
  if ((line.match(signs)?.length ?? 0) > maxSigns) return unread(doubt('it has too many signs to be read'))
  const tree = settings.parse(line)
  if (!tree) return unread(doubt('it takes too long to parse'))
  const raw = readLine(line)
  const mentions = mentionsOf(line, tree)
  const elsewhere = settings.places.isInside(settings.folder) ? [] : [doubt('it runs outside the workspace')]
  const doubts = distinct([...doubtsOf(raw, tree), ...mentions.hidden.map(doubt), ...elsewhere])
  const commands =
    'reason' in raw || doubts.length > 0 ? sketch(line, tree, doubts[0]) : judgeAll(line, raw, settings)
  return { commands, doubts, mentions, secrets: secretsIn(mentions, settings) }
}

function unread(reason: Doubt): CommandLine {
  return {
    commands: [],
    doubts: [reason],
    mentions: { commands: [], told: [], code: [], written: undefined, copied: [], hidden: [reason.reason] },
    secrets: [],
  }
}

/** Both the pass for forbidden commands and the parser must have seen every command. */
function mentionsOf(line: string, tree: SyntaxTree): Mentions {
  const found = tree.commands.map(({ assignments, words }): SeenCommand => ({
    assignments: assignments.map((span) => seenWord(line, span)),
    words: words.map((span) => seenWord(line, span)),
    redirections: [],
  }))
  const mentions = mentionsIn(line, found)
  const seen = new Set(scanLine(line).commands.flatMap(({ words }) => words[0]?.start ?? []))
  const missed = tree.commands.some(({ words }) => words[0] && !seen.has(words[0].start))
  const hidden = tree.broken ? ['it can not be parsed'] : missed ? ['it can be read in two ways'] : []
  return { ...mentions, hidden: [...mentions.hidden, ...hidden] }
}

/** What can't be read on its own may be anything. */
function seenWord(line: string, { start, end }: Span): SeenWord {
  const source = line.slice(start, end)
  const scan = scanLine('')
  const word = scanWord({ ...scan, line: source, end: source.length })
  return word.end === source.length
    ? { ...word, start, end }
    : { start, end, source, pieces: ['', ''], many: 'words' }
}

/** By their literal words: a name that is made while the line runs is not seen, and stays closed. */
function secretsIn({ commands }: Mentions, { places, folder }: AnalyseSettings): readonly string[] {
  const words = [...new Set(commands.flat().map((word) => exactText(word) ?? ''))].filter(
    (word) => word !== '' && word.split('/').length < maxSteps,
  )
  return words
    .slice(0, maxLookedAt)
    .map((word) => resolve(folder, word))
    .filter((path) => places.isInside(path) && places.isSensitive(path))
}

function doubtsOf(raw: readonly RawCommand[] | Doubt, tree: SyntaxTree): readonly Doubt[] {
  if (tree.broken) return [doubt('it can not be parsed')]
  if ('reason' in raw) return [raw]
  if (raw.length === 0) return [doubt('there is nothing to run')]
  if (raw.length > maxParts) return [doubt(`it has more than ${maxParts} commands`)]
  const unknown = [...tree.kinds].filter((kind) => !plain.has(kind))
  if (unknown.length > 0) return unknown.map((kind) => doubt(`it holds ${article(kind)}`))
  return agree(raw, tree) ? [] : [doubt('it can be read in two ways')]
}

/** Whether both readings found the same words in the same commands. */
function agree(raw: readonly RawCommand[], tree: SyntaxTree): boolean {
  return (
    raw.length === tree.commands.length &&
    raw.every(({ assignments, words }, at) => {
      const other = tree.commands[at]
      return other !== undefined && same(assignments, other.assignments) && same(words, other.words)
    })
  )
}

function same(some: readonly Span[], others: readonly Span[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end }, at) => start === others[at]?.start && end === others[at]?.end)
  )
}

function judgeAll(
  line: string,
  raw: readonly RawCommand[],
  { places, folder, fed }: AnalyseSettings,
): readonly SimpleCommand[] {
  let folders: readonly string[] = [folder]
  const piped = fed || line.includes('|')
  return raw.map((command) => {
    const judged = judgeCommand(command, { line, places, folders, piped })
    const [program, target, ...more] = judged.argv
    if (program !== 'cd') return judged
    // With options, wildcards or several words it may go elsewhere than it seems.
    const isPlain = target !== undefined && !target.startsWith('-') && more.length === 0 && !judged.wild
    const astray = judged.beyond ?? (isPlain ? undefined : 'it goes to another folder')
    if (target !== undefined)
      folders = [...new Set([...folders, ...folders.map((from) => resolve(from, target))])]
    const tooMany = folders.length > maxFolders ? 'it changes folders too often' : undefined
    return { ...judged, asks: judged.asks ?? astray ?? tooMany }
  })
}

/** What people are shown of a line that is not judged. */
function sketch(line: string, tree: SyntaxTree, reason: Doubt | undefined): readonly SimpleCommand[] {
  return tree.commands.slice(0, maxParts).map(({ words, assignments }) => {
    const first = assignments[0] ?? words[0]
    return {
      text: line.slice(first?.start, (words.at(-1) ?? assignments.at(-1))?.end),
      argv: words.map((span) => exactText(seenWord(line, span)) ?? line.slice(span.start, span.end)),
      asks: reason?.reason ?? '',
      beyond: undefined,
      wild: false,
      runner: false,
      fed: false,
      looks: false,
    }
  })
}

function distinct(doubts: readonly Doubt[]): readonly Doubt[] {
  return [...new Map(doubts.map((each) => [each.reason, each])).values()]
}

function article(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}
