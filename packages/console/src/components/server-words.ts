/**
 * What the server says of an error, in the reader's language: by its name and values if it sent them, else by its code, with the
 * message itself below.
 *
 * @module
 */
import type { Fault } from '../api/types.ts'
import type { Words } from '../i18n/words.ts'

interface ServerError {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly says?: { readonly key: string; readonly values: readonly string[] } | undefined
}

export interface SaidError {
  readonly text: string
  readonly hint?: string | undefined
}

export function serverWords({ code, message, hint, says }: ServerError, words: Words['errors']): SaidError {
  if (words.isServersLanguage) return { text: message, hint }
  const sayings: Readonly<Record<string, (...values: string[]) => string>> = words.says
  const saying = says && Object.hasOwn(sayings, says.key) ? sayings[says.key] : undefined
  if (saying && says) return { text: saying(...says.values, '', '', '') }
  const codes: Readonly<Record<string, string>> = words.codes
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  if (known === undefined) return { text: message, hint }
  return {
    text: known,
    hint: [words.original(message), hint].filter((text) => text !== undefined).join('\n'),
  }
}

/** Records of runs keep `CODE: MESSAGE`. */
export function faultOf(error: string): Fault {
  const [, code = '', message = error] = /^(\w+): ([^]*)$/.exec(error) ?? []
  return { code, message }
}
