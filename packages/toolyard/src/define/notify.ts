/** How people are told that a request waits for them. */
export interface NotifySettings {
  /** The channel, as `channels` names it. */
  readonly channel: string
  /** The chat, room or address; the channel's own by default. */
  readonly to?: string | undefined
  /** Where people reach the console: messages lead to what waits there. */
  readonly link?: string | undefined
  /** `en` by default. */
  readonly language?: 'en' | 'zh' | undefined
}
