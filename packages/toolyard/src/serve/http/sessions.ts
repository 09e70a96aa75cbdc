/**
 * Browsers that have signed in. Kept in memory: who starts the server again signs in again.
 *
 * @module
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashOf } from './token-book.ts'

export interface SignInSession {
  readonly tokenId: string
  /** What unsafe requests must send along: a page of another site can't know it. */
  readonly csrf: string
}

const idleMs = 12 * 3_600_000
const mostSessions = 1000

export class Sessions {
  /** By the hash of their id, the one that was used last at the end. */
  readonly #sessions = new Map<string, SignInSession & { readonly usedAt: number }>()

  get count(): number {
    return this.#sessions.size
  }

  start(tokenId: string): { readonly id: string; readonly session: SignInSession } {
    const id = randomBytes(32).toString('base64url')
    const session = { tokenId, csrf: randomBytes(32).toString('base64url') }
    this.#sessions.set(hashOf(id), { ...session, usedAt: Date.now() })
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > mostSessions && oldest !== undefined) this.#sessions.delete(oldest)
    return { id, session }
  }

  find(id: string): SignInSession | undefined {
    const key = hashOf(id)
    const session = this.#sessions.get(key)
    if (!session) return undefined
    this.#sessions.delete(key)
    const now = Date.now()
    if (now - session.usedAt > idleMs) return undefined
    this.#sessions.set(key, { ...session, usedAt: now })
    return session
  }

  end(id: string): void {
    this.#sessions.delete(hashOf(id))
  }
}

export function isSame(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false
  const [left, right] = [Buffer.from(hashOf(given)), Buffer.from(hashOf(wanted))]
  return timingSafeEqual(left, right)
}
