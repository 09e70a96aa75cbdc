/**
 * Every command that a line may run, at any depth, for rules that forbid.
 *
 * Generous where granting is strict: names behind paths, quotes and wrappers count, and so do the words that are handed to
 * another shell. What a rule can't be held against because no one can see it is `hidden`.
 *
 * @module
 */
import { isShell, isWrapper, runnerNames, runsCode } from '../profiles/index.ts'
import { objectionToAssignment, objectionToBuiltin, objectionToSettings } from './builtins.ts'
import { gitRuns } from './git-runs.ts'
import { findRuns, type Inside, loosely, textsOf } from './inner.ts'
import { knownCommands, setsVariables } from './known-values.ts'
import type { SeenCommand } from './scan.ts'
import { scanLine } from './scan-list.ts'
import { sedMayRun } from './sed.ts'
import { anyWords, baseOf, exactText, exactWord, mayBegin, mayName, type SeenWord } from './seen-word.ts'
import { hidesName, mayBeTold } from './told.ts'
import { startsPrograms, wrappedWords } from './wrappers.ts'
import { isUnreadScript, mayWrite, writesFiles } from './written.ts'

/** What rules that forbid are held against. */
export interface Mentions {
  /** The words of each command, wrappers taken off. */
  readonly commands: readonly (readonly SeenWord[])[]
  /** Words that programs get of which nothing is known: at any of them a command may begin. */
  readonly told: readonly (readonly SeenWord[])[]
  /** Texts that programs run by rules of their own. */
  readonly code: readonly string[]
  /** The line, if something in it runs a file that the line may have written. */
  readonly written: string | undefined
  /** Paths that commands are given, where the line runs a program by its path: it may be a copy of one of them. */
  readonly copied: readonly string[]
  /** Why commands may run that no one can see. */
  readonly hidden: readonly string[]
}

interface Gathering {
  readonly commands: (readonly SeenWord[])[]
  readonly told: (readonly SeenWord[])[]
  readonly code: string[]
  readonly hidden: string[]
  /** Texts after names, and targets of redirections. */
  readonly given: string[]
  readonly settings: Set<string>
  /** What the line may write: targets of redirections, and words of programs that write. */
  readonly writes: SeenWord[]
  /** Names of files that are run. */
  readonly scripts: Set<string>
  readonly seds: Waiting[]
  readonly gits: Waiting[]
  readonly line: string
  /** Something in the line feeds something else. */
  readonly fed: boolean
  /** The texts may be no commands at all. */
  readonly doubtful: boolean
  runsFiles: boolean
}

/** The words of a program that wait until all of the line is known. */
interface Waiting {
  readonly to: Gathering
  readonly words: readonly SeenWord[]
  readonly depth: number
}

const maxDepth = 4
const maxMentions = 500

/** `found` are commands that another reader saw, for lines that can't be read to their end. */
export function mentionsIn(line: string, found: readonly SeenCommand[]): Mentions {
  const to: Gathering = {
    commands: [],
    told: [],
    code: [],
    hidden: [],
    given: [],
    settings: new Set(),
    writes: [],
    scripts: new Set(),
    seds: [],
    gits: [],
    line,
    fed: /[<|]/.test(line),
    doubtful: false,
    runsFiles: false,
  }
  takeText(to, line, 0)
  if (to.hidden.length > 0) for (const command of found) takeCommand(to, command, 0)
  if (to.commands.length > maxMentions || to.told.length > maxMentions)
    to.hidden.push('it speaks of too many commands')
  takeGits(to)
  if (to.seds.some((waiting) => readings(to, waiting).some(sedMayRun)))
    to.hidden.push('a script of sed may run text, or write files')
  const script = [...to.scripts].find((name) => to.writes.some((word) => mayWrite(word, name)))
  if (script !== undefined) to.hidden.push(`it runs "${script}", which it may have written`)
  return {
    commands: to.commands.slice(0, maxMentions),
    told: to.told,
    code: to.code,
    written: to.runsFiles ? line : undefined,
    copied: to.runsFiles ? to.given.filter((text) => text.includes('/')) : [],
    hidden: [...new Set(to.hidden)],
  }
}

/** The words of a program with the values that stand in the line itself. */
function readings(all: Gathering, { to, words, depth }: Waiting): readonly (readonly SeenWord[])[] {
  const isKept = !all.commands.some(([name]) => name && setsVariables(baseOf(exactText(name) ?? '')))
  return depth === 0 && !to.doubtful && isKept ? knownCommands(words, all.line) : [words]
}

/** What one of them runs may be git again. */
function takeGits(all: Gathering): void {
  for (let next = all.gits.shift(); next; next = all.gits.shift()) {
    for (const words of readings(all, next)) takeInside(next.to, gitRuns(words), next)
    all.runsFiles ||= next.to.runsFiles
  }
}

