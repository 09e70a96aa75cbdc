/**
 * Answers that come in parts: events (`text/event-stream`) and lines of JSON.
 *
 * Each part is a chunk of the call. A part that can't be read is told in its place, and the rest goes on.
 *
 * @module
 */
import { parsePath, readPath } from '../../../kernel/index.ts'
import type { HttpAnswer } from './answer.ts'
import type { RestCall } from './rest-call.ts'

interface Event {
  readonly event: string
  readonly data: string
}

/** As services that stream from models end their streams. */
const endMark = '[DONE]'
const mostExcerpt = 200

export async function* streamParts(
  { plan }: RestCall,
  { kind, response }: HttpAnswer,
): AsyncGenerator<unknown, void> {
  const { body } = response
  const steps = plan.facts.select === undefined ? undefined : parsePath(plan.facts.select)
  const pick = (value: unknown): unknown[] => {
    if (!steps) return [value]
    const found = readPath(value, steps)
    return 'value' in found && found.value !== undefined && found.value !== null ? [found.value] : []
  }
  if (kind === 'ndjson') {
    let line = 0
    for await (const text of linesOf(body)) {
      line++
      if (text.trim() !== '') yield* readPart(text, `line ${line}`, pick)
    }
    return
  }
  for await (const { event, data } of eventsOf(body)) {
    if (data === endMark) return
    yield* steps || event === '' ? pick(parsed(data)) : [{ event, data: parsed(data) }]
  }
}

function* readPart(text: string, where: string, pick: (value: unknown) => unknown[]): Generator {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    yield { problem: `${where} is not JSON`, text: text.slice(0, mostExcerpt).toWellFormed() }
    return
  }
  yield* pick(value)
}

/** The data of an event is JSON or text, as the service likes. */
function parsed(data: string): unknown {
  if (!/^\s*[[{"\d\-tfn]/.test(data)) return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

/** Events without data are none. The last one counts also where the stream ends without an empty line. */
async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  let event = ''
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value === 'message' ? '' : value
  }
  if (data.length > 0) yield { event, data: data.join('\n') }
}

/** Lines end with `\n`, `\r\n` or `\r`, wherever a part of the body ends. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held: string[] = []
  let afterReturn = false
  for await (const part of body) {
    let text = decoder.decode(part, { stream: true })
    if (afterReturn && text.startsWith('\n')) text = text.slice(1)
    if (text === '') continue
    afterReturn = text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield held.length === 0 ? line : held.join('') + line
      held = []
    }
    if (last !== '') held.push(last)
  }
  const rest = held.join('') + decoder.decode()
  if (rest !== '') yield rest
}
