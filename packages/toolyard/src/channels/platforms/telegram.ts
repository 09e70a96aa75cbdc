/** Telegram: the Bot API, messages in its `HTML` mode. The token is a part of every address. */
import type { MakeChannel, MessagePiece } from '../channel.ts'
import { isFault } from '../channel.ts'
import { fileTypeOf, formFile } from '../file-type.ts'
import { telegramHtml } from '../markdown/html.ts'
import {
  type PlatformAnswer,
  callPlatform,
  postJson,
  recordIn,
  type PlatformRefusal,
  refusalByStatus,
  refusalFault,
  retryAfter,
  textIn,
} from '../platform-call.ts'

const photos: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])
const photoBytes = 10_000_000

export const makeTelegram: MakeChannel = ({ name, token, url }, parts) => {
  const subject = { platform: 'Telegram', name }
  const base = `${url || 'https://api.telegram.org'}/bot${token}`
  return {
    // Counted after its tags are read.
    limit: 4096,
    measure: lengthOf,
    files: 'apart',
    buttons: true,
    fileBytes: 20_000_000,
    async send(piece, { to, signal }) {
      const post = async (request: ReturnType<typeof textRequest> | ReturnType<typeof fileRequest>) => {
        const answer = await callPlatform(parts, subject, { ...request, signal })
        if (isFault(answer)) return answer
        const refusal = telegramRefusal(answer)
        if (refusal) return refusalFault(subject, refusal)
        return { id: textIn(recordIn(answer.data['result'])['message_id']) }
      }
      if (piece.files.length > 0) return post(fileRequest(base, to, piece))
      const sent = await post(textRequest(base, to, { ...piece, isPlain: false }))
      const isUnread =
        isFault(sent) && sent.taken === 'no' && /can't parse entities/i.test(sent.error.message)
      return isUnread ? post(textRequest(base, to, { ...piece, isPlain: true })) : sent
    },
  }
}

/** At most: a list or a table gets a blank line before it that it may not have had. */
function lengthOf(markdown: string): number {
  return markdown.length + (markdown.match(/\n/g)?.length ?? 0)
}

/** Plain where Telegram can't read its tags. */
function textRequest(
  base: string,
  to: string,
  { text, buttons, isPlain }: MessagePiece & { readonly isPlain: boolean },
) {
  return postJson(`${base}/sendMessage`, {
    chat_id: to,
    ...(isPlain ? { text } : { text: telegramHtml(text), parse_mode: 'HTML' }),
    ...(buttons.length > 0 && {
      reply_markup: { inline_keyboard: buttons.map((button) => [{ text: button.text, url: button.url }]) },
    }),
  })
}

function fileRequest(base: string, to: string, { files }: MessagePiece) {
  const body = new FormData()
  body.set('chat_id', to)
  let method = 'sendDocument'
  for (const file of files) {
    const isPhoto = photos.has(fileTypeOf(file.name)) && file.data.length <= photoBytes
    if (isPhoto) method = 'sendPhoto'
    body.set(isPhoto ? 'photo' : 'document', formFile(file), file.name)
  }
  return { url: `${base}/${method}`, body }
}

/** Telegram tells its own status in the body. */
function telegramRefusal(answer: PlatformAnswer): PlatformRefusal | undefined {
  const { data } = answer
  const reason = textIn(data['description'])
  const told = Number(data['error_code'])
  const status = Number.isInteger(told) && told > 0 ? told : answer.status
  if (answer.status < 300 && data['ok'] === true) return undefined
  if (status === 429) {
    const seconds = recordIn(data['parameters'])['retry_after'] ?? answer.headers['retry-after']
    return { kind: 'rate', reason, retryAfterMs: retryAfter(seconds) }
  }
  // An unknown token is an unknown address.
  if (status === 401 || status === 404)
    return {
      kind: 'token',
      reason,
      hint: 'Ask @BotFather for the token, and set it as the token of the channel.',
    }
  if (status === 403 || /chat not found|user not found|PEER_ID_INVALID/i.test(reason))
    return {
      kind: 'recipient',
      reason,
      hint: 'Check chat_id. A person has to write to the bot first, and the bot has to be a member of a group.',
    }
  return (
    refusalByStatus({ ...answer, status }, reason) ?? {
      kind: 'server',
      reason: 'an answer that is not one of the Bot API',
    }
  )
}