function takeText(to: Gathering, text: string, depth: number): void {
  if (depth > maxDepth) return void to.hidden.push('shells run in shells')
  const { commands, stopped } = scanLine(text)
  if (stopped !== undefined) to.hidden.push(stopped)
  for (const command of commands) takeCommand(to, command, depth)
}

function takeCommand(to: Gathering, command: SeenCommand, depth: number): void {
  const { assignments, words, redirections } = command
  const problem = to.doubtful ? undefined : objectionToSettings(command)
  if (problem !== undefined) to.hidden.push(problem)
  for (const { source, pieces } of assignments) if (pieces.length === 1) to.code.push(source)
  for (const { source } of [...assignments, ...words]) to.settings.add(source.replace(/=.*$/s, ''))
  const given = [...words.slice(1), ...redirections.map(({ target }) => target)]
  to.given.push(...given.flatMap((word) => exactText(word) ?? []))
  for (const { operator, target } of redirections) if (operator.includes('>')) to.writes.push(target)
  take(to, words, { depth })
}

interface At {
  readonly depth: number
  /** It may be a command, or any other word. */
  readonly loose?: boolean
  /** Another program starts it: `.` and `alias` are no builtins there. */
  readonly started?: boolean
}

function take(to: Gathering, words: readonly SeenWord[], at: At): void {
  const [first, ...rest] = words
  if (!first || to.commands.length > maxMentions) return
  to.commands.push(words)
  const text = exactText(first)
  if (text === undefined && (!at.loose || runnerNames.some((runner) => mayName(first, runner))))
    to.hidden.push(`the program's name can't be read: ${first.source}`)
  if (text === undefined) return
  const name = baseOf(text)
  const problem = to.doubtful || at.started ? undefined : objectionToBuiltin(text, rest)
  if (problem !== undefined) to.hidden.push(problem)
  if ((name !== text && !(to.doubtful && at.loose)) || name === 'chmod') to.runsFiles = true
  if (name !== text && !at.loose) to.scripts.add(name)
  if (writesFiles(name)) to.writes.push(...rest)
  if (name.startsWith('git-')) to.commands.push([exactWord('git'), exactWord(name.slice(4)), ...rest])
  if (at.depth > maxDepth * 8) return void to.hidden.push('programs run programs that run programs')
  takeInner(to, name, { words: rest, depth: at.depth })
  // Where any word may begin the command, the others are taken anyway.
  if (!at.loose && rest.length > 0 && !isShell(name) && !isWrapper(name) && mayBeTold(name, rest))
    takeTold(to, rest, { depth: at.depth + 1, reads: !runsCode(name) })
}

/** Words of a program of which nothing is known. `reads`: a text among them may be a line for a shell. */
function takeTold(
  to: Gathering,
  words: readonly SeenWord[],
  { depth, reads }: { depth: number; reads: boolean },
): void {
  if (to.told.length > maxMentions) return
  to.told.push(words)
  const inside: Gathering = { ...to, commands: to.told, doubtful: true }
  for (const [at, word] of words.entries()) {
    const name = baseOf(exactText(word) ?? '')
    if (isShell(name) || isWrapper(name) || name === 'git')
      take(inside, words.slice(at), { depth, loose: true })
    if (!reads || depth > maxDepth) continue
    for (const text of textsOf(word)) takeDoubtful(inside, exactText(text) ?? '', depth)
  }
  to.runsFiles ||= inside.runsFiles
}

/** A text that may be a line for a shell, or prose. */
function takeDoubtful(to: Gathering, text: string, depth: number): void {
  const { commands, stopped } = scanLine(text)
  if (stopped !== undefined && hidesName(text))
    to.hidden.push(`a text may run what can't be read: ${stopped}`)
  for (const command of commands) takeCommand(to, command, depth)
}

/** What a program runs that is given such words. */
function takeInner(
  to: Gathering,
  name: string,
  { words, depth }: { words: readonly SeenWord[]; depth: number },
): void {
  if (name === 'eval') return takeJoined(to, words[0]?.source === '--' ? words.slice(1) : words, depth)
  if (name === 'trap') return takeTrap(to, words, depth)
  if (isShell(name) && name !== 'busybox' && name !== 'toybox') return takeShell(to, words, depth)
  if (name === 'find' || name === 'fd') for (const run of findRuns(words)) take(to, run, { depth: depth + 1 })
  if (name === 'git') to.gits.push({ to, words, depth })
  if (name === 'sed') to.seds.push({ to, words, depth })
  if (runsCode(name)) {
    to.runsFiles = true
    to.code.push(words.map(({ source }) => source).join(' '))
  }
  const runsPackage = packageManagers.has(name) && words.some(({ source }) => packageRuns.has(source))
  if (runsPackage) takeInside(to, loosely(words, false), { depth, started: true })
  else if (isWrapper(name)) takeWrapped(to, name, { words, depth })
}

