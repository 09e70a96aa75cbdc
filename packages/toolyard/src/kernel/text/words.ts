/**
 * The words of a text in any language, as the search compares them.
 *
 * `Intl.Segmenter` finds the words, also in scripts that put no spaces between them. `readFile`, `read_file` and `Reading
 * files` share their words; full width, capitals and accents make no difference. Chinese, Japanese and
 * Korean text is also kept as pairs of neighbouring signs, because the same signs are cut differently in another sentence.
 *
 * @module
 */

const signClass = String.raw`[\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]`
const signs = new RegExp(`${signClass}+`, 'gv')
const startsWithSign = new RegExp(`^${signClass}`, 'v')

/** A word that is looked for, and the pairs of signs that stand for it if the word itself is not found. */
export interface SoughtWord {
  readonly word: string
  readonly pairs: readonly string[]
}

export interface SoughtWords {
  /** Each once. */
  readonly words: readonly SoughtWord[]
  /** Pairs of signs that are no words here, but may be elsewhere: 读 and 取 are found by 读取 as well. */
  readonly across: readonly string[]
}

export interface WordReader {
  /** What a text is found by. */
  readonly wordsIn: (text: string) => string[]
  /** The same for a large index: Chinese, Japanese and Korean text as single signs and pairs, which need no dictionary. */
  readonly termsIn: (text: string) => string[]
  /** What a query looks for. */
  readonly wordsSought: (query: string) => SoughtWords
}

export function createWordReader(): WordReader {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  const segmentsOf = (even: string): string[] =>
    Array.from(segmenter.segment(even))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment)
  return {
    wordsIn(text) {
      const even = evened(text)
      const pairs = (even.match(signs) ?? []).flatMap(pairsOf)
      const words = segmentsOf(even).map(stem)
      // Words of two signs are among the pairs.
      return [...words.filter((word) => !isOfSigns(word) || Array.from(word).length !== 2), ...pairs]
    },
    termsIn(text) {
      const even = evened(text)
      const runs = even.match(signs) ?? []
      return [
        ...segmentsOf(even.replaceAll(signs, ' ')).map(stem),
        ...runs.flatMap((run) => Array.from(run)),
        ...runs.flatMap(pairsOf),
      ]
    },
    wordsSought(query) {
      const even = evened(query)
      const texts = new Set(segmentsOf(even).map(stem))
      const words = Array.from(texts, (word) => ({ word, pairs: isOfSigns(word) ? pairsOf(word) : [] }))
      const within = new Set(words.flatMap(({ pairs }) => pairs))
      const pairs = new Set((even.match(signs) ?? []).flatMap(pairsOf))
      return { words, across: [...pairs].filter((pair) => !within.has(pair)) }
    },
  }
}

/** Chinese, Japanese or Korean: one character of it may be a word. */
export function isOfSigns(word: string): boolean {
  return startsWithSign.test(word)
}

/** One spelling for what reads the same; a space between the parts of a name. */
function evened(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, '$1')
    .normalize('NFKC')
    .replaceAll(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
    .replaceAll(/[\p{P}\p{S}]+/gu, ' ')
    .toLowerCase()
}

function pairsOf(run: string): string[] {
  const letters = Array.from(run)
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
}

/** English plurals and common verb endings, and the Arabic article. */
function stem(word: string): string {
  if (word.startsWith('ال') && word.length > 4) return word.slice(2)
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1)
  return word
}
