/**
 * How well texts of any kind fit a query, by the same measure: so that tools, files, calls and posts stand in one list.
 *
 * @module
 */
import { cleanText } from './visible-text.ts'
import { createWordReader, isOfSigns, type SoughtWord } from './words.ts'

const mostWords = 24
const longestQuery = 1000
/** What counts how much: the words anywhere, those in the title, a title that is the query itself. */
const weights = { all: 0.55, title: 0.3, same: 0.15 }
/** A word that only begins with the word sought. */
const beginningShare = 0.75
const leastBeginning = 3
const excerptLength = 200

export interface Matchable {
  readonly title: string
  readonly text: string
}

export interface QueryMatcher {
  /** From 0 to 1. */
  readonly score: (one: Matchable) => number
  /** The text around what was found, on one line, without hidden characters. */
  readonly excerpt: (text: string) => string
  /** What is looked for, in small letters and without endings; letters and digits only. */
  readonly words: readonly string[]
}

export function createQueryMatcher(given: string): QueryMatcher {
  const reader = createWordReader()
  const query = given.slice(0, longestQuery).toWellFormed()
  const sought = reader.wordsSought(query).words.slice(0, mostWords)
  const wordsOf = (text: string): Set<string> => new Set(reader.termsIn(text))
  const whole = reader.wordsIn(query).join(' ')
  const share = (found: (word: SoughtWord) => number): number =>
    sought.reduce((sum, word) => sum + found(word), 0) / Math.max(1, sought.length)
  return {
    words: sought.map(({ word }) => word),
    score({ title, text }) {
      const [inTitle, inText] = [wordsOf(title), wordsOf(text)]
      const ofTitle = share((word) => matchOf(inTitle, word))
      const ofAll = share((word) => Math.max(matchOf(inTitle, word), matchOf(inText, word)))
      const isSame = whole !== '' && reader.wordsIn(title).join(' ') === whole
      return weights.all * ofAll + weights.title * ofTitle + (isSame ? weights.same : 0)
    },
    excerpt: (text) => excerptOf(text, query),
  }
}

function matchOf(words: ReadonlySet<string>, { word, pairs }: SoughtWord): number {
  if (words.has(word)) return 1
  if (isOfSigns(word)) return pairs.length > 0 && pairs.every((pair) => words.has(pair)) ? 1 : 0
  if (word.length < leastBeginning) return 0
  return words.values().some((other) => other.startsWith(word)) ? beginningShare : 0
}

function excerptOf(text: string, query: string): string {
  const line = cleanText(text).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= excerptLength) return line
  const small = line.toLowerCase()
  const places = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((word) => small.indexOf(word))
    .filter((place) => place >= 0)
  const start = Math.max(
    0,
    Math.min(Math.min(...places, line.length) - excerptLength / 4, line.length - excerptLength),
  )
  const from = places.length === 0 ? 0 : start
  const cut = line.slice(from, from + excerptLength).toWellFormed()
  return `${from > 0 ? '…' : ''}${cut}${from + excerptLength < line.length ? '…' : ''}`
}