const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun', 'deno'])
const packageRuns = new Set(['exec', 'x', 'dlx', 'explore'])

/** Without a program they run a shell. */
const shellsInside = new Set(
  'su runuser newgrp sg sudo doas script chroot unshare nsenter fakeroot setarch linux32 linux64 i386 x86_64 capsh at batch'.split(
    ' ',
  ),
)

function takeWrapped(
  to: Gathering,
  name: string,
  { words, depth }: { words: readonly SeenWord[]; depth: number },
): void {
  const inside = wrappedWords(name, words)
  const before = inside ? words.slice(0, words.length - inside.length) : words
  for (const word of before) {
    const problem = word.source.includes('=') ? objectionToAssignment(word) : undefined
    if (problem !== undefined) to.hidden.push(problem)
    if (name === 'env' && !inside && word.source.includes('\\'))
      to.hidden.push('env splits a text by rules of its own')
  }
  if (to.fed && shellsInside.has(name) && (inside?.length ?? 0) === 0)
    to.hidden.push('a shell runs what it is fed')
  const fed = name === 'xargs' || name === 'parallel'
  const started = startsPrograms(name)
  if (!inside || name === 'parallel') return takeInside(to, loosely(words, fed), { depth, started })
  if (inside.length === 0) return
  if (fed) take(to, [...filled(inside, before), anyWords('what it reads')], { depth: depth + 1, started })
  take(to, inside, { depth: depth + 1, started })
}

/** With `-I {}` what is read stands inside words. */
function filled(words: readonly SeenWord[], options: readonly SeenWord[]): readonly SeenWord[] {
  const replaces = options.some(({ source }) => /^(?:-[A-Za-z0]*[Ii]|--replace)/.test(source))
  const signs = options.map((option) => (exactText(option) ?? '').replace(/^(?:-[A-Za-z0]*I|--replace=)/, ''))
  const hole = ['{}', ...signs].filter((sign) => sign !== '')
  return words.map((word) =>
    replaces && word.pieces.some((piece) => hole.some((sign) => piece.includes(sign)))
      ? { ...word, pieces: ['', ''] }
      : word,
  )
}

function takeInside(to: Gathering, { runs, texts, hidden }: Inside, { depth, started = false }: At): void {
  if (hidden !== undefined) to.hidden.push(hidden)
  for (const words of runs) take(to, words, { depth: depth + 1, loose: true, started })
  for (const text of texts) takeJoined(to, [text], depth)
}

/** As `eval` puts its words together. */
function takeJoined(to: Gathering, words: readonly SeenWord[], depth: number): void {
  const texts = words.map(exactText)
  const unread = words.find((word) => exactText(word) === undefined)
  if (unread) to.hidden.push(`a shell runs text that can't be read: ${unread.source}`)
  else takeText(to, texts.join(' '), depth + 1)
}

function takeTrap(to: Gathering, words: readonly SeenWord[], depth: number): void {
  const [action] = words[0] && exactText(words[0]) === '--' ? words.slice(1) : words
  const text = action && exactText(action)
  if (action && text !== '-' && text !== '' && text !== '-l' && text !== '-p') takeJoined(to, [action], depth)
}

/** A shell with its options, its text or script, and what it is fed. */
function takeShell(to: Gathering, words: readonly SeenWord[], depth: number): void {
  let runsText = false
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] ?? exactWord('')
    const text = exactText(word)
    if (text === undefined) {
      if (mayBegin(word, '-'))
        return void to.hidden.push(`a shell is given "${word.source}", which can't be read`)
      break
    }
    if (text === '--' || text === '-') {
      at++
      break
    }
    if (text === '--version' || text === '--help') return
    if (/^--(?:rcfile|init-file)/.test(text)) return void to.hidden.push('a shell reads a file first')
    if (!/^[-+]./.test(text)) break
    if (/^-[A-Za-z]*c/.test(text)) runsText = true
    if (/^(?:-[A-Za-z]*[il]|--login$)/.test(text) && to.settings.has('HOME'))
      return void to.hidden.push('a shell reads a file first')
    if (/^-[A-Za-z]*s/.test(text)) return void to.hidden.push('a shell runs what it is fed')
    // Each `o` takes the name of a setting from the next words.
    if (/^[-+][A-Za-z]+$/.test(text)) at += text.match(/[oO]/g)?.length ?? 0
  }
  const [operand, ...more] = words.slice(at)
  if (!operand && to.doubtful && !to.fed) return
  if (!operand) return void to.hidden.push('a shell runs what it is fed')
  if (runsText) return takeJoined(to, [operand], depth)
  const script = exactText(operand)
  if (isUnreadScript(operand, to.line))
    return void to.hidden.push(`a shell runs "${operand.source}", which can't be read`)
  to.runsFiles = true
  if (script !== undefined) to.scripts.add(baseOf(script))
  take(to, [operand, ...more], { depth: depth + 1, loose: true })
}
