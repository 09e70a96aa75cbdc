/**
 * Whose call it is and where it came from, as people read it.
 *
 * @module
 */
import type { Words } from '../i18n/words.ts'
import { visible } from './visible.ts'

/** The journal keeps a person who used the server as `http:NAME OF THE TOKEN`. */
const overHttp = 'http:'

export function personName(principal: string): string {
  return visible(principal.startsWith(overHttp) ? principal.slice(overHttp.length) : principal)
}

/** Whether it is the person with this token. */
export function isPerson(principal: string, token: string | undefined): boolean {
  return token !== undefined && principal === overHttp + token
}

/** Programs may name origins of their own. */
export function originName(origin: string, { origins }: Words['activity']): string {
  const known: Readonly<Record<string, string>> = origins
  return (Object.hasOwn(known, origin) ? known[origin] : undefined) ?? visible(origin)
}
