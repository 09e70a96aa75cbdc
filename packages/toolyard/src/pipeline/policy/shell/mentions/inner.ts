/**
 * Commands inside the words of programs that are not wrappers alone: `find -exec`, and wrappers whose words can't be told
 * apart.
 *
 * @module
 */
import { anyWords, exactText, exactWord, mayBe, type SeenWord } from './seen-word.ts'

export interface Inside {
  readonly runs: readonly (readonly SeenWord[])[]
  /** Texts that a shell may get. */
  readonly texts: readonly SeenWord[]
  readonly hidden?: string | undefined
}

export const nothing: Inside = { runs: [], texts: [] }
const maxLoose = 64
const maxLetters = 8
const findFlags = '-exec -execdir -ok -okdir -x -X --exec --exec-batch'.split(' ')

/** What stands behind each word that may be `-exec`; names of files that are found stand for anything. */
export function findRuns(words: readonly SeenWord[]): readonly (readonly SeenWord[])[] {
  return words.flatMap((word, at) => {
    const attached = /^(?:--exec(?:-batch)?=|-[xX])(.+)$/s.exec(exactText(word) ?? '')?.[1]
    if (attached === undefined && !findFlags.some((flag) => mayBe(word, flag))) return []
    const rest = words.slice(at + 1)
    const inner = (attached === undefined ? rest : [exactWord(attached), ...rest]).map((each) =>
      each.source.includes('{}') ? { ...each, pieces: ['', ''] } : each,
    )
    const isFd = /^(?:-[xX]|--)/.test(word.source)
    const run = isFd ? [...inner, anyWords('names of files')] : inner
    return word.many === 'words' ? [[word, ...run], run] : [run]
  })
}

/** Any word may be the program, and any text a line for a shell. `fed`: it adds words that it reads. */
export function loosely(words: readonly SeenWord[], fed: boolean): Inside {
  if (words.length > maxLoose)
    return { ...nothing, hidden: 'a program is given more words than can be looked at' }
  const runs = words.map((word, at) => (fed ? [word, anyWords('what it reads')] : words.slice(at)))
  const texts = words.flatMap((word) =>
    exactText(word) === undefined && /\s/.test(word.pieces.join('')) ? [word] : textsOf(word),
  )
  const values = words.flatMap((word) => {
    const text = exactText(word) ?? ''
    const value = /^-{0,2}[\w-]+=(.+)$/s.exec(text)?.[1]
    return value === undefined || /\s/.test(value) ? [] : [[exactWord(value)]]
  })
  return { runs: [...runs, ...values], texts }
}

/** What a shell may get of a word that can be read: all of it, or the value of an option. */
export function textsOf(word: SeenWord): readonly SeenWord[] {
  const text = exactText(word) ?? ''
  const value = /^-{0,2}[\w-]+=(.*)$/s.exec(text)?.[1] ?? ''
  // Behind the letters of a bundle the value of the last may begin anywhere.
  const letters = /^-\w+/.exec(text)?.[0].length ?? 0
  const bundled = Array.from({ length: Math.min(letters, maxLetters) }, (_, at) => text.slice(at + 1))
  return [text, value, ...bundled].filter((each) => /\s/.test(each)).map(exactWord)
}
