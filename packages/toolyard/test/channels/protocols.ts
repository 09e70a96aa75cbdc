/** What the platforms say over HTTP, as their documentation has it. */
import { createHmac } from 'node:crypto'
import type { ChannelSpec } from '../../src/define/index.ts'
import { type Heard, type Reply, secrets } from './platform-server.ts'

/** How a platform speaks, as its documentation has it. */
export interface Protocol {
  readonly name: ChannelSpec['platform']
  readonly spec: (origin: string) => ChannelSpec
  /** What else than a message it answers: signing in, uploads. */
  readonly aside?: (heard: Heard, server: string) => Reply | undefined
  readonly isMessage: (heard: Heard) => boolean
  readonly sent: (at: number) => Reply
  readonly limited: Reply
  readonly revoked: Reply
  /** The text that people will see. */
  readonly textOf: (heard: Heard) => string
  readonly limit: number
  /** Whether a request for a file shows it. */
  readonly holdsFile?: (heard: Heard) => boolean
}

const token = '${BOT_TOKEN}'
const secret = '${BOT_SECRET}'
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value)
const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const feishu = (name: 'feishu' | 'lark'): Protocol => ({
  name,
  spec: (url) => ({ platform: name, url, secret, options: { app_id: 'cli_a1' }, to: 'oc_team' }),
  aside: ({ path, json }) => {
    if (path === '/open-apis/auth/v3/tenant_access_token/internal')
      return json['app_secret'] === secrets.BOT_SECRET
        ? {
            body: {
              code: 0,
              msg: 'ok',
              tenant_access_token: 't-g1044ghJRUIJJ5ZPPZMOHKWZISL33E4QSS3abcef',
              expire: 7200,
            },
          }
        : { body: { code: 10014, msg: 'app secret invalid' } }
    if (path === '/open-apis/im/v1/files') return { body: { code: 0, data: { file_key: 'file_v2_1' } } }
    return undefined
  },
  isMessage: ({ path, query }) =>
    path === '/open-apis/im/v1/messages' && query.get('receive_id_type') === 'chat_id',
  sent: (index) => ({ body: { code: 0, msg: 'success', data: { message_id: `om_${index}` } } }),
  limited: {
    status: 400,
    headers: { 'x-ogw-ratelimit-reset': '1' },
    body: { code: 99991400, msg: 'request trigger frequency limit' },
  },
  revoked: { status: 400, body: { code: 99991663, msg: 'Invalid access token for authorization' } },
  textOf: ({ json }) => {
    const card: unknown = JSON.parse(text(json['content']))
    return text(at(card, 'body', 'elements', 0, 'content') ?? card)
  },
  limit: 24_000,
  holdsFile: ({ path, form }) =>
    path === '/open-apis/im/v1/files' && form['file'] === 'report.txt: the whole report',
})

