/**
 * A thread as the SDK is told it: what was said before as one text, then what is said now.
 *
 * The SDK keeps sessions of its own in files of its own form. The thread is ours, so each run tells it anew. Every message
 * is a line of JSON: nothing said in one can pass for another.
 *
 * @module
 */
import { textOf } from '../../define/index.ts'
import { cutText } from '../../kernel/index.ts'
import type { MessagePart, ThreadMessage } from '../../store/index.ts'

/** Of the earlier conversation that is told, the newest first; about a hundred thousand tokens. */
const maxChars = 400_000
const maxResult = { maxBytes: 10_000, maxLines: 200 }

/** Texts for the first message to the SDK, the newest words last. */
export function tellThread(history: readonly ThreadMessage[]): readonly string[] {
  const start = history.findLastIndex(({ role }) => role !== 'user') + 1
  const earlier = tellEarlier(history.slice(0, start))
  return [...(earlier === '' ? [] : [earlier]), ...history.slice(start).map(tellMessage)]
}

/** What a person or another agent says. */
export function tellMessage({ parts, from }: ThreadMessage): string {
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const text = said.trim() === '' ? '(an empty message)' : said
  return from === undefined ? text : `[message from ${from}]\n${text}`
}

function tellEarlier(messages: readonly ThreadMessage[]): string {
  const lines = messages.flatMap((message) => message.parts.flatMap((part) => tellPart(message, part)))
  let room = maxChars
  const fitting = lines.toReversed().findIndex((line) => (room -= line.length) < 0)
  const kept = fitting === -1 ? lines : lines.slice(lines.length - fitting)
  if (kept.length === 0) return ''
  const left = lines.length - kept.length
  return [
    'The conversation so far, a line of JSON for each thing that was said or done. Calls in it have been made; do not repeat them.',
    ...(left === 0 ? [] : [`(${left} earlier lines are left out)`]),
    ...kept,
    'End of the conversation so far.',
  ].join('\n')
}

function tellPart({ role, from }: ThreadMessage, part: MessagePart): readonly string[] {
  if (part.type === 'reasoning') return []
  if (part.type === 'text')
    return [JSON.stringify({ role, ...(from !== undefined && { from }), text: part.text })]
  if (part.type === 'tool_call') return [JSON.stringify({ role, call: part.tool, input: part.input })]
  const text = textOf(part)
  const cut = cutText(text, maxResult)?.text ?? text
  const { tool, status, handle } = part
  return [JSON.stringify({ role, result: tool, status, ...(handle !== undefined && { handle }), text: cut })]
}
