/**
 * Paths as the protocol writes them. Two spellings of one address are the same path.
 *
 * @module
 */
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export function uriOf(path: string): string {
  return pathToFileURL(path).href
}

/** The path of a `file:` address; `undefined` for anything else. */
export function pathOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !uri.startsWith('file:')) return undefined
  try {
    return resolve(fileURLToPath(uri))
  } catch {
    return undefined
  }
}
