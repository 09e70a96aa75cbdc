/**
 * The platforms: what each needs to be configured, whom it writes to, and its file, loaded with the first message.
 *
 * @module
 */
import type { Platform } from '../../define/index.ts'
import type { MakeChannel } from '../channel.ts'

export interface PlatformFacts {
  /** Keys of a channel that it can't do without. */
  readonly needs: readonly ('token' | 'secret' | 'url')[]
  /** Other keys that it has a use for. */
  readonly takes: readonly ('token' | 'secret' | 'url')[]
  /** Options that it knows; the needed ones end in `!`. */
  readonly options: readonly string[]
  /**
   * What its recipients look like; nothing for a channel with one recipient. As far as it can be told, one recipient is written in
   * one way only: a rule about it must not be led around by another (`releases` for `#releases`, `042` for `42`).
   */
  readonly recipient: { readonly form: RegExp; readonly words: string } | undefined
  readonly load: () => Promise<MakeChannel>
}

const anyRecipient = { form: /^[^\p{C}\s](?:[^\p{C}]{0,198}[^\p{C}\s])?$/u, words: 'a short text' }
const feishuRecipient = {
  form: /^[\w.@+-]{1,128}$/,
  words: 'an id such as oc_…, ou_…, on_…, or an e-mail address',
}

export const platforms: Readonly<Record<Platform, PlatformFacts>> = {
  telegram: {
    needs: ['token'],
    takes: ['url'],
    options: [],
    recipient: {
      form: /^(?:-?[1-9]\d{0,19}|@\w{4,64})$/,
      words: 'the number of a chat, or @name of a public one',
    },
    load: async () => (await import('./telegram.ts')).makeTelegram,
  },
  discord: {
    needs: ['token'],
    takes: ['url'],
    options: [],
    recipient: { form: /^[1-9]\d{4,24}$/, words: 'the id of a channel, a long number' },
    load: async () => (await import('./discord.ts')).makeDiscord,
  },
  slack: {
    needs: ['token'],
    takes: ['url'],
    options: [],
    recipient: {
      form: /^(?:[A-Z][A-Z0-9]{1,24}|#[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_.-]{1,80})$/u,
      words: 'an id such as C0123456789, or #name of a channel in small letters',
    },
    load: async () => (await import('./slack.ts')).makeSlack,
  },
  feishu: {
    needs: ['secret'],
    takes: ['url'],
    options: ['app_id!'],
    recipient: feishuRecipient,
    load: async () => (await import('./feishu.ts')).makeFeishu('Feishu'),
  },
  lark: {
    needs: ['secret'],
    takes: ['url'],
    options: ['app_id!'],
    recipient: feishuRecipient,
    load: async () => (await import('./feishu.ts')).makeFeishu('Lark'),
  },
  email: {
    needs: ['url'],
    takes: ['token'],
    options: ['from!', 'user', 'subject', 'starttls'],
    recipient: {
      form: /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i,
      words: 'one e-mail address',
    },
    load: async () => (await import('./email.ts')).makeEmail,
  },
  dingtalk: {
    needs: ['token'],
    takes: ['secret', 'url'],
    options: [],
    recipient: undefined,
    load: async () => (await import('./dingtalk.ts')).makeDingtalk,
  },
  wecom: {
    needs: ['token'],
    takes: ['url'],
    options: [],
    recipient: undefined,
    load: async () => (await import('./wecom.ts')).makeWecom,
  },
  webhook: {
    needs: ['url', 'secret'],
    takes: [],
    options: [],
    recipient: anyRecipient,
    load: async () => (await import('./webhook.ts')).makeWebhook,
  },
  console: {
    needs: [],
    takes: [],
    options: [],
    recipient: anyRecipient,
    load: async () => (await import('./console.ts')).makeConsole,
  },
}

export const platformNames = Object.keys(platforms) as readonly Platform[]