export const protocols: readonly Protocol[] = [
  {
    name: 'telegram',
    spec: (url) => ({ platform: 'telegram', url, token, to: '-10042' }),
    isMessage: ({ path }) => path.startsWith(`/bot${secrets.BOT_TOKEN}/send`),
    sent: (index) => ({ body: { ok: true, result: { message_id: 100 + index } } }),
    limited: {
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 1',
        parameters: { retry_after: 1 },
      },
    },
    revoked: { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } },
    textOf: ({ json }) => text(json['text']),
    limit: 4096,
    holdsFile: ({ path, form }) =>
      path.endsWith('/sendDocument') &&
      form['chat_id'] === '-10042' &&
      form['document'] === 'report.txt: the whole report',
  },
  {
    name: 'discord',
    spec: (url) => ({ platform: 'discord', url, token, to: '1234567890123' }),
    isMessage: ({ path, headers }) =>
      path === '/channels/1234567890123/messages' && headers.authorization === `Bot ${secrets.BOT_TOKEN}`,
    sent: (index) => ({ body: { id: `9${index}` } }),
    limited: {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { message: 'You are being rate limited.', retry_after: 0.2, global: false },
    },
    revoked: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
    textOf: ({ json }) => text(json['content']),
    limit: 2000,
    holdsFile: ({ form }) => form['files[0]'] === 'report.txt: the whole report',
  },
  {
    name: 'slack',
    spec: (url) => ({ platform: 'slack', url, token, to: '#team' }),
    aside: ({ path, form, raw }, server) => {
      if (path === '/files.getUploadURLExternal')
        return form['filename'] === 'report.txt' && form['length'] === '16'
          ? { body: { ok: true, upload_url: `${server}/upload/1`, file_id: 'F1' } }
          : { body: { ok: false, error: 'invalid_arguments' } }
      if (path === '/upload/1') return { status: raw === 'the whole report' ? 200 : 400 }
      return undefined
    },
    isMessage: ({ path, headers }) =>
      ['/chat.postMessage', '/files.completeUploadExternal'].includes(path) &&
      headers.authorization === `Bearer ${secrets.BOT_TOKEN}`,
    sent: (index) => ({ body: { ok: true, channel: 'C0TEAM', ts: `1700000000.00000${index}` } }),
    limited: { status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } },
    revoked: { body: { ok: false, error: 'token_revoked' } },
    textOf: ({ json }) => text(at(json, 'blocks', 0, 'text')),
    limit: 10_000,
    // By the id that the message before it was answered with.
    holdsFile: ({ path, json }) =>
      path === '/files.completeUploadExternal' &&
      json['channel_id'] === 'C0TEAM' &&
      at(json, 'files', 0, 'id') === 'F1',
  },
  feishu('feishu'),
  feishu('lark'),
  {
    name: 'dingtalk',
    spec: (url) => ({ platform: 'dingtalk', url, token, secret }),
    isMessage: ({ path, query }) => {
      const timestamp = query.get('timestamp') ?? ''
      const sign = createHmac('sha256', secrets.BOT_SECRET)
        .update(`${timestamp}\n${secrets.BOT_SECRET}`)
        .digest('base64')
      return (
        path === '/robot/send' &&
        query.get('access_token') === secrets.BOT_TOKEN &&
        query.get('sign') === sign &&
        Math.abs(Number(timestamp) - Date.now()) < 3_600_000
      )
    },
    sent: () => ({ body: { errcode: 0, errmsg: 'ok' } }),
    limited: { body: { errcode: 130101, errmsg: 'send too fast, exceed 20 times per minute' } },
    revoked: { body: { errcode: 300001, errmsg: 'token is not exist' } },
    textOf: ({ json }) => text(at(json, 'markdown', 'text')),
    limit: 18_000,
  },
  {
    name: 'wecom',
    spec: (url) => ({ platform: 'wecom', url, token }),
    aside: ({ path, query, form }) =>
      path === '/cgi-bin/webhook/upload_media' &&
      query.get('type') === 'file' &&
      form['media'] === 'report.txt: the whole report'
        ? { body: { errcode: 0, errmsg: 'ok', type: 'file', media_id: 'm-1' } }
        : undefined,
    isMessage: ({ path, query }) =>
      path === '/cgi-bin/webhook/send' && query.get('key') === secrets.BOT_TOKEN,
    sent: () => ({ body: { errcode: 0, errmsg: 'ok' } }),
    limited: { body: { errcode: 45009, errmsg: 'api freq out of limit' } },
    revoked: { body: { errcode: 93000, errmsg: 'invalid webhook url' } },
    textOf: ({ json }) => text(at(json, 'markdown_v2', 'content')),
    limit: 4096,
    holdsFile: ({ json }) => at(json, 'file', 'media_id') === 'm-1',
  },
  {
    name: 'webhook',
    spec: (url) => ({ platform: 'webhook', url: `${url}/hook/`, secret }),
    isMessage: ({ path, headers, raw }) => {
      const {
        'x-toolyard-timestamp': timestamp,
        'x-toolyard-nonce': nonce,
        'x-toolyard-signature': signature,
      } = headers
      const wanted = createHmac('sha256', secrets.BOT_SECRET)
        .update(`${text(timestamp)}.${text(nonce)}.${raw}`)
        .digest('hex')
      return (
        path === '/hook/' &&
        signature === `v1=${wanted}` &&
        Math.abs(Number(timestamp) * 1000 - Date.now()) < 3_600_000
      )
    },
    sent: (index) => ({ body: { id: `w-${index}` } }),
    limited: { status: 429, headers: { 'retry-after': '1' } },
    revoked: { status: 401, body: { error: 'wrong signature' } },
    textOf: ({ json }) => text(json['content']),
    limit: 100_000,
    holdsFile: ({ json }) =>
      at(json, 'files', 0, 'data') === Buffer.from('the whole report').toString('base64'),
  },
]
