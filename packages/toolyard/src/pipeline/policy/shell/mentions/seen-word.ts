/**
 * A word of a command as far as it can be read before the command runs.
 *
 * What a variable, a wildcard or another command will put into it is a gap: any text may stand there.
 *
 * @module
 */

export interface SeenWord {
  readonly start: number
  readonly end: number
  /** As written, for the reasons that people read. */
  readonly source: string
  /** The texts that are certain; between two of them is a gap. One text: the word is exactly this. */
  readonly pieces: readonly string[]
  /** It may become any number of words, of which only file names keep to the pieces. */
  readonly many: 'no' | 'names' | 'words'
}

/** What the program gets, if that is certain. */
export function exactText({ pieces }: SeenWord): string | undefined {
  return pieces.length === 1 ? pieces[0] : undefined
}

export function exactWord(text: string): SeenWord {
  return { start: 0, end: 0, source: text, pieces: [text], many: 'no' }
}

/** Any number of any words: what a program reads from its input, for example. */
export function anyWords(source: string): SeenWord {
  return { start: 0, end: 0, source, pieces: ['', ''], many: 'words' }
}

/** Whether it may become just this text, or may be followed by it. */
export function mayBe({ pieces, many }: SeenWord, text: string): boolean {
  if (pieces.length === 1) return pieces[0] === text
  return many === 'words' || fits(pieces, text)
}

/** Whether it may become a word that begins so. */
export function mayBegin({ pieces, many }: SeenWord, start: string): boolean {
  const [first = ''] = pieces
  if (first.startsWith(start)) return true
  return pieces.length > 1 && (many === 'words' || start.startsWith(first))
}

/** Whether the name of a program may be this one, with or without a folder. */
export function mayName(word: SeenWord, name: string): boolean {
  const { pieces, many } = word
  if (pieces.length === 1) return pieces[0] === name || baseOf(pieces[0] ?? '') === name
  if (many === 'words') return true
  const last = pieces.at(-1) ?? ''
  return fits(pieces, name) || (last.includes('/') ? baseOf(last) === name : `/${name}`.endsWith(last))
}

export function baseOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

function fits(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, from)
    if (found < 0) return false
    from = found + piece.length
  }
  return from <= text.length - last.length
}
