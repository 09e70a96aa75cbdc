/**
 * What an installation tells of itself, and how a call of it is followed.
 *
 * @module
 */
import type { CallOptions, EventSink, Policy } from '../../pipeline/index.ts'

/** What is known of an installation, apart from its tools. */
export interface Installation {
  /** The folder that tools may work in. */
  readonly workspace: string
  /** The rules by which calls are decided. */
  readonly policy: Policy
  /** Whether `search` goes by meaning too. */
  readonly searchesByMeaning: boolean
  /** A copy of texts or data without secrets; the same if there are none. */
  redact<T>(value: T): T
}

/** A call that is followed while it runs. */
export interface FollowedCall extends CallOptions {
  /** Takes the events of the call, all but the result, which is answered. */
  readonly events?: EventSink | undefined
}
