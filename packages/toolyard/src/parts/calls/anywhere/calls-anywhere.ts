/**
 * `CallsAnywhere`: calls that run in a process, as every process on the same engine follows and cancels them.
 *
 * A call costs nothing for it. Its process listens once a call runs for longer than a second, or a stream of one is kept; what a
 * call tells leaves the process from when someone elsewhere asks to follow it.
 *
 * @module
 */
import type { RunningCall } from '../../../pipeline/index.ts'
import type { Awaitable } from '../../../store/index.ts'

export interface CallsAnywhere {
  /** Ends a call that runs in this process. */
  cancelHere(id: string, own?: CallOwner): boolean
  /** Ends a call, in whichever process it runs. `ids` are the names that it may have. */
  cancel(ids: readonly string[], own?: CallOwner): Promise<CancelAnswer>
  /** What a call tells, in whichever process it runs; undefined if none tells of it. */
  follow(ids: readonly string[], options?: FollowOptions): Promise<FollowedCall | undefined>
  /** Streams of calls that are kept in this process: those are told from their first event that is kept. Answers how to stop. */
  keep(find: FindsStream): () => void
  /** Calls that run, in whichever process. */
  running(): Promise<readonly RunningCall[]>
  /** Others can ask this process from now on. */
  listen(): void
}

/** Who may see a call: the one who made it. People, who may see all, are no owners. */
export interface CallOwner {
  readonly agent: string
  readonly principal: string
}

export interface CancelAnswer {
  readonly cancelled: boolean
  /** Why not, if the call may go on. */
  readonly reason?: string | undefined
}

export interface FollowOptions {
  readonly own?: CallOwner | undefined
  /** The number of the last event that was heard. */
  readonly after?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface FollowedCall {
  readonly id: string
  /** As its caller knows it. */
  readonly shownId: string
  /** To the result, which is the last one. */
  readonly events: AsyncIterable<ToldEvent>
}

/** An event under its number, or how many up to this number are not kept any more. */
export type ToldEvent =
  | { readonly sequence: number; readonly type: string; readonly json: string }
  | { readonly sequence: number; readonly missed: number }

export type FindsStream = (id: string) => Awaitable<KeptStream | undefined>

/** A stream on the bus of this process whose events are `KeptEvent`s. */
export interface KeptStream {
  readonly stream: string
  readonly shownId: string
  readonly agent?: string | undefined
  readonly principal?: string | undefined
}

/** An event as it is kept: made ready once, for all its readers. */
export interface KeptEvent {
  readonly type: string
  readonly json: string
}

export function isOwnCall(
  own: CallOwner | undefined,
  { agent, principal }: Pick<KeptStream, 'agent' | 'principal'>,
): boolean {
  return own === undefined || (agent === own.agent && principal === own.principal)
}
