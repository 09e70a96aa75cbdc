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

export interface OutgoingMessage {
  /** Markdown. */
  readonly content: string
  /** The chat, room or address; the channel's own by default. */
  readonly to?: string | undefined
  /** Paths of files of the workspace. */
  readonly files?: readonly string[] | undefined
  /** Links shown as buttons where the platform has some, else as lines. */
  readonly buttons?: readonly { readonly text: string; readonly url: string }[] | undefined
}

export interface Delivery {
  readonly channel: string
  readonly platform: Platform
  readonly to: string
  /** What the platform calls the messages that were sent, in order. */
  readonly ids: readonly string[]
}

export interface ChannelAccess {
  list(): readonly {
    readonly name: string
    readonly platform: Platform
    readonly to?: string | undefined
  }[]
  /** The channel of this name, or the only one of this platform. Throws `not_found` with the names that there are. */
  resolve(name: string | undefined): {
    readonly name: string
    readonly platform: Platform
    readonly to?: string | undefined
  }
  /** Sends it once, and never again by itself once the platform may have taken it. */
  send(channel: string, message: OutgoingMessage, signal: AbortSignal): Promise<Delivery>
}
