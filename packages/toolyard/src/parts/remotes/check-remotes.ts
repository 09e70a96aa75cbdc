/**
 * Whether `remotes` say what they can say: every name, key and value, with what to write instead.
 *
 * @module
 */
import type { RemoteSpec } from '../../define/index.ts'
import { signatureHeaders } from '../../host/index.ts'
import { isPlainObject, tellValue } from '../../kernel/index.ts'
import { checkEntry, checkNumber, checkSecret, checkText, wrong } from './check-entries.ts'

const remoteKeys = ['url', 'secret', 'description', 'headers', 'timeoutMs'] satisfies (keyof RemoteSpec)[]
const ownHeaders = [
  ...Object.values(signatureHeaders),
  'idempotency-key',
  'content-type',
  'content-length',
  'host',
]

/** Throws `invalid_config`. */
export function checkRemotes(remotes: Readonly<Record<string, RemoteSpec>>, place: string): void {
  for (const [name, spec] of Object.entries(remotes)) {
    const at = `${place}.${name}`
    checkEntry(name, spec, { place, keys: remoteKeys })
    checkUrl(spec.url, `${at}.url`)
    checkSecret(spec.secret, `${at}.secret`)
    checkText(spec.description, `${at}.description`)
    checkNumber(spec.timeoutMs, `${at}.timeoutMs`, { least: 1, most: 120_000 })
    checkHeaders(spec.headers, `${at}.headers`)
  }
}

function checkUrl(url: unknown, at: string): void {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw wrong(`${at} must be an http or https address, not ${tellValue(url)}`, {
      hint: 'Write it whole, such as https://example.com/hooks/deploy.',
    })
  if (parsed.username !== '' || parsed.password !== '')
    throw wrong(`${at} must not hold a user or a password`, {
      hint: 'Send it in headers, by reference to an environment variable.',
    })
}

function checkHeaders(headers: unknown, at: string): void {
  if (headers === undefined) return
  if (!isPlainObject(headers))
    throw wrong(`${at} must be an object, not ${tellValue(headers)}`, { hint: "Write { 'x-team': 'blue' }." })
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      throw wrong(`${at}: "${name.slice(0, 100)}" can't be the name of a header`, {
        hint: 'Use letters, digits and "-".',
      })
    if (ownHeaders.includes(name.toLowerCase()))
      throw wrong(`${at}: ${name} is set by Toolyard`, { hint: 'Leave it out.' })
    if (typeof value !== 'string' || /[\r\n\0]/.test(value))
      throw wrong(`${at}.${name} must be a text in one line`, {
        hint: "Write its value, or a reference such as '${API_KEY}'.",
      })
  }
}
