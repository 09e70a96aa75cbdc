/**
 * What a word with wildcards may stand for, by the files that are there.
 *
 * More rather than less: every wildcard is taken for any text, so nothing that bash would find is left out.
 *
 * @module
 */
import type { Places } from './places.ts'

const wild = /(?:^|[^\\])(?:\\\\)*[*?[]/
const maxFound = 1000
const maxWild = 6

/** The words that `pattern` may become in `folder`; a reason where they can't be told. */
export function expandWildcards(
  pattern: string,
  folder: string,
  places: Places,
): readonly string[] | { readonly reason: string } {
  let found: readonly string[] = [pattern.startsWith('/') ? '/' : '']
  const parts = pattern.split('/')
  if (parts.filter((part) => wild.test(part)).length > maxWild) return { reason: 'has too many wildcards' }
  for (const part of parts) {
    if (part === '') continue
    if (wild.test(part)) {
      if (/^\\?\./.test(part)) return { reason: 'may stand for hidden files' }
      const next = expandPart(part, found, (path) =>
        places.isInside(at(folder, path)) ? places.list(at(folder, path)) : undefined,
      )
      if (!next) return { reason: 'may stand for more files than can be looked at' }
      found = next
    } else found = found.map((path) => path + separator(path) + part.replaceAll(/\\(.)/gs, '$1'))
  }
  return found
}

/** A path as the kernel gets it: nothing is taken out of it. */
export function at(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`
}

function expandPart(
  part: string,
  paths: readonly string[],
  list: (path: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  const pieces = piecesOf(part)
  const found: string[] = []
  for (const path of paths) {
    const names = list(path)
    if (!names) return undefined
    for (const name of names) if (matches(pieces, name)) found.push(path + separator(path) + name)
    if (found.length > maxFound) return undefined
  }
  return found
}

function separator(path: string): string {
  return path === '' || path.endsWith('/') ? '' : '/'
}

/** The texts that must occur in this order; anything may stand between them, and after the last where it is open. */
interface Pieces {
  readonly texts: readonly string[]
  readonly open: boolean
}

function piecesOf(part: string): Pieces {
  const texts = ['']
  for (const [sign] of part.matchAll(/\\.|./gs)) {
    if (sign === '[') return { texts, open: true }
    if (sign === '*' || sign === '?') texts.push('')
    else texts[texts.length - 1] += sign.length > 1 ? sign.slice(1) : sign
  }
  return { texts, open: false }
}

function matches({ texts, open }: Pieces, name: string): boolean {
  if (name.startsWith('.') || !name.startsWith(texts[0] ?? '')) return false
  let from = 0
  for (const text of texts) {
    const found = name.indexOf(text, from)
    if (found < 0) return false
    from = found + text.length
  }
  return open || name.endsWith(texts.at(-1) ?? '')
}
