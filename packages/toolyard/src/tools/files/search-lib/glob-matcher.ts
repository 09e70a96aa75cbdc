/**
 * Globs over paths, as ignore files and ripgrep read them, in time that no pattern can blow up.
 *
 * A glob without a slash speaks of the last name of a path, at any depth; one with a slash speaks of the whole path.
 * `*` and `?` stay within a name, `**` crosses names. Names and segments are both matched with one point of return,
 * the last star.
 *
 * @module
 */
import { classEnd, expandBraces } from './expand-braces.ts'

export type PathTest = (path: string) => boolean

/** One letter of a name: itself, any, or one of a class; or any number of letters. */
type GlobLetter = string | { readonly any: 'one' | 'many' } | { readonly test: (code: number) => boolean }
type Segment = '**' | ((name: string) => boolean)

/** Throws `invalid_arguments` if `glob` can't be read. */
export function compileGlob(glob: string): PathTest {
  const tests = expandBraces(glob).map(compileOne)
  const [only] = tests
  if (tests.length === 1 && only) return only
  return (path) => tests.some((test) => test(path))
}

function compileOne(glob: string): PathTest {
  const anchored = glob.includes('/')
  const parts = splitSegments(glob)
  if (!anchored || (parts.length === 2 && parts[0] === '**')) {
    const name = compileName(parts.at(-1) ?? '')
    return name === '**' ? () => true : (path) => name(path.slice(path.lastIndexOf('/') + 1))
  }
  const segments = parts.map(compileName)
  const last = segments.at(-1)
  return (path) => {
    if (typeof last === 'function' && !last(path.slice(path.lastIndexOf('/') + 1))) return false
    return matchSegments(segments, path.split('/'))
  }
}

/** `a/**` at the end asks for something inside: `**` there takes one name at least. */
function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let at = 0
  let from = 0
  let back: { from: number; at: number } | undefined
  while (at < names.length) {
    const segment = segments[from]
    if (segment === '**') {
      if (from === segments.length - 1) return true
      back = { from: ++from, at }
    } else if (segment?.(names[at] ?? '')) {
      from++
      at++
    } else if (back) {
      from = back.from
      at = ++back.at
    } else return false
  }
  return from === segments.length
}

function splitSegments(glob: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at <= glob.length; at++) {
    if (glob[at] === '\\') at++
    else if (glob[at] === '[') at = classEnd(glob, at) - 1
    else if (at === glob.length || glob[at] === '/') {
      if (at > start) parts.push(glob.slice(start, at))
      start = at + 1
    }
  }
  return parts
}

function compileName(part: string): Segment {
  if (part === '**') return '**'
  const letters = readLetters(part)
  if (letters.every((letter) => typeof letter === 'string')) {
    const text = letters.join('')
    return (name) => name === text
  }
  const [first, ...rest] = letters
  if (isMany(first) && rest.every((letter) => typeof letter === 'string')) {
    const ending = rest.join('')
    return (name) => name.endsWith(ending)
  }
  return (name) => matchLetters(letters, Array.from(name))
}

function readLetters(part: string): GlobLetter[] {
  const letters: GlobLetter[] = []
  for (let at = 0; at < part.length; at++) {
    const letter = String.fromCodePoint(part.codePointAt(at) ?? 0)
    if (letter === '[') {
      const end = classEnd(part, at)
      letters.push({ test: readClass(part.slice(at + 1, end - 1)) })
      at = end - 1
    } else if (letter === '*') {
      if (!isMany(letters.at(-1))) letters.push({ any: 'many' })
    } else if (letter === '?') letters.push({ any: 'one' })
    else if (letter === '\\' && at + 1 < part.length) letters.push(part[++at] ?? '')
    else {
      letters.push(letter)
      at += letter.length - 1
    }
  }
  return letters
}

function readClass(text: string): (code: number) => boolean {
  const negated = text.startsWith('!') || text.startsWith('^')
  const codes = Array.from(negated ? text.slice(1) : text, (letter) => letter.codePointAt(0) ?? 0)
  const ranges: (readonly [number, number])[] = []
  for (let at = 0; at < codes.length; at++) {
    const from = codes[at] ?? 0
    const isRange = codes[at + 1] === hyphen && at + 2 < codes.length
    ranges.push([from, isRange ? (codes[at + 2] ?? 0) : from])
    if (isRange) at += 2
  }
  return (code) => ranges.some(([from, to]) => code >= from && code <= to) !== negated
}

const hyphen = 45

function matchLetters(letters: readonly GlobLetter[], name: readonly string[]): boolean {
  let at = 0
  let from = 0
  let back: { from: number; at: number } | undefined
  while (at < name.length) {
    const letter = letters[from]
    if (isMany(letter)) back = { from: ++from, at }
    else if (letter !== undefined && fits(letter, name[at] ?? '')) {
      from++
      at++
    } else if (back) {
      from = back.from
      at = ++back.at
    } else return false
  }
  while (isMany(letters[from])) from++
  return from === letters.length
}

function fits(letter: GlobLetter, got: string): boolean {
  if (typeof letter === 'string') return letter === got
  return 'any' in letter || letter.test(got.codePointAt(0) ?? 0)
}

function isMany(letter: GlobLetter | undefined): boolean {
  return typeof letter === 'object' && 'any' in letter && letter.any === 'many'
}
