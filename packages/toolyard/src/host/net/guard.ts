/**
 * Where requests may go. Knows URLs and addresses, opens nothing.
 *
 * Its text is checked before a request is made, each address that its name leads to before it is connected to. What is
 * allowed beside the public network is named by host and port; that opens no other port and no other name.
 *
 * @module
 */
import { isIP } from 'node:net'
import { checkKeys, tellValue, ToolyardError } from '../../kernel/index.ts'
import { type AddressRange, createRanges } from './address-range.ts'
import { blockedPorts } from './blocked-ports.ts'
import type { NetSettings } from './net.ts'

/** Whom a connection is made to. */
export interface ConnectTarget {
  /** As it stands in a URL, without the brackets of IPv6. */
  readonly host: string
  /** `host:port`, as it is allowed by the settings. */
  readonly key: string
  readonly isLiteral: boolean
  readonly allowed: boolean
}

/** Whom to connect to, and what to ask for there. */
export interface RequestAddress {
  /** `https://api.example.com`, as a URL has it. */
  readonly origin: string
  /** With its query. */
  readonly path: string
}

export interface Guard {
  /** The URL, read; throws `denied`. */
  check(url: string | URL): URL
  /** The same, in two parts. */
  read(url: string): RequestAddress
  /** Whom `origin` names; no longer a question of its text. */
  target(origin: {
    readonly protocol: string
    readonly hostname: string
    readonly port: string
  }): ConnectTarget
  /** Throws `denied` if a target leads to an address that it may not. */
  checkAddress(target: ConnectTarget, address: string): void
}

/** As long as a name can be, and some more for the rest. */
const maxHost = 253
const maxUrl = 16_384
/** Origins whose text was found to be in order: most requests go where others went before. */
const mostKnown = 1024
/** Paths and queries that a URL leaves as they are written. */
const plain = /^(?:\/(?!\.|%2e)[\w~!$&'()*+,;=:@%.-]*)+(?:\?[\w~!$&()*+,;=:@%./?-]*)?$/i

export function createGuard(settings: NetSettings): Guard {
  const allowed = readAllowed(settings)
  const rangeOf = createRanges()
  const known = new Set<string>()

  const target: Guard['target'] = ({ protocol, hostname, port }) => {
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    const key = keyOf(host.includes(':') ? `[${host}]` : host, port || (protocol === 'https:' ? '443' : '80'))
    return { host, key, isLiteral: isIP(host) !== 0, allowed: allowed.has(key) }
  }
  const checkOrigin = (url: URL): void => {
    const place = target(url)
    if (place.host.length > maxHost)
      throw deniedError('this URL', `its host has more than ${maxHost} characters`)
    if (place.allowed) return
    const port = Number(url.port)
    if (blockedPorts.has(port)) throw deniedError(place, `port ${port} is not one for HTTP`)
    if (/(?:^|\.)localhost\.?$/.test(place.host)) throw deniedError(place, `"${place.host}" is this machine`)
    if (place.isLiteral) checkAddress(place, place.host)
  }
  const checkAddress = (place: ConnectTarget, address: string): void => {
    const range = rangeOf(address)
    if (range && !isAllowed(place, range)) throw deniedError(place, reasonOf(place, address, range))
  }

  const check: Guard['check'] = (given) => {
    const url = typeof given === 'string' ? readUrl(given) : given
    const { origin } = url
    if (known.has(origin) && url.username === '' && url.password === '') return url
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw deniedError(
        shortened(url.href),
        `only http and https are spoken, not ${url.protocol.slice(0, -1)}`,
      )
    if (url.username !== '' || url.password !== '')
      throw deniedError(`a URL of ${url.host}`, 'there are credentials in it')
    checkOrigin(url)
    if (known.size >= mostKnown) known.clear()
    known.add(origin)
    return url
  }

  return {
    target,
    checkAddress,
    check,
    read(text) {
      const end = text.indexOf('/', 'https://'.length)
      const origin = end < 0 ? '' : text.slice(0, end)
      const path = text.slice(end)
      if (known.has(origin) && text.length <= maxUrl && plain.test(path)) return { origin, path }
      const url = check(text)
      return { origin: url.origin, path: url.pathname + url.search }
    },
  }
}

function isAllowed({ allowed, isLiteral }: ConnectTarget, { literalOnly }: AddressRange): boolean {
  return allowed && (isLiteral || !literalOnly)
}

function reasonOf(
  { isLiteral, host, allowed }: ConnectTarget,
  address: string,
  { text }: AddressRange,
): string {
  if (isLiteral) return `${address} is ${text}`
  const where = `"${host}" leads to ${address}, ${text}`
  return allowed ? `${where}, where no name leads by right` : where
}

function readUrl(text: string): URL {
  const url = text.length <= maxUrl ? URL.parse(text) : null
  if (url) return url
  throw deniedError(
    shortened(text),
    text.length > maxUrl ? `it has more than ${maxUrl} characters` : 'it is not a whole URL',
  )
}

function deniedError(place: ConnectTarget | string, reason: string): ToolyardError {
  const isTarget = typeof place !== 'string'
  return new ToolyardError('denied', `${isTarget ? place.key : place} may not be reached: ${reason}.`, {
    hint:
      isTarget && !place.allowed
        ? `If that is meant, the application allows it by network: { allow: ['${place.key}'] }.`
        : 'Use another URL.',
  })
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}

/** A trailing dot makes no other host. */
function keyOf(hostname: string, port: string): string {
  return `${hostname.endsWith('.') ? hostname.slice(0, -1) : hostname}:${port}`
}

function readAllowed(settings: NetSettings): ReadonlySet<string> {
  checkKeys(settings, ['allow'], 'network')
  const { allow = [] } = settings
  if (!Array.isArray(allow)) throw wrongSetting(allow)
  return new Set(allow.map(readEntry))
}

function readEntry(entry: unknown): string {
  if (typeof entry !== 'string') throw wrongSetting(entry)
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:/?#@*\\\s]+):(\d{1,5})$/.exec(entry) ?? []
  // With a port that no scheme has for its own, so that it is kept.
  const url = host === '' ? null : URL.parse(`http://${host}:1/`)
  if (!url || Number(port) < 1 || Number(port) > 65_535) throw wrongSetting(entry)
  return keyOf(url.hostname, String(Number(port)))
}

function wrongSetting(value: unknown): ToolyardError {
  return new ToolyardError('invalid_config', `network.allow: ${tellValue(value)} is not a host with a port`, {
    hint: "Write network: { allow: ['localhost:3000', '10.0.0.5:443', '[::1]:8080'] }.",
  })
}
