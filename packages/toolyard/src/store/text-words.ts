/**
 * Texts as the terms under which they are kept, and queries as what is looked for: the same terms for every kind of store.
 *
 * Nothing that a caller writes reaches a database as the syntax of a search: what is left of a query are letters and digits.
 *
 * @module
 */
import { createWordReader, isOfSigns, sha256, type WordReader } from '../kernel/index.ts'
import type { TextEntry, TextPlace } from './text-index.ts'

const longestWord = 64
const mostWords = 24
/** Of one word, in scripts without spaces. */
const mostPairs = 16
const longestQuery = 1000
/** Shorter beginnings of words say nothing. */
const leastBeginning = 3
/** Before words of titles, and before what is no word: no word has these signs. */
const titleSign = '§'
const scopeSign = '¶'

export interface SoughtTerm {
  readonly term: string
  /** Whether words count that begin with it. */
  readonly isBeginning: boolean
}

/** A word that is looked for: one of the ways in which it can be written has to fit, with all of its terms. */
export type SoughtWays = readonly (readonly SoughtTerm[])[]

export interface TextWords {
  /** Each term once: the words, those of the title once more as such, and where the text belongs. */
  readonly termsOf: (entry: Pick<TextEntry, 'title' | 'text' | 'place' | 'principal'>) => string[]
  /** Nothing if the query has no words. */
  readonly sought: (query: string) => readonly SoughtWays[]
}

export function createTextWords(): TextWords {
  let made: WordReader | undefined
  const wordsOf = (text: string): string[] => {
    made ??= createWordReader()
    return made.termsIn(text).flatMap(asTerm)
  }
  return {
    termsOf({ title, text, place, principal }) {
      const ofTitle = wordsOf(title)
      return [
        ...new Set([
          ...scopeOf(place, principal),
          ...ofTitle,
          ...ofTitle.map((word) => `${titleSign}${word}`),
          ...wordsOf(text),
        ]),
      ]
    },
    sought(query) {
      made ??= createWordReader()
      const { words } = made.wordsSought(query.slice(0, longestQuery).toWellFormed())
      return words
        .slice(0, mostWords)
        .map(({ word, pairs }) => {
          const isBeginning = !isOfSigns(word) && word.length >= leastBeginning
          const whole = asTerm(word).map((term) => ({ term, isBeginning }))
          return [
            whole,
            pairs
              .slice(0, mostPairs)
              .flatMap(asTerm)
              .map((term) => ({ term, isBeginning: false })),
          ]
        })
        .map((ways) => ways.filter((way) => way.length > 0))
        .filter((ways) => ways.length > 0)
    },
  }
}

/** The same, looked for in titles. */
export function inTitle(words: readonly SoughtWays[]): readonly SoughtWays[] {
  return words.map((ways) =>
    ways.map((way) => way.map(({ term, isBeginning }) => ({ term: `${titleSign}${term}`, isBeginning }))),
  )
}

/** What every text of a place has, and of a caller, if it says whose it is. */
export function scopeOf(place: TextPlace, principal?: string): string[] {
  const owner = principal === undefined ? [] : [`${scopeSign}${sha256(principal).slice(0, 16)}`]
  return [`${scopeSign}${place}`, ...owner]
}

/** Letters, digits and their marks only. */
function asTerm(word: string): string[] {
  const term = word
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '')
    .slice(0, longestWord)
    .toWellFormed()
  return term === '' ? [] : [term]
}
