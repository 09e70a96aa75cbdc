/**
 * `Retry-After`: seconds, or a date.
 *
 * @module
 */

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds to wait from `now`; undefined if the header is absent or unreadable. */
export function retryAfterOf(text: string | undefined, now: number): number | undefined {
  const given = text?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(given)) return Number(given) * 1000
  return httpDate.test(given) ? Math.max(0, Date.parse(given) - now) : undefined
}
