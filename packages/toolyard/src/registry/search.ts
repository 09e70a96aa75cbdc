/**
 * Finds tools by words: BM25 over name, parameter names, tags and description.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'

export interface SearchHit {
  readonly manifest: ToolManifest
  readonly score: number
}

export type ToolSearch = (query: string, limit: number) => SearchHit[]

/** How much a word counts for by where it stands. */
const weights = { name: 4, tags: 2, parameters: 2, description: 1 }
const saturation = 1.2
const lengthPenalty = 0.75

interface Posting {
  readonly document: number
  readonly weight: number
}

export function createSearch(manifests: Iterable<ToolManifest>): ToolSearch {
  const documents = [...manifests]
  const postings = new Map<string, Posting[]>()
  const lengths: number[] = []
  for (const [document, manifest] of documents.entries()) {
    const words = weighWords(manifest)
    let length = 0
    for (const [word, weight] of words) {
      length += weight
      const list = postings.get(word)
      if (list) list.push({ document, weight })
      else postings.set(word, [{ document, weight }])
    }
    lengths.push(length)
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)

  return (query, limit) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsOf(query))) {
      const list = postings.get(word)
      if (!list) continue
      const rarity = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5))
      for (const { document, weight } of list) {
        const norm = saturation * (1 - lengthPenalty + (lengthPenalty * (lengths[document] ?? 0)) / average)
        const score = (rarity * weight * (saturation + 1)) / (weight + norm)
        scores.set(document, (scores.get(document) ?? 0) + score)
      }
    }
    return [...scores]
      .toSorted(([left, a], [right, b]) => b - a || left - right)
      .slice(0, limit)
      .flatMap(([document, score]) => {
        const manifest = documents[document]
        return manifest ? [{ manifest, score }] : []
      })
  }
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
