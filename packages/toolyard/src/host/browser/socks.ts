/**
 * What a browser says to a SOCKS5 proxy before it speaks to a site: a greeting, then whom it wants. Knows bytes, opens nothing.
 *
 * @module
 */
import { isIPv6 } from 'node:net'

/** Whom a browser wants to speak to. */
export interface ProxyTarget {
  /** As it stands in a URL, with the brackets of IPv6. */
  readonly host: string
  readonly port: number
}

export const greetingAnswer: Uint8Array = Uint8Array.of(5, 0)
export const granted: Uint8Array = Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0)

/** How long the greeting is; `undefined` while it is not whole. Throws for what is no greeting. */
export function greetingLength(bytes: Buffer): number | undefined {
  if (bytes.length > 0 && bytes[0] !== 5) throw new Error('this is not SOCKS5')
  const length = 2 + (bytes[1] ?? 0)
  return bytes.length >= 2 && bytes.length >= length ? length : undefined
}

/** The request and how long it is; `undefined` while it is not whole. Throws for all but a connection to a name or an address. */
export function readWanted(bytes: Buffer): (ProxyTarget & { readonly length: number }) | undefined {
  if (bytes.length < 5) return undefined
  if (bytes[0] !== 5 || bytes[1] !== 1) throw new Error('only connections are made')
  const [start, end] = addressPlace(bytes)
  if (bytes.length < end + 2) return undefined
  const host = hostFrom(bytes.subarray(start, end), bytes[3])
  return { host, port: bytes.readUInt16BE(end), length: end + 2 }
}

const [ipv4, name, ipv6] = [1, 3, 4]

function addressPlace(bytes: Buffer): readonly [number, number] {
  if (bytes[3] === ipv4) return [4, 8]
  if (bytes[3] === ipv6) return [4, 20]
  if (bytes[3] === name) return [5, 5 + (bytes[4] ?? 0)]
  throw new Error('this kind of address is not known')
}

function hostFrom(bytes: Buffer, kind: number | undefined): string {
  if (kind === ipv4) return bytes.join('.')
  if (kind === ipv6)
    return `[${Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')}]`
  const host = bytes.toString('latin1')
  if (isIPv6(host)) return `[${host}]`
  if (/^[\w.-]+$/.test(host)) return host
  throw new Error('this is no name of a host')
}
