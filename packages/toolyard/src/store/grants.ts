/**
 * The port to grants: what people have allowed beyond one call, to whom, in the words of a policy rule.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

export interface Grant {
  readonly id: string
  /** As in a policy: `write_file(src/a.txt)`. */
  readonly rule: string
  readonly tool: string
  /** The definition that was granted; another one asks again. */
  readonly fingerprint: string
  /** The one conversation for which it holds, and the agent in it; or the agent, wherever it is. */
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  /** Of a grant to a conversation: the caller who asked. Another one may choose the same name for a conversation. */
  readonly principal?: string | undefined
  /** The folder in which it was given: in another one it does not count, and without one it counts nowhere. */
  readonly workspace?: string | undefined
  readonly by: string
  readonly createdAt: number
}

export interface GrantStore {
  /** In the order in which they were given. */
  list(): Awaitable<readonly Grant[]>
  add(grant: Grant): Awaitable<void>
  /** Whether there was such a grant. */
  revoke(id: string): Awaitable<boolean>
}
