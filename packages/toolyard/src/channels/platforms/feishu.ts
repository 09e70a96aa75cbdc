/** Feishu and Lark: messages of an app as cards, with a tenant's access token that is renewed when it ends. */
import { createHash } from 'node:crypto'
import {
  type ChannelParts,
  type DeliveryFault,
  isFault,
  type MakeChannel,
  type MessagePiece,
  type Posting,
  type SentPiece,
} from '../channel.ts'
import { fileTypeOf, formFile } from '../file-type.ts'
import { feishuMarkdown } from '../markdown/dialects.ts'
import {
  type PlatformAnswer,
  callPlatform,
  postJson,
  recordIn,
  type PlatformRefusal,
  refusalByStatus,
  refusalFault,
  retryAfter,
  type ChannelSubject,
  textIn,
  untaken,
} from '../platform-call.ts'

/** A card may have 30 KB, its own words included. */
const cardBytes = 24_000
/** So long before its end a token is renewed. */
const earlyMs = 300_000
const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const imageBytes = 10_000_000

export const makeFeishu =
  (platform: 'Feishu' | 'Lark'): MakeChannel =>
  ({ name, secret, url, options }, parts) => {
    const vendor = platform === 'Feishu' ? 'https://open.feishu.cn' : 'https://open.larksuite.com'
    const app: FeishuApp = {
      base: `${url || vendor}/open-apis`,
      id: String(options['app_id']),
      secret,
      parts,
      subject: { platform, name },
    }
    const tokens = tokensOf(app)
    return {
      limit: cardBytes,
      measure: (markdown) => Buffer.byteLength(JSON.stringify(feishuMarkdown(markdown))),
      files: 'apart',
      buttons: true,
      fileBytes: 20_000_000,
      async send(piece, posting) {
        for (let tries = 1; ; tries++) {
          const token = await tokens.get(posting.signal)
          if (typeof token !== 'string') return untaken(token)
          const sent = await send({ ...app, token }, piece, posting)
          // A token can end early. What it did not open was not sent.
          if (sent !== 'token ended') return sent
          tokens.drop()
          if (tries > 1)
            return refusalFault(app.subject, { kind: 'token', reason: 'the access token is not valid' })
        }
      },
    }
  }

interface FeishuApp {
  readonly base: string
  readonly id: string
  readonly secret: string
  readonly parts: ChannelParts
  readonly subject: ChannelSubject
}

type SignedIn = FeishuApp & { readonly token: string }

function tokensOf(app: FeishuApp) {
  const { base, id, secret, parts, subject } = app
  let kept: { readonly token: string; readonly until: number } | undefined
  return {
    drop(): void {
      kept = undefined
    },
    async get(signal: AbortSignal): Promise<string | DeliveryFault> {
      if (kept && parts.clock.now() < kept.until) return kept.token
      const request = postJson(`${base}/auth/v3/tenant_access_token/internal`, {
        app_id: id,
        app_secret: secret,
      })
      const answer = await callPlatform(parts, subject, { ...request, signal })
      if (isFault(answer)) return answer
      const token = textIn(answer.data['tenant_access_token'])
      if (answer.status >= 300 || answer.data['code'] !== 0 || token === '')
        return refusalFault(subject, signInRefusal(answer))
      parts.secrets.hide(token)
      kept = { token, until: parts.clock.now() + Number(answer.data['expire'] ?? 0) * 1000 - earlyMs }
      return token
    },
  }
}

function signInRefusal(answer: PlatformAnswer): PlatformRefusal {
  const reason = textIn(answer.data['msg'])
  if (answer.status === 429 || answer.status >= 500)
    return refusalByStatus(answer, reason) ?? { kind: 'server', reason }
  return {
    kind: 'token',
    reason,
    hint: 'Check options.app_id and secret of the channel against the credentials of the app.',
  }
}

