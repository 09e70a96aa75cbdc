/**
 * Calls that wait for their client's next request, each under a name that cannot be guessed and serves once.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { AskedCall } from './asked-call.ts'

/** Of one client. */
const mostParked = 64

export interface ParkedCalls {
  /** Whether there is room for one more. */
  readonly hasRoom: boolean
  /** Keeps a call until `digest` is asked for again; answers its name. */
  put(call: AskedCall, digest: string): string
  /** The call of a name, for the very request that it was made by. */
  take(name: string, digest: () => string): AskedCall | undefined
  close(): void
}

export function createParkedCalls(): ParkedCalls {
  const parked = new Map<string, { readonly call: AskedCall; readonly digest: string }>()
  return {
    get hasRoom() {
      return parked.size < mostParked
    },
    put(call, digest) {
      const name = randomBytes(24).toString('base64url')
      parked.set(name, { call, digest })
      return name
    },
    take(name, digest) {
      const found = parked.get(name)
      if (!found || found.digest !== digest()) return undefined
      parked.delete(name)
      return found.call
    },
    close() {
      for (const { call } of parked.values()) call.stop()
      parked.clear()
    },
  }
}
