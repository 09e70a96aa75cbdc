/**
 * Where the files of a document are, and which of them it may refer to.
 *
 * @module
 */
import { dirname, isAbsolute, join, normalize } from 'node:path'
import type { Problems } from './problems.ts'

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location)
}

export function locate(location: string): string {
  return isUrl(location) ? new URL(location).href : normalize(location)
}

/** The location that `reference` names, seen from `base`; undefined if it may not be read, which is reported. */
export function resolveLocation(
  reference: string,
  base: string,
  { start, problems }: { readonly start: string; readonly problems: Problems },
): string | undefined {
  const refuse = (reason: string): undefined => {
    problems.tell({ subject: `The reference to "${reference}"`, reason })
  }
  if (isUrl(base)) {
    const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined
    if (url === undefined) return refuse('is not an address')
    url.hash = ''
    if (url.origin !== new URL(start).origin)
      return refuse('was not followed: a document from a URL may refer to its own origin only')
    return url.href
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(reference) || reference.startsWith('//'))
    return refuse('was not followed: a document from a file may refer to files only')
  if (isAbsolute(reference)) return refuse('was not followed: files are named from where the document is')
  try {
    return join(dirname(base), decodeURIComponent(reference))
  } catch {
    return refuse('is not a path')
  }
}
