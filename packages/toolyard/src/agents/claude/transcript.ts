/**
 * A conversation as the SDK is told it: what it does not know yet as one text, then what is said now.
 *
 * A session that can be taken up knows everything before. Where there is none, or others have gone on without it, the rest is told:
 * every message is a line of JSON, so that nothing said in one can pass for another. The pictures in it stand behind the lines.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { type ContentBlock, textOf } from '../../define/index.ts'
import { cutText } from '../../kernel/index.ts'
import { attachedLine, type MessagePart, type ThreadMessage, type ThreadView } from '../../store/index.ts'
import type { SaidContent } from './sdk.ts'

export interface ToldThread {
  readonly messages: readonly ThreadMessage[]
  /** Whether the model knows what was said before these. */
  readonly isKnown: boolean
  /** How another runner shows the beginning, if that is too long. */
  readonly view?: ThreadView | undefined
}

/** Of what is told, the newest first; about a hundred thousand tokens. */
const maxBytes = 400_000
/** Of it for one message. */
const maxMessage = 300_000
/** Of it for what was said before, at the least. */
const minEarlier = 50_000
const maxResult = { maxBytes: 10_000, maxLines: 200 }
/** Pictures of the earlier conversation, the newest. */
const mostImages = 10
const maxImageChars = 8_000_000
/** What the service takes. */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** For the first message to the SDK, the newest words last. */
export function tellThread({ messages, isKnown, view }: ToldThread): readonly SaidContent[] {
  const summed = isKnown ? -1 : messages.findIndex(({ id }) => id === view?.upTo)
  const answered = messages.length - saidNow(messages).length
  const earlier = messages.slice(summed + 1, answered)
  const summary = summed === -1 || !view ? [] : [JSON.stringify({ summary: view.summary })]
  const now = saidNow(messages).map(tellMessage)
  const room = now.reduce((left, words) => left - Buffer.byteLength(words), maxBytes)
  const lines = [...summary, ...earlier.flatMap(linesOf)]
  const told = tellEarlier(lines, { isKnown, room: Math.max(room, minEarlier) })
  return [...(told === '' ? [] : [text(told)]), ...imagesIn(earlier), ...now.map(text)]
}

/** What the model has not answered yet. */
export function saidNow(messages: readonly ThreadMessage[]): readonly ThreadMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role !== 'user') + 1)
}

/** What a person or another agent says. */
export function tellMessage({ parts, from }: ThreadMessage): string {
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const whole = said.trim() === '' ? '(an empty message)' : said
  const words = Buffer.byteLength(whole) > maxMessage ? cutMessage(whole) : whole
  return from === undefined ? words : `[message from ${from}]\n${words}`
}

export function text(words: string): SaidContent {
  return { type: 'text', text: words }
}

function cutMessage(whole: string): string {
  const count = whole.length.toLocaleString('en-US')
  // The last character may be cut in two.
  const begin = Buffer.from(whole)
    .subarray(0, maxMessage)
    .toString()
    .replace(/\uFFFD$/, '')
  return `${begin}\n[The rest of this message (${count} characters in all) was left out: it is longer than there is room for. read_thread shows it.]`
}

function tellEarlier(
  lines: readonly string[],
  { isKnown, room }: { readonly isKnown: boolean; readonly room: number },
): string {
  let left = room
  const fitting = lines.toReversed().findIndex((line) => (left -= Buffer.byteLength(line)) < 0)
  const kept = fitting === -1 ? lines : lines.slice(lines.length - fitting)
  if (kept.length === 0) return ''
  const dropped = lines.length - kept.length
  const what = isKnown ? 'What was said and done since' : 'The conversation so far'
  return [
    `${what}, a line of JSON for each thing that was said or done. Calls in it have been made; do not repeat them.`,
    ...(dropped === 0 ? [] : [`(${dropped} earlier lines are left out)`]),
    ...kept,
    isKnown ? 'End of what was said and done since.' : 'End of the conversation so far.',
  ].join('\n')
}

function linesOf(message: ThreadMessage): readonly string[] {
  return message.parts.flatMap((part) => tellPart(message, part))
}

/** Thoughts are for the model that had them; kinds of parts that are not known here are named. */
function tellPart({ role, from }: ThreadMessage, part: MessagePart): readonly string[] {
  const who = { role, ...(from !== undefined && { from }) }
  switch (part.type) {
    case 'reasoning':
      return []
    case 'text':
      return [JSON.stringify({ ...who, text: part.text })]
    case 'tool_call':
      return [JSON.stringify({ role, call: part.tool, input: part.input })]
    case 'tool_result':
      return [tellResult(role, part)]
    case 'image':
    case 'file':
      return [JSON.stringify({ ...who, attached: attachedLine(part) })]
    default:
      return [JSON.stringify({ ...who, part: (part as { readonly type: string }).type })]
  }
}

function tellResult(
  role: ThreadMessage['role'],
  part: Extract<MessagePart, { type: 'tool_result' }>,
): string {
  const whole = textOf(part)
  const cut = cutText(whole, maxResult)?.text ?? whole
  const { tool, status, handle } = part
  return JSON.stringify({ role, result: tool, status, ...(handle !== undefined && { handle }), text: cut })
}

/** In the order in which they were seen. */
function imagesIn(messages: readonly ThreadMessage[]): readonly SaidContent[] {
  let room = maxImageChars
  return messages
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_result' ? part.content : [])))
    .flatMap(imageOf)
    .slice(-mostImages)
    .toReversed()
    .filter(({ source }) => (room -= source.data.length) >= 0)
    .toReversed()
}

function imageOf(block: ContentBlock): readonly Extract<SaidContent, { type: 'image' }>[] {
  if (block.type !== 'image' || !imageTypes.includes(block.mimeType)) return []
  return [{ type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } }]
}
