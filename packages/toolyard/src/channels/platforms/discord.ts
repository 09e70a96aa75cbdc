/** Discord: messages of a bot, through its REST API. No text of a message notifies anyone. */
import { createHash } from 'node:crypto'
import { isFault, type MakeChannel, type MessagePiece } from '../channel.ts'
import { formFile } from '../file-type.ts'
import { discordMarkdown } from '../markdown/dialects.ts'
import {
  type PlatformAnswer,
  callPlatform,
  postJson,
  type PlatformRefusal,
  refusalByStatus,
  refusalFault,
  retryAfter,
  textIn,
} from '../platform-call.ts'

/** In one row, of at most five rows. */
const buttonsInRow = 5

export const makeDiscord: MakeChannel = ({ name, token, url }, parts) => {
  const subject = { platform: 'Discord', name }
  const base = url || 'https://discord.com/api/v10'
  return {
    limit: 2000,
    measure: (markdown) => discordMarkdown(markdown).length,
    files: 'together',
    buttons: true,
    fileBytes: 10_000_000,
    async send(piece, { to, key, signal }) {
      const address = `${base}/channels/${encodeURIComponent(to)}/messages`
      const { body, headers = {} } = requestOf(address, piece, key)
      const answer = await callPlatform(parts, subject, {
        url: address,
        body,
        headers: { ...headers, authorization: `Bot ${token}` },
        signal,
      })
      if (isFault(answer)) return answer
      const refusal = discordRefusal(answer)
      return refusal ? refusalFault(subject, refusal) : { id: textIn(answer.data['id']) }
    },
  }
}

function requestOf(
  url: string,
  { text, buttons, files }: MessagePiece,
  key: string,
): { readonly body: string | FormData; readonly headers?: Readonly<Record<string, string>> } {
  const rows = Array.from({ length: Math.ceil(buttons.length / buttonsInRow) }, (_, row) =>
    buttons.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  )
  const message = {
    content: discordMarkdown(text),
    allowed_mentions: { parse: [] },
    // Within some minutes the same message is made once.
    nonce: createHash('sha256').update(key).digest('base64url').slice(0, 25),
    enforce_nonce: true,
    ...(rows.length > 0 && {
      components: rows.map((row) => ({
        type: 1,
        components: row.map((button) => ({ type: 2, style: 5, label: button.text, url: button.url })),
      })),
    }),
  }
  if (files.length === 0) return postJson(url, message)
  const body = new FormData()
  body.set('payload_json', JSON.stringify(message))
  for (const [at, file] of files.entries()) body.set(`files[${at}]`, formFile(file), file.name)
  return { body }
}

function discordRefusal(answer: PlatformAnswer): PlatformRefusal | undefined {
  const { status, data, headers } = answer
  const reason = textIn(data['message'])
  if (status === 429)
    return { kind: 'rate', reason, retryAfterMs: retryAfter(data['retry_after'] ?? headers['retry-after']) }
  if (status === 403 || status === 404)
    return {
      kind: 'recipient',
      reason,
      hint: 'Check chat_id, which is the id of a channel, and that the bot is on that server and may write there.',
    }
  if (status === 401)
    return {
      kind: 'token',
      reason,
      hint: 'Reset the token in the Developer Portal, and set it as the token of the channel.',
    }
  return refusalByStatus(answer, reason)
}
