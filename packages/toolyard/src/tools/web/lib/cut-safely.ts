/**
 * Cuts a text that may hold a secret. What is shown is redacted later, as a whole: half a secret would not be found there, so
 * one that lies across the cut is taken out here.
 *
 * @module
 */
import type { HostAccess } from '../../../host/index.ts'

/** Longer than any secret that is sent in a header. */
export const longestSecret = 16_384

/** The first `most` characters, or fewer. */
export function cutSafely(text: string, most: number, secrets: HostAccess['secrets']): string {
  if (text.length <= most) return text
  const from = Math.max(0, most - longestSecret)
  const [end = ''] = secrets.redactLines([text.slice(from, most + longestSecret)])
  return (text.slice(0, from) + end.slice(0, most - from)).toWellFormed()
}
