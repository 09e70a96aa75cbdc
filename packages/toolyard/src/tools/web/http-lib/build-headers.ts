/**
 * The headers of a request, credentials included.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { referencesIn } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { Auth, HttpInput } from './input.ts'
import type { SecretFiller } from './secret-places.ts'

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
/** What would end a header, or can't stand in one. */
const notInHeaders = /[^\t\x20-\x7e\x80-\xff]/
/** The connection sets these itself. */
export const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export interface Headers {
  /** By their names in lower case. */
  readonly headers: Record<string, string>
  /** Those that hold secrets. */
  readonly bound: ReadonlySet<string>
}

/** Throws `invalid_arguments`, and `denied` for a secret that may not go there. */
export function buildHeaders(
  { headers = {}, auth }: Pick<HttpInput, 'headers' | 'auth'>,
  secrets: SecretFiller,
): Headers {
  const built: Record<string, string> = { accept: 'application/json, text/*;q=0.9, */*;q=0.8' }
  const bound = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const lower = checkedName(name)
    if (ownHeaders.has(lower)) continue
    built[lower] = checkedValue(secrets.fill(value, `headers.${name}`), `headers.${name}`)
    if (referencesIn(value).length > 0) bound.add(lower)
  }
  if (!auth) return { headers: built, bound }
  const [name, value] = authHeader(auth, secrets)
  if (Object.keys(headers).some((other) => other.toLowerCase() === name))
    throw wrong('auth', `headers has ${name} too`, 'Give it once.')
  return { headers: { ...built, [name]: checkedValue(value, 'auth') }, bound: bound.add(name) }
}

function authHeader(auth: Auth, secrets: SecretFiller): readonly [name: string, value: string] {
  switch (auth.type) {
    case 'bearer':
      return ['authorization', `Bearer ${referred(auth, 'token', secrets)}`]
    case 'basic': {
      const username = secrets.fill(required(auth, 'username'), 'auth.username')
      const pair = Buffer.from(`${username}:${referred(auth, 'password', secrets)}`).toString('base64')
      secrets.hide(pair, 'auth.password')
      return ['authorization', `Basic ${pair}`]
    }
    default:
      return [checkedName(required(auth, 'name')), referred(auth, 'value', secrets)]
  }
}

/** Credentials that are written out would be shown, kept and logged with the call. */
function referred(auth: Auth, field: 'token' | 'password' | 'value', secrets: SecretFiller): string {
  const text = required(auth, field)
  if (referencesIn(text).length === 0)
    throw wrong(
      `auth.${field}`,
      'it is not a secret reference',
      'Write ${NAME}, with a name that the configuration lists under web.secrets.',
    )
  return secrets.fill(text, `auth.${field}`)
}

function required(auth: Auth, field: Exclude<keyof Auth, 'type'>): string {
  const text = auth[field]
  if (text === undefined)
    throw wrong(`auth.${field}`, `it is needed for type "${auth.type}"`, `Add auth.${field}.`)
  return text
}

function checkedName(name: string): string {
  if (token.test(name)) return name.toLowerCase()
  throw wrong(
    'headers',
    `${JSON.stringify(name.slice(0, 80))} is not the name of a header`,
    'Use letters, digits and hyphens.',
  )
}

/** Its value is not shown: it may hold a secret. */
function checkedValue(value: string, place: string): string {
  if (!notInHeaders.test(value)) return value
  throw wrong(
    place,
    'its value has characters that a header can not hold',
    'Leave out line breaks and signs outside Latin-1.',
  )
}

function wrong(place: string, reason: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', `${place}: ${reason}`, { hint })
}
