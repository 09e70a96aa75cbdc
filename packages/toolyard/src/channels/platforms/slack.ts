/** Slack: messages of a bot as a Markdown block, files by its upload in three steps. */
import {
  type Channel,
  type ChannelParts,
  type DeliveryFault,
  isFault,
  type MakeChannel,
  type MessagePiece,
  type Posting,
  type SentPiece,
} from '../channel.ts'
import { slackMarkdown } from '../markdown/dialects.ts'
import {
  type PlatformAnswer,
  callPlatform,
  postJson,
  type PlatformRefusal,
  refusalByStatus,
  refusalFault,
  type ChannelSubject,
  textIn,
  untaken,
} from '../platform-call.ts'
import { textStart } from '../text-start.ts'

const credentials =
  /^(?:invalid_auth|not_authed|account_inactive|token_revoked|token_expired|no_permission|missing_scope|org_login_required|ekm_access_denied)$/
const recipients =
  /^(?:channel_not_found|not_in_channel|is_archived|user_not_found|cannot_dm_bot|invalid_channel|restricted_action.*)$/

export const makeSlack: MakeChannel = ({ name, token, url }, parts): Channel => {
  const slack: SlackAccess = {
    base: url || 'https://slack.com/api',
    token,
    parts,
    subject: { platform: 'Slack', name },
  }
  return {
    // A block may have 12,000; Slack writes some of it at greater length.
    limit: 10_000,
    measure: (markdown) => slackMarkdown(markdown).length,
    files: 'apart',
    buttons: true,
    fileBytes: 20_000_000,
    send: (piece, posting) =>
      piece.files.length > 0 ? sendFile(slack, piece, posting) : sendText(slack, piece, posting),
  }
}

interface SlackAccess {
  readonly base: string
  readonly token: string
  readonly parts: ChannelParts
  readonly subject: ChannelSubject
}

async function sendText(
  slack: SlackAccess,
  { text, buttons }: MessagePiece,
  { to, signal }: Posting,
): Promise<SentPiece | DeliveryFault> {
  const markdown = slackMarkdown(text)
  const answer = await askSlack({ ...slack, signal }, 'chat.postMessage', {
    channel: to,
    // Notifications show it.
    text: textStart(markdown, 300),
    blocks: [
      { type: 'markdown', text: markdown },
      ...(buttons.length > 0
        ? [
            {
              type: 'actions',
              elements: buttons.map((button, at) => ({
                type: 'button',
                action_id: `link-${at}`,
                text: { type: 'plain_text', text: button.text },
                url: button.url,
              })),
            },
          ]
        : []),
    ],
  })
  if (isFault(answer)) return answer
  return { id: textIn(answer.data['ts']), to: textIn(answer.data['channel']) || undefined }
}

/** Only the last step shows the file to people: what was uploaded and not completed is never shown. */
async function sendFile(
  slack: SlackAccess,
  { files }: MessagePiece,
  { to, signal }: Posting,
): Promise<SentPiece | DeliveryFault> {
  const uploaded: { id: string; title: string }[] = []
  for (const file of files) {
    const place = await askSlack({ ...slack, signal }, 'files.getUploadURLExternal', {
      filename: file.name,
      length: file.data.length,
    })
    if (isFault(place)) return untaken(place)
    const url = textIn(place.data['upload_url'])
    const put = await callPlatform(slack.parts, slack.subject, {
      url,
      body: file.data,
      headers: { 'content-type': 'application/octet-stream' },
      signal,
    })
    if (isFault(put)) return untaken(put)
    const refusal = refusalByStatus(put, '')
    if (refusal) return untaken(refusalFault(slack.subject, refusal))
    uploaded.push({ id: textIn(place.data['file_id']), title: file.name })
  }
  const done = await askSlack({ ...slack, signal }, 'files.completeUploadExternal', {
    files: uploaded,
    channel_id: to,
  })
  return isFault(done) ? done : { id: uploaded.map(({ id }) => id).join(',') }
}

async function askSlack(
  { base, token, parts, subject, signal }: SlackAccess & Pick<Posting, 'signal'>,
  method: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PlatformAnswer | DeliveryFault> {
  const authorization = `Bearer ${token}`
  // This one method reads forms only.
  const request = method.startsWith('files.get')
    ? {
        url: `${base}/${method}`,
        body: new URLSearchParams(
          Object.entries(body).map(([key, value]): [string, string] => [key, textIn(value)]),
        ).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      }
    : postJson(`${base}/${method}`, body, { authorization })
  const answer = await callPlatform(parts, subject, { ...request, signal })
  if (isFault(answer)) return answer
  const refusal = slackRefusal(answer)
  return refusal ? refusalFault(subject, refusal) : answer
}

/** Slack answers 200 with `ok: false` for most faults. */
function slackRefusal(answer: PlatformAnswer): PlatformRefusal | undefined {
  const { data } = answer
  const reason = textIn(data['error'])
  const byStatus = refusalByStatus(answer, reason)
  if (byStatus || data['ok'] === true) return byStatus
  if (reason === 'ratelimited') return { kind: 'rate', reason }
  if (credentials.test(reason))
    return {
      kind: 'token',
      reason,
      hint: 'Install the app to the workspace again with chat:write (and files:write for files), and set its bot token as the token of the channel.',
    }
  if (recipients.test(reason))
    return { kind: 'recipient', reason, hint: 'Check chat_id, and invite the app to that channel.' }
  if (/^(?:internal_error|fatal_error|service_unavailable|request_timeout)$/.test(reason) || reason === '')
    return { kind: 'server', reason: reason || 'an answer that is not one of the Web API' }
  return { kind: 'other', reason }
}