async function send(
  app: SignedIn,
  piece: MessagePiece,
  posting: Posting,
): Promise<SentPiece | DeliveryFault | 'token ended'> {
  const content = piece.files.length > 0 ? await uploaded(app, piece, posting) : cardOf(piece)
  if (content === 'token ended' || isFault(content)) return content
  const { to, key, signal } = posting
  const request = postJson(
    `${app.base}/im/v1/messages?receive_id_type=${kindOf(to)}`,
    {
      receive_id: to,
      msg_type: content.type,
      content: JSON.stringify(content.body),
      // Within an hour the same message is made once.
      uuid: createHash('sha256').update(key).digest('base64url').slice(0, 43),
    },
    { authorization: `Bearer ${app.token}` },
  )
  const answer = await askFeishu(app, { ...request, signal })
  if (answer === 'token ended' || isFault(answer)) return answer
  return { id: textIn(recordIn(answer.data['data'])['message_id']) }
}

interface FeishuContent {
  readonly type: 'interactive' | 'image' | 'file'
  readonly body: unknown
}

function cardOf({ text, buttons }: MessagePiece): FeishuContent {
  return {
    type: 'interactive',
    body: {
      schema: '2.0',
      body: {
        elements: [
          { tag: 'markdown', content: feishuMarkdown(text) },
          ...buttons.map((button) => ({
            tag: 'button',
            text: { tag: 'plain_text', content: button.text },
            behaviors: [{ type: 'open_url', default_url: button.url }],
          })),
        ],
      },
    },
  }
}

async function uploaded(
  app: SignedIn,
  { files }: MessagePiece,
  { signal }: Posting,
): Promise<FeishuContent | DeliveryFault | 'token ended'> {
  const [file] = files
  const body = new FormData()
  const isImage = file !== undefined && images.has(fileTypeOf(file.name)) && file.data.length <= imageBytes
  if (file && isImage) {
    body.set('image_type', 'message')
    body.set('image', formFile(file), file.name)
  } else if (file) {
    body.set('file_type', fileTypeOf(file.name) === 'application/pdf' ? 'pdf' : 'stream')
    body.set('file_name', file.name)
    body.set('file', formFile(file), file.name)
  }
  const url = `${app.base}/im/v1/${isImage ? 'images' : 'files'}`
  const answer = await askFeishu(app, {
    url,
    body,
    headers: { authorization: `Bearer ${app.token}` },
    signal,
  })
  if (answer === 'token ended') return answer
  // What was uploaded and not sent is never shown.
  if (isFault(answer)) return untaken(answer)
  const data = recordIn(answer.data['data'])
  return isImage
    ? { type: 'image', body: { image_key: textIn(data['image_key']) } }
    : { type: 'file', body: { file_key: textIn(data['file_key']) } }
}

/** What kind of id it is, as its beginning tells. */
function kindOf(to: string): string {
  if (to.includes('@')) return 'email'
  const kinds: Readonly<Record<string, string>> = { oc_: 'chat_id', ou_: 'open_id', on_: 'union_id' }
  return kinds[to.slice(0, 3)] ?? 'user_id'
}

const endedTokens: ReadonlySet<unknown> = new Set([99_991_661, 99_991_663, 99_991_664, 99_991_668])
const limited: ReadonlySet<unknown> = new Set([99_991_400, 230_020, 11_232])
const unknownRecipients: ReadonlySet<unknown> = new Set([230_001, 230_002, 230_006, 230_013, 230_034])

async function askFeishu(
  { parts, subject }: SignedIn,
  request: Parameters<typeof callPlatform>[2],
): Promise<PlatformAnswer | DeliveryFault | 'token ended'> {
  const answer = await callPlatform(parts, subject, request)
  if (isFault(answer)) return answer
  const { data, headers } = answer
  const { code } = data
  const reason = textIn(data['msg'])
  if (answer.status < 300 && code === 0) return answer
  if (endedTokens.has(code)) return 'token ended'
  const refused = (refusal: PlatformRefusal): DeliveryFault => refusalFault(subject, refusal)
  if (limited.has(code) || answer.status === 429)
    return refused({
      kind: 'rate',
      reason,
      retryAfterMs: retryAfter(headers['x-ogw-ratelimit-reset'] ?? headers['retry-after']),
    })
  if (unknownRecipients.has(code))
    return refused({
      kind: 'recipient',
      reason,
      hint: 'Check chat_id (oc_…, ou_…, on_… or an e-mail address), and add the bot to that chat.',
    })
  return refused(
    refusalByStatus(answer, reason) ??
      (code === undefined
        ? { kind: 'server', reason: 'an answer that is not one of the API' }
        : { kind: 'other', reason }),
  )
}
