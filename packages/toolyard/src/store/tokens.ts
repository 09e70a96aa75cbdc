/**
 * The port to access tokens: who may come in over the network, as what. The token itself is never kept, only its hash.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

/** Each may do what those before it may; an agent may only call its own tools. */
export type TokenRole = 'viewer' | 'operator' | 'approver' | 'admin' | 'agent'

export interface AccessToken {
  readonly id: string
  /** For people: whose it is, or what for. */
  readonly name: string
  readonly role: TokenRole
  /** The one agent that it speaks for, where its role is `agent`. */
  readonly agent?: string | undefined
  /** SHA-256 of the token, as hex. */
  readonly hash: string
  readonly createdAt: number
  readonly lastUsedAt?: number | undefined
}

export interface TokenStore {
  /** In the order in which they were made. */
  list(): Awaitable<readonly AccessToken[]>
  /** Does nothing if there is one with this hash. */
  add(token: AccessToken): Awaitable<void>
  /** Whether there was such a token. */
  remove(id: string): Awaitable<boolean>
  /** Notes that it was used. */
  touch(id: string, at: number): Awaitable<void>
}
