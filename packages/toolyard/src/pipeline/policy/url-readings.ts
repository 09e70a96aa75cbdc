/**
 * The ways in which servers read one path. They decode escapes, some of them twice, take a backslash for a slash, merge
 * slashes, follow dots that were escaped, and leave out what stands behind a semicolon. A rule that forbids is held against
 * each of these readings; one that allows must cover them all.
 *
 * @module
 */
import { Buffer, isUtf8 } from 'node:buffer'

/** Paths that every server reads in the same way. */
const plain = /^(?:\/(?!\/|\.{1,2}(?:\/|$))[\w~!$&'()*+,=:@.-]*)*$/
const escapes = /(?:%[0-9a-f]{2})+/gi
/** No program decodes more often. */
const mostDecoded = 4

/** The path of a URL as it is written, and all other ways to read it. */
export function readingsOf(path: string): readonly string[] {
  if (plain.test(path)) return [path]
  const found = new Set<string>()
  let text = path
  for (let round = 0; round <= mostDecoded; round++) {
    found.add(text.normalize()).add(tidied(text)).add(tidied(text, withoutParameters))
    const next = decoded(text)
    if (next === text) break
    text = next
  }
  return [...found]
}

/** A path in a rule, in the forms that readings have. */
export function pathForms(pattern: string): readonly string[] {
  if (plain.test(pattern)) return [pattern]
  let text = pattern
  for (let round = 0; round < mostDecoded; round++) text = decoded(text)
  return [...new Set([pattern, tidied(text)])]
}

/** Without escapes. Bytes that are no text stay as they are. */
export function decoded(text: string): string {
  return text.replaceAll(escapes, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex')
    if (isUtf8(bytes)) return bytes.toString()
    return run.replaceAll(/%[0-7][0-9a-f]/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)))
  })
}

function tidied(text: string, clean = withoutHidden): string {
  const parts: string[] = []
  const names = text.normalize().replaceAll('\\', '/').split('/').map(clean)
  for (const name of names) {
    if (name === '..') parts.pop()
    else if (name !== '' && name !== '.') parts.push(name)
  }
  const isFolder = names.at(-1) === '' && parts.length > 0
  return `/${parts.join('/')}${isFolder ? '/' : ''}`
}

function withoutHidden(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, '').trim()
}

function withoutParameters(name: string): string {
  return withoutHidden(name.split(';', 1)[0] ?? '')
}
