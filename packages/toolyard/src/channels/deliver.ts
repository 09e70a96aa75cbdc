/**
 * Sends a message piece by piece, each at most once: what the platform may have taken is never sent again. Only a
 * connection that was not made and a rate limit are waited out, a few times and not for long.
 *
 * @module
 */
import type { OutgoingMessage } from '../define/index.ts'
import { type Clock, pause, ToolyardError } from '../kernel/index.ts'
import { type Channel, type DeliveryFault, isFault, type MessagePiece, type SentPiece } from './channel.ts'
import { withButtonLines } from './button-lines.ts'
import { mayBeThere } from './platform-call.ts'
import { splitText } from './split-text.ts'

const mostTries = 4
/** Ids are shown to models; other texts of a server are not. */
const plainId = /^[\w.:<>@=+/$~,-]{0,128}$/
/** In all, for one message. */
const mostWaitMs = 60_000
/** Shorter than the time that a call has, so that what was sent until then can be told. */
const mostMs = 270_000

export interface DeliverOptions {
  readonly to: string
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Of this message alone. */
  readonly key: string
  /** What is not sent by then is given up. */
  readonly withinMs?: number
}

/** Answers the platform's ids. Throws with what was sent and what was not. */
export async function deliver(
  channel: Channel,
  message: OutgoingMessage,
  { to, signal, clock, key, withinMs = mostMs }: DeliverOptions,
): Promise<readonly string[]> {
  const pieces = piecesOf(channel, message)
  const late = new AbortController()
  const deadline = clock.after(withinMs, () => late.abort())
  const either = AbortSignal.any([signal, late.signal])
  try {
    return await sendAll(channel, pieces, { to, signal: either, clock, key })
  } finally {
    deadline.cancel()
  }
}

async function sendAll(
  channel: Channel,
  pieces: readonly MessagePiece[],
  { to, signal, clock, key }: DeliverOptions,
): Promise<readonly string[]> {
  const patience = { waitMs: mostWaitMs }
  const ids: string[] = []
  let place = to
  for (const [at, piece] of pieces.entries()) {
    const posting = { to: place, key: `${key}-${at}`, signal }
    const sent = await sendOnce(() => channel.send(piece, posting), { patience, clock, signal })
    if (isFault(sent)) throw faultOf(sent, { at, of: pieces.length, ids })
    ids.push(plainId.test(sent.id) ? sent.id : '')
    place = sent.to ?? place
  }
  return ids
}

/** Throws before anything is sent where the platform would not take it. */
function piecesOf(
  channel: Channel,
  { content: given, files = [], buttons = [] }: OutgoingMessage,
): MessagePiece[] {
  const content = given.replaceAll(/\r\n?/g, '\n')
  for (const { name, data } of files) {
    if (channel.files === 'none')
      throw new ToolyardError('invalid_arguments', 'media: this channel can not send files', {
        hint: 'Leave media out, or use another channel.',
      })
    if (data.length > channel.fileBytes)
      throw new ToolyardError(
        'too_large',
        `media: "${name}" has ${data.length} bytes, and this channel takes ${channel.fileBytes}`,
        { hint: 'Send a smaller file.' },
      )
  }
  const texts = splitText(channel.buttons ? content : withButtonLines(content, buttons), channel)
  const pieces = texts.map((text, at): MessagePiece => {
    const isLast = at === texts.length - 1
    const isTogether = isLast && channel.files === 'together'
    return { text, buttons: isLast ? buttons : [], files: isTogether ? files : [] }
  })
  if (channel.files === 'together') return pieces
  return [...pieces, ...files.map((file): MessagePiece => ({ text: '', buttons: [], files: [file] }))]
}

interface RetryContext {
  readonly patience: { waitMs: number }
  readonly clock: Clock
  readonly signal: AbortSignal
}

async function sendOnce(
  send: () => Promise<SentPiece | DeliveryFault>,
  { patience, clock, signal }: RetryContext,
): Promise<SentPiece | DeliveryFault> {
  for (let tries = 1; ; tries++) {
    if (signal.aborted)
      return { taken: 'no', error: new ToolyardError('cancelled', 'it was cancelled before it was sent.') }
    const sent = await send()
    if (!isFault(sent) || sent.taken === 'maybe') return sent
    const { againInMs } = sent
    if (againInMs === undefined || tries >= mostTries || againInMs > patience.waitMs) return sent
    patience.waitMs -= againInMs
    // What was stopped meanwhile is told above.
    await pause(againInMs, { clock, signal }).catch(() => {})
  }
}

interface Progress {
  readonly at: number
  readonly of: number
  readonly ids: readonly string[]
}

function faultOf({ error, taken }: DeliveryFault, { at, of, ids }: Progress): ToolyardError {
  if (of === 1) return error
  const what = taken === 'no' ? 'was not sent' : 'may or may not have been sent'
  const named = ids.filter((id) => id !== '').join(', ')
  const sent =
    at === 0
      ? ''
      : ` ${at === 1 ? 'Part 1 was' : `Parts 1 to ${at} were`} sent${named === '' ? '' : ` (${named})`}.`
  const rest = at + 1 < of ? ` Nothing after it was sent.` : ''
  const advice = at === 0 ? '' : 'Do not send again what was sent. '
  return new ToolyardError(error.code, `part ${at + 1} of ${of} ${what}: ${error.message}${sent}${rest}`, {
    hint: `${advice}${error.hint ?? (taken === 'maybe' ? mayBeThere : '')}`.trim(),
    // To repeat the call would repeat the parts that were sent.
    retryable: at === 0 && taken === 'no' && error.retryable,
    retryAfterMs: error.retryAfterMs,
    cause: error,
  })
}
