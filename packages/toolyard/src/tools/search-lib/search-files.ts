/**
 * Files for `search`: by their names and by what is in them, through `glob` and `grep`, so that every rule about those holds here
 * too, and files with secrets stay closed.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Finding, ToolContext, ToolResult } from '../../define/index.ts'
import { createQueryMatcher, isOfSigns } from '../../kernel/index.ts'

const mostLines = 300
const mostNames = 100
const mostWords = 8
/** Of the lines that were found in one file. */
const longestText = 2000
const scoredInOneTurn = 10
/** Shorter words are in nearly every file. */
const leastLetters = 3

interface FileSearchResult {
  readonly findings: readonly Finding[]
  readonly missing: readonly string[]
}

export async function searchFiles(
  query: string,
  limit: number,
  context: ToolContext,
): Promise<FileSearchResult> {
  const matcher = createQueryMatcher(query)
  const words = matcher.words.filter(isUseful).slice(0, mostWords)
  if (words.length === 0) return { findings: [], missing: ['files: the words are too short'] }
  const named = await context.call('glob', { pattern: globOf(words), limit: mostNames })
  const hasPhrase = /\s/.test(query.trim())
  const phrase = hasPhrase ? [await grepFor(context, { pattern: query.trim(), literal: true })] : []
  const lines = await grepFor(context, { pattern: words.join('|') })
  const texts = new Map<string, string>(filesOf(named).map((file) => [file, '']))
  for (const [file, text] of [...phrase, lines].flatMap(linesOf))
    texts.set(file, `${texts.get(file) ?? ''}${text}\n`.slice(0, longestText))
  // Rules may close paths to this call alone.
  using folder = context.host.search.open('.').folder
  const findings: Finding[] = []
  for (const [file, text] of texts) {
    if (!folder.holds(file)) continue
    const score = matcher.score({ title: file, text })
    findings.push({ place: 'files', id: file, title: file, excerpt: matcher.excerpt(text), score })
    if (findings.length % scoredInOneTurn === 0) await othersTurn()
  }
  return {
    findings: findings.toSorted((one, other) => other.score - one.score).slice(0, limit),
    missing: [...new Set([named, lines].flatMap(refusalOf))],
  }
}

function grepFor(context: ToolContext, input: object): Promise<ToolResult> {
  return context.call('grep', { ...input, ignore_case: true, output_mode: 'content', limit: mostLines })
}

function isUseful(word: string): boolean {
  return isOfSigns(word) || word.length >= leastLetters
}

/** Names with any of the words, in large and small letters. */
function globOf(words: readonly string[]): string {
  const parts = words.map((word) => Array.from(word, inBothCases).join(''))
  return parts.length === 1 ? `*${parts[0]}*` : `*{${parts.join(',')}}*`
}

function inBothCases(letter: string): string {
  const large = letter.toUpperCase()
  return large !== letter && large.length === letter.length ? `[${letter}${large}]` : letter
}

function filesOf({ data }: ToolResult): readonly string[] {
  return (data as { readonly files?: readonly string[] } | undefined)?.files ?? []
}

interface GrepData {
  readonly files?: readonly {
    readonly path: string
    readonly matches?: readonly { readonly text: string }[]
  }[]
}

function linesOf({ data }: ToolResult): readonly (readonly [file: string, text: string])[] {
  const { files = [] } = (data ?? {}) as GrepData
  return files.map(({ path, matches = [] }) => [path, matches.map(({ text }) => text).join('\n')])
}

function refusalOf({ status, error }: ToolResult): readonly string[] {
  if (status === 'ok') return []
  return [`files: ${error?.message ?? `they could not be searched (${status})`}`]
}
