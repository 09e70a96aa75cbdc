/**
 * Finds tools by what is said of them: BM25 over the words of name, parameters, tags and description, and over words that mean
 * much the same.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import { readThesaurus } from './thesaurus.ts'

export interface SearchHit {
  readonly manifest: ToolManifest
  readonly score: number
}

export type ToolSearch = (query: string, limit: number) => SearchHit[]

/** How much a word counts for by where it stands. */
const weights = { name: 4, tags: 2, parameters: 2, description: 1 }
const saturation = 1.2
const lengthPenalty = 0.75

/** How much a word of the same meaning counts for, beside the word itself. */
const kinship = 0.6

interface Posting {
  readonly document: number
  readonly weight: number
}

interface Index {
  readonly documents: readonly ToolManifest[]
  /** By word; by `#` and its number, for a row of the thesaurus. */
  readonly postings: ReadonlyMap<string, readonly Posting[]>
  readonly lengths: readonly number[]
  readonly averageLength: number
}

export function createSearch(manifests: Iterable<ToolManifest>): ToolSearch {
  const thesaurus = readThesaurus(stem)
  const meaningsOf = (word: string): string[] => (thesaurus.get(word) ?? []).map((row) => `#${row}`)
  const index = indexOf([...manifests], meaningsOf)
  const fillers = new Set(fillerWords.split(' ').map(stem))
  return (query, limit) => {
    const words = [...new Set(wordsOf(query))]
    const telling = words.filter((word) => !fillers.has(word))
    const scores = new Map<number, number>()
    for (const word of telling.length > 0 ? telling : words)
      for (const [document, score] of scoresOf(index, word, meaningsOf(word)))
        scores.set(document, (scores.get(document) ?? 0) + score)
    return [...scores]
      .toSorted(([left, a], [right, b]) => b - a || left - right)
      .slice(0, limit)
      .flatMap(([document, score]) => {
        const manifest = index.documents[document]
        return manifest ? [{ manifest, score }] : []
      })
  }
}

/** A word counts once in each document: as itself, or by the kin that says most. */
function scoresOf(index: Index, word: string, meanings: readonly string[]): Map<number, number> {
  const scores = new Map<number, number>()
  const add = (key: string, share: number): void => {
    const list = index.postings.get(key) ?? []
    const rarity = Math.log(1 + (index.documents.length - list.length + 0.5) / (list.length + 0.5))
    for (const { document, weight } of list) {
      const length = (index.lengths[document] ?? 0) / index.averageLength
      const norm = saturation * (1 - lengthPenalty + lengthPenalty * length)
      const score = (share * rarity * weight * (saturation + 1)) / (weight + norm)
      scores.set(document, Math.max(scores.get(document) ?? 0, score))
    }
  }
  add(word, 1)
  for (const meaning of meanings) add(meaning, kinship)
  return scores
}

function indexOf(documents: readonly ToolManifest[], meaningsOf: (word: string) => string[]): Index {
  const postings = new Map<string, Posting[]>()
  const lengths: number[] = []
  for (const [document, manifest] of documents.entries()) {
    const words = weighWords(manifest)
    lengths.push(words.values().reduce((sum, weight) => sum + weight, 0))
    const meanings = new Map<string, number>()
    for (const [word, weight] of words)
      for (const meaning of meaningsOf(word))
        meanings.set(meaning, Math.max(meanings.get(meaning) ?? 0, weight))
    for (const [key, weight] of [...words, ...meanings]) {
      const list = postings.get(key)
      if (list) list.push({ document, weight })
      else postings.set(key, [{ document, weight }])
    }
  }
  const sum = lengths.reduce((total, length) => total + length, 0)
  return { documents, postings, lengths, averageLength: sum / Math.max(1, lengths.length) }
}

function weighWords(manifest: ToolManifest): Map<string, number> {
  const words = new Map<string, number>()
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) words.set(word, (words.get(word) ?? 0) + weight)
  }
  add(manifest.name, weights.name)
  add(manifest.title ?? '', weights.name)
  add(manifest.tags.join(' '), weights.tags)
  add(manifest.category, weights.tags)
  add(Object.keys(manifest.inputSchema.properties ?? {}).join(' '), weights.parameters)
  add(manifest.description, weights.description)
  return words
}

/** What people say around what they want. */
const fillerWords =
  'a an the this that these those it its i me my mine we us our ours you your he him his she her they them their is are am was were be been being do does did done have has had can could may might must shall should will would of to in into on onto at by for from with without about as and or but if so than then there here what which who whom whose when where why how please want need would like some any all each every not no just only really very too also now'

/** `readFile`, `read_file` and `Reading files` share their words; Chinese and Japanese text is cut into pairs of characters. */
export function wordsOf(text: string): string[] {
  const spaced = text.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase()
  const words: string[] = []
  for (const [word, unspaced] of spaced.matchAll(wordPattern)) {
    if (unspaced === undefined) words.push(stem(word))
    else words.push(...pairsOf(word))
  }
  return words
}

/** Letters of scripts that put no spaces between words, or else letters and digits. */
const wordPattern =
  /([\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]+)|[[\p{L}\p{M}\d]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]+/gv

function pairsOf(word: string): string[] {
  const letters = Array.from(word)
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
}

/** Enough for tool names: plurals and the common verb endings. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1)
  return word
}
