/**
 * Messages to people: what is configured as a channel, and what tools may ask of it.
 *
 * @module
 */

export type Platform =
  | 'telegram'
  | 'discord'
  | 'slack'
  | 'feishu'
  | 'lark'
  | 'email'
  | 'dingtalk'
  | 'wecom'
  | 'webhook'
  | 'console'

/** One channel of the `channels` section. Tokens and secrets are references (`${TELEGRAM_BOT_TOKEN}`), never values. */
export interface ChannelSpec {
  readonly platform: Platform
  /** Where messages go if none is named: a chat, a room, an address. */
  readonly to?: string | undefined
  /** Others that may be written to without asking. */
  readonly recipients?: readonly string[] | undefined
  /** Bot token, webhook key or password, as the platform calls it; the guide lists them by platform. */
  readonly token?: string | undefined
  /** The secret that messages or requests are signed with. */
  readonly secret?: string | undefined
  /** An address of the platform's API or of the webhook; the vendor's own by default. */
  readonly url?: string | undefined
  /** What else a platform needs, by its own names. */
  readonly options?: Readonly<Record<string, string | number | boolean>> | undefined
}

/** A file that goes with a message, already read. */
export interface MessageFile {
  readonly name: string
  readonly data: Uint8Array
}

export interface MessageButton {
  readonly text: string
  readonly url: string
}

export interface OutgoingMessage {
  /** Markdown. */
  readonly content: string
  /** The chat, room or address; the channel's own by default. */
  readonly to?: string | undefined
  readonly files?: readonly MessageFile[] | undefined
  /** Links shown as buttons where the platform has some, else as lines. */
  readonly buttons?: readonly MessageButton[] | undefined
}

/** A channel and one of its recipients. */
export interface ChannelPlace {
  readonly channel: string
  readonly platform: Platform
  /** `default` for a channel that has one recipient only. */
  readonly to: string
}

export interface Delivery extends ChannelPlace {
  /** What the platform calls the messages that were sent, in order. */
  readonly ids: readonly string[]
}

export interface ChannelAccess {
  list(): readonly {
    readonly name: string
    readonly platform: Platform
    readonly to?: string | undefined
  }[]
  /**
   * The channel of this name, or the only one of this platform, and the recipient: the channel's own by default. Throws
   * `not_found` with the names that there are, or `invalid_arguments` for a recipient that the platform can't have.
   */
  resolve(channel: string | undefined, to: string | undefined): ChannelPlace
  /** Sends it once, and never again by itself once the platform may have taken it. */
  send(channel: string | undefined, message: OutgoingMessage, signal: AbortSignal): Promise<Delivery>
}
