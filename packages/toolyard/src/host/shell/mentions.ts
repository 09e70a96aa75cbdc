/**
 * Every command that a line speaks of, at any depth, for rules that forbid.
 *
 * Generous where granting is strict: names behind paths, quotes and wrappers count, and so do the words that are handed to
 * another shell. What can't be made out is a doubt.
 *
 * @module
 */
import { type Doubt, doubt } from './command-line.ts'
import { isShell, isWrapper } from './profiles/index.ts'
import type { ParseTree, Span, SyntaxTree } from './syntax-tree.ts'
import { readWord } from './word.ts'

export interface Mentions {
  readonly argvs: readonly (readonly string[])[]
  readonly doubts: readonly Doubt[]
}

interface Gathering {
  readonly parse: ParseTree
  readonly argvs: (readonly string[])[]
  readonly doubts: Doubt[]
}

/** Builtins after which a name may mean something else, or text is run. */
const changing = new Set(['eval', 'source', '.', 'alias', 'trap', 'enable', 'hash', 'bind', 'complete'])
const findRuns = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const maxDepth = 3
const maxMentions = 500

export function mentionsIn(line: string, tree: SyntaxTree, parse: ParseTree): Mentions {
  const gathering: Gathering = { parse, argvs: [], doubts: [] }
  gather(gathering, { line, tree, depth: 0 })
  if (gathering.argvs.length > maxMentions) gathering.doubts.push(doubt('it speaks of too many commands'))
  return { argvs: gathering.argvs.slice(0, maxMentions), doubts: gathering.doubts }
}

/** The words of a command, as far as they are text; the first is missing where it can't be told. */
export function wordsOf(line: string, spans: readonly Span[]): readonly (string | undefined)[] {
  return spans.map(({ start, end }, at) => {
    const source = line.slice(start, end)
    const word = readWord(source, 0)
    const exact = !('reason' in word) && word.end === source.length && word.variables.length === 0
    if (exact && (at > 0 || word.pattern === undefined)) return word.text
    return at === 0 ? undefined : source
  })
}

function gather(
  to: Gathering,
  { line, tree, depth }: { line: string; tree: SyntaxTree; depth: number },
): void {
  for (const { words } of tree.commands) {
    if (words.length === 0 || to.argvs.length > maxMentions) continue
    const [name, ...rest] = wordsOf(line, words)
    if (name === undefined) to.doubts.push(doubt('the name of a program is made while it runs'))
    else take(to, [name, ...rest.map((word) => word ?? '')], depth)
  }
}

function take(to: Gathering, argv: readonly string[], depth: number): void {
  const [name = '', ...rest] = argv
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (to.argvs.length > maxMentions) return
  to.argvs.push(argv)
  if (base !== name) to.argvs.push([base, ...rest])
  if (changing.has(name)) to.doubts.push(doubt(`"${name}" can change what names mean, or runs text`))
  if (name === 'exec') to.doubts.push(doubt('"exec" puts another program in place of the shell', false))
  if (isWrapper(base)) takeWrapped(to, rest, depth)
  if (isShell(base)) takeScript(to, rest, depth)
  if (name === 'eval') takeText(to, rest.join(' '), depth)
  if (name === 'trap') takeText(to, rest[0] ?? '', depth)
  for (const [at, word] of rest.entries()) if (findRuns.has(word)) take(to, rest.slice(at + 1), depth)
}

/** Any of its words may be the program that it runs, or a line for a shell. */
function takeWrapped(to: Gathering, words: readonly string[], depth: number): void {
  for (const [at, word] of words.entries()) {
    if (to.argvs.length > maxMentions) return
    if (/\s/.test(word)) takeText(to, word, depth)
    take(to, words.slice(at), depth)
  }
}

function takeScript(to: Gathering, words: readonly string[], depth: number): void {
  const at = words.findIndex((word) => /^-[A-Za-z]*c/.test(word))
  if (at >= 0) takeText(to, words.slice(at + 1).find((word) => !word.startsWith('-')) ?? '', depth)
  else if (words.every((word) => word.startsWith('-') && word !== '--version'))
    to.doubts.push(doubt('a shell runs what it is fed'))
}

function takeText(to: Gathering, text: string, depth: number): void {
  const tree = depth < maxDepth ? to.parse(text) : undefined
  if (!tree || tree.broken) to.doubts.push(doubt('a shell runs text that can not be read'))
  if (tree) gather(to, { line: text, tree, depth: depth + 1 })
}
