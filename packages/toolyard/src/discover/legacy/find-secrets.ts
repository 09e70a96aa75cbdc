/**
 * Secrets that stand in a definition itself instead of in the environment: keys, and headers and queries whose names tell.
 *
 * @module
 */
import type { RestAuth, RestFacts } from '../../define/index.ts'
import { referencesIn } from '../../host/index.ts'

const telling =
  /^(?:proxy-)?authorization$|cookie|token|secret|password|passwd|api[-_]?key|^key$|auth[-_]?key|credential/i
const scheme = /^(?:Basic|Bearer|Token|ApiKey|Key)\s+/i

/** What is secret about a value under a telling name: all of it, or all but its scheme. */
export function secretUnder(name: string, value: string): string | undefined {
  return telling.test(name) ? secretIn(value) : undefined
}

/** A value that is meant to be secret; undefined if the secret is in the environment, as it should be. */
export function secretIn(value: string): string | undefined {
  const secret = value.replace(scheme, '').trim()
  return secret === '' || referencesIn(value).length > 0 ? undefined : secret
}

export function secretsOfTexts(texts: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(texts).flatMap(([name, text]) => secretUnder(name, text) ?? [])
}

export function secretsOfRest({ auth, headers, query }: RestFacts): string[] {
  const key = auth && secretIn(secretOfAuth(auth))
  return [...(key === undefined ? [] : [key]), ...secretsOfTexts(headers), ...secretsOfTexts(query)]
}

function secretOfAuth(auth: RestAuth): string {
  if (auth.type === 'bearer') return auth.token
  if (auth.type === 'basic') return auth.password
  return auth.type === 'api_key' ? auth.value : auth.clientSecret
}
