/**
 * Opens connections: looks a name up once, checks every address of the answer, and connects to those addresses and no others.
 *
 * @module
 */
import { lookup as lookUp } from 'node:dns/promises'
import { buildConnector } from 'undici'
import { ToolyardError } from '../../kernel/index.ts'
import type { Guard, ConnectTarget } from './guard.ts'

/** What a name leads to. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

const connectMs = 10_000

export const systemResolve: Resolve = (host) => lookUp(host, { all: true })

export function createConnector(guard: Guard, resolve: Resolve): buildConnector.connector {
  return (options, callback) => {
    const target = guard.target(options)
    const open = (addresses: readonly ResolvedAddress[]): void => {
      const connect = buildConnector({ lookup: answering(addresses), allowH2: false, timeout: connectMs })
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null)
        const refusal = addressRefusal(guard, target, socket.remoteAddress)
        if (!refusal) return callback(null, socket)
        socket.destroy()
        return callback(refusal, null)
      })
    }
    const fail = (error: unknown): void => callback(asError(error), null)
    checkedAddresses(guard, target, resolve).then(open, fail)
  }
}

/** Throws `denied` if one of them may not be reached. */
export async function checkedAddresses(
  guard: Guard,
  target: ConnectTarget,
  resolve: Resolve,
): Promise<readonly ResolvedAddress[]> {
  const addresses = target.isLiteral ? [{ address: target.host, family: 0 }] : await resolve(target.host)
  if (addresses.length === 0) throw notFound(target)
  for (const { address } of addresses) guard.checkAddress(target, address)
  return addresses
}

/** A name server of one answer. It is not asked where the host is an address. */
export function answering(addresses: readonly ResolvedAddress[]) {
  return (
    _host: string,
    { all }: { all?: boolean | undefined },
    done: (error: Error | null, address: never, family?: number) => void,
  ): void => {
    if (all) done(null, addresses as never)
    else done(null, addresses[0]?.address as never, addresses[0]?.family ?? 0)
  }
}

export function addressRefusal(
  guard: Guard,
  target: ConnectTarget,
  address: string | undefined,
): Error | undefined {
  try {
    guard.checkAddress(target, address ?? 'a closed connection')
    return undefined
  } catch (error) {
    return asError(error)
  }
}

function notFound({ host }: ConnectTarget): Error {
  return Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' })
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new ToolyardError('internal', 'the look-up of a name failed')
}
