/**
 * `Retry-After`: seconds, or a date.
 *
 * @module
 */

const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d) /

/** Milliseconds to wait from `now`; undefined if nothing is said that can be read. */
export function retryAfterOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const given = text.trim()
  if (/^\d{1,9}(?:\.\d+)?$/.test(given)) return Number(given) * 1000
  const date = httpDate.test(given) ? Date.parse(given) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
