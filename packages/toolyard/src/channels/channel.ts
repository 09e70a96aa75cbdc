/**
 * The port to a platform: it sends one piece of a message and says what became of it.
 *
 * A channel never tries again by itself: whether it may is decided in one place, `deliver.ts`, by what the platform can have
 * taken.
 *
 * @module
 */
import type { MessageButton, MessageFile } from '../define/index.ts'
import type { Net, SecretReader } from '../host/index.ts'
import type { Clock, ToolyardError } from '../kernel/index.ts'

/** What a channel is made with. */
export interface ChannelParts {
  /** The one way to the network. */
  readonly net: Net
  readonly secrets: SecretReader
  readonly clock: Clock
  /** Adds a line to the log of the process. */
  readonly note: (line: string) => void
  /** Random, for signatures. */
  readonly nonce: () => string
}

/** A channel's settings with values in the place of references. */
export interface ChannelSettings {
  readonly name: string
  readonly token: string
  readonly secret: string
  readonly url: string
  readonly options: Readonly<Record<string, string | number | boolean>>
}

/** What goes out as one message. */
export interface MessagePiece {
  /** Markdown; empty for a file alone. */
  readonly text: string
  readonly buttons: readonly MessageButton[]
  readonly files: readonly MessageFile[]
}

export interface Posting {
  readonly to: string
  /** Of this piece alone, and equal where it is tried again: for platforms that drop repeats. Ids of calls may come twice. */
  readonly key: string
  readonly signal: AbortSignal
}

export interface SentPiece {
  /** What the platform calls it; empty if it does not say. */
  readonly id: string
  /** The recipient as the platform names it, for the pieces that follow. */
  readonly to?: string | undefined
}

export interface DeliveryFault {
  readonly error: ToolyardError
  /** `no`: certainly not taken, so that sending again repeats nothing. */
  readonly taken: 'no' | 'maybe'
  /** May be sent again after so long; never if it is absent. */
  readonly againInMs?: number | undefined
}

export interface Channel {
  /** How much text one message may have, as `measure` counts. */
  readonly limit: number
  /** How much of the limit a Markdown text takes; its UTF-16 units by default. */
  measure?(markdown: string): number
  /** Whether files go with the text, each in a message of its own, or not at all. */
  readonly files: 'together' | 'apart' | 'none'
  /** Whether it shows buttons; else they become lines with links. */
  readonly buttons: boolean
  /** Bytes that one file may have. */
  readonly fileBytes: number
  send(piece: MessagePiece, posting: Posting): Promise<SentPiece | DeliveryFault>
}

export type MakeChannel = (settings: ChannelSettings, parts: ChannelParts) => Channel

export function isFault(value: object): value is DeliveryFault {
  return 'taken' in value
}
