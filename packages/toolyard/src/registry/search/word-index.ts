/**
 * Finds tools by the words said of them: BM25 over name, title, tags, category, parameters and description, in every language
 * in which the tool has them.
 *
 * A word also finds words that begin with it, and other forms of itself; both count half. It knows no synonyms: what is
 * meant but not said is for `MeaningIndex`.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import { createWordReader, isOfSigns, type SoughtWord, type WordReader } from '../../kernel/index.ts'

export interface SearchHit {
  readonly manifest: ToolManifest
  readonly score: number
  /** From 0 to 1: how much of what the query says it has; common words say little. */
  readonly share: number
}

export interface WordIndex {
  /** Tools with any of the words, best first. */
  readonly search: (query: string, limit: number) => SearchHit[]
  /** Tools with all of the words, best first. */
  readonly filter: (query: string) => SearchHit[]
}

/** How much a word counts for by where it stands. */
const weights = { name: 4, tags: 2, parameters: 2, description: 1 }
const saturation = 1.2
const lengthPenalty = 0.75
/** How much a word counts for that begins with the word sought, or is another form of it. */
const nearShare = 0.5
/** Shorter beginnings say nothing: `se` begins words of every second tool. */
const leastBeginning = 3
/** Two forms of a word have at least so many first letters in common, and so large a part of the longer one. */
const leastCommon = 4
const commonPart = 0.7

/** By document: how much a word counts for in it. */
type Weights = ReadonlyMap<number, number>

interface Postings {
  readonly documents: readonly ToolManifest[]
  readonly byWord: ReadonlyMap<string, Weights>
  /** Words that share their first letters, or a sign. */
  readonly alike: ReadonlyMap<string, readonly string[]>
  readonly lengths: readonly number[]
  readonly averageLength: number
}

export function createWordIndex(manifests: Iterable<ToolManifest>): WordIndex {
  const reader = createWordReader()
  const postings = postingsOf([...manifests], reader)
  const rank = (query: string, isAllSought: boolean): SearchHit[] => {
    const { words, across } = reader.wordsSought(query)
    const total = new Map<number, { score: number; words: number }>()
    const add = (scores: Iterable<readonly [number, number]>, count: number): void => {
      for (const [document, score] of scores) {
        const sum = total.get(document) ?? { score: 0, words: 0 }
        total.set(document, { score: sum.score + score, words: sum.words + count })
      }
    }
    let most = 0
    for (const word of words) {
      const scores = scoresOf(postings, word)
      add(scores, 1)
      most += rarityOf(postings, scores.size) * (saturation + 1)
    }
    for (const pair of across) add(relevance(postings, postings.byWord.get(pair) ?? new Map()), 0)
    return [...total]
      .filter(([, sum]) => !isAllSought || sum.words === words.length)
      .toSorted(([left, a], [right, b]) => b.score - a.score || left - right)
      .flatMap(([document, { score }]) => {
        const manifest = postings.documents[document]
        return manifest ? [{ manifest, score, share: Math.min(1, score / most) }] : []
      })
  }
  return {
    search: (query, limit) => rank(query, false).slice(0, limit),
    filter: (query) => rank(query, true),
  }
}

/** A word counts once in each document: as itself, by the words near it, or by its pairs of signs; whichever says most. */
function scoresOf(postings: Postings, { word, pairs }: SoughtWord): Map<number, number> {
  const scores = new Map<number, number>()
  const add = (weightsOfWord: Weights, share: number): void => {
    for (const [document, score] of relevance(postings, weightsOfWord))
      scores.set(document, Math.max(scores.get(document) ?? 0, share * score))
  }
  add(postings.byWord.get(word) ?? new Map(), 1)
  add(greatest(nearWords(postings, word).map((near) => postings.byWord.get(near) ?? new Map())), nearShare)
  add(inAll(pairs.map((pair) => postings.byWord.get(pair) ?? new Map())), 1)
  return scores
}

/** BM25 of one word. */
function relevance(postings: Postings, found: Weights): [number, number][] {
  const { lengths, averageLength } = postings
  const rarity = rarityOf(postings, found.size)
  return Array.from(found, ([document, weight]) => {
    const length = (lengths[document] ?? 0) / averageLength
    const norm = saturation * (1 - lengthPenalty + lengthPenalty * length)
    return [document, (rarity * weight * (saturation + 1)) / (weight + norm)]
  })
}

/** What a word says that so many documents have. */
function rarityOf({ documents }: Postings, found: number): number {
  return Math.log(1 + (documents.length - found + 0.5) / (found + 0.5))
}

function nearWords({ alike }: Postings, word: string): readonly string[] {
  if (isOfSigns(word)) {
    const [first = ''] = word
    return (alike.get(first) ?? []).filter((other) => other !== word && other.includes(word))
  }
  if (word.length < leastBeginning) return []
  return (alike.get(word.slice(0, leastBeginning)) ?? []).filter(
    (other) => other !== word && (other.startsWith(word) || isFormOf(other, word)),
  )
}

/** `погода` and `погоду`, `Dokumente` and `Dokuments`. */
function isFormOf(left: string, right: string): boolean {
  let common = 0
  while (common < left.length && left[common] === right[common]) common++
  return common >= leastCommon && common >= commonPart * Math.max(left.length, right.length)
}

function greatest(lists: readonly Weights[]): Weights {
  const all = new Map<number, number>()
  for (const list of lists)
    for (const [document, weight] of list) all.set(document, Math.max(all.get(document) ?? 0, weight))
  return all
}

/** The documents that are in every list, by the least of their weights. */
function inAll([first = new Map(), ...others]: readonly Weights[]): Weights {
  const all = new Map<number, number>()
  for (const [document, weight] of first)
    if (others.every((list) => list.has(document)))
      all.set(document, Math.min(weight, ...others.map((list) => list.get(document) ?? 0)))
  return all
}

function postingsOf(documents: readonly ToolManifest[], reader: WordReader): Postings {
  const byWord = new Map<string, Map<number, number>>()
  const lengths = documents.map((manifest, document) => {
    let length = 0
    const add = (text: string, weight: number): number => {
      const words = reader.wordsIn(text)
      for (const word of words) {
        const found = byWord.get(word) ?? new Map<number, number>()
        if (found.size === 0) byWord.set(word, found)
        found.set(document, (found.get(document) ?? 0) + weight)
      }
      return words.length * weight
    }
    for (const [text, weight] of textsOf(manifest)) length += add(text, weight)
    // The same said again in another language makes no document longer.
    for (const [text, weight] of otherTextsOf(manifest)) add(text, weight)
    return length
  })
  const alike = new Map<string, string[]>()
  for (const word of byWord.keys())
    for (const key of isOfSigns(word) ? new Set(word) : [word.slice(0, leastBeginning)]) {
      const list = alike.get(key)
      if (list) list.push(word)
      else alike.set(key, [word])
    }
  const sum = lengths.reduce((total, length) => total + length, 0)
  return { documents, byWord, alike, lengths, averageLength: sum / Math.max(1, lengths.length) }
}

function textsOf({ name, title = '', tags, category, inputSchema, description }: ToolManifest) {
  return [
    [name, weights.name],
    [title, weights.name],
    [tags.join(' '), weights.tags],
    [category, weights.tags],
    [Object.keys(inputSchema.properties ?? {}).join(' '), weights.parameters],
    [description, weights.description],
  ] as const
}

function* otherTextsOf({ titles = {}, descriptions = {} }: ToolManifest) {
  for (const title of Object.values(titles)) yield [title, weights.name] as const
  for (const description of Object.values(descriptions)) yield [description, weights.description] as const
}
