/**
 * What can be said of messages without understanding them: what people asked, what was called, what was answered last. It stands in
 * for a summary that no model could make. The same messages give the same words.
 *
 * @module
 */
import { isFailure } from '../../../define/index.ts'
import { attachedLine, type ThreadMessage } from '../../../store/index.ts'

const maxSaid = 1000
/** The first thing that was said is the task; the others are the latest. */
const latestSaid = 4
const maxTools = 20
/** Of what was told of the messages before. */
const maxEarlier = 3000

export function listOf(messages: readonly ThreadMessage[], earlier: string): string {
  const said = messages.filter(({ role }) => role === 'user').map(saidIn)
  const asked = said.length > latestSaid + 1 ? [...said.slice(0, 1), ...said.slice(-latestSaid)] : said
  const answer = messages.findLast(({ role, parts }) => role === 'assistant' && textIn(parts) !== '')
  const called = calledIn(messages)
  return [
    ...(earlier === '' ? [] : [cut(earlier, maxEarlier), 'After that:']),
    ...(asked.length > 0 ? ['What was asked:', ...asked.map((text) => `- ${text}`)] : []),
    ...(called === '' ? [] : [`What was called: ${called}.`]),
    ...(answer === undefined ? [] : [`What you said last: ${cut(textIn(answer.parts), maxSaid)}`]),
  ].join('\n')
}

function saidIn({ parts, from }: ThreadMessage): string {
  const attached = parts.flatMap((part) =>
    part.type === 'image' || part.type === 'file' ? [attachedLine(part)] : [],
  )
  const said = [cut(textIn(parts), maxSaid), ...attached].filter(Boolean).join(' ')
  return `${from === undefined ? '' : `(from ${from}) `}${said}`
}

function calledIn(messages: readonly ThreadMessage[]): string {
  const tools = new Map<string, { calls: number; failed: number }>()
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type !== 'tool_result') continue
    const known = tools.get(part.tool) ?? { calls: 0, failed: 0 }
    known.calls++
    if (isFailure(part.status)) known.failed++
    tools.set(part.tool, known)
  }
  const most = [...tools].toSorted(([, left], [, right]) => right.calls - left.calls)
  const words = most
    .slice(0, maxTools)
    .map(([tool, { calls, failed }]) => `${tool} ×${calls}${failed > 0 ? ` (${failed} failed)` : ''}`)
  return most.length > maxTools ? `${words.join(', ')}, and others` : words.join(', ')
}

function textIn(parts: ThreadMessage['parts']): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function cut(text: string, most: number): string {
  const line = text.trim()
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`
}
