/**
 * What was said, for spans on which it was asked for: without secrets, and bounded.
 *
 * @module
 */
import type { Attributes } from '@opentelemetry/api'
import type { Answered, AskedModel } from '../../agents/index.ts'
import type { Redactor } from '../../host/index.ts'

type Request = NonNullable<AskedModel['request']>
type Message = Request['messages'][number]
type Part = Message['parts'][number]

/** Characters of messages on one span; the latest count. */
const mostCharacters = 50_000

export function questionContent({ system, messages }: Request, redactor: Redactor): Attributes {
  return {
    ...(system !== '' && {
      'gen_ai.system_instructions': told([{ type: 'text', content: cut(system) }], redactor),
    }),
    'gen_ai.input.messages': told(latest(messages.map(messageOf)), redactor),
  }
}

export function answerContent({ parts, reason }: Answered, redactor: Redactor): Attributes {
  if (!parts) return {}
  const message = { role: 'assistant', parts: parts.flatMap(partOf), finish_reason: reason ?? 'stop' }
  return { 'gen_ai.output.messages': told([message], redactor) }
}

function messageOf({ role, parts }: Message): object {
  return { role, parts: parts.flatMap(partOf) }
}

/** Signatures of reasoning are the service's own. */
function partOf(part: Part): readonly object[] {
  if (part.type === 'text' || part.type === 'reasoning') return [{ type: part.type, content: cut(part.text) }]
  if (part.type === 'tool_call')
    return [{ type: 'tool_call', id: part.callId, name: part.tool, arguments: part.input }]
  if (part.type !== 'tool_result') return []
  return [{ type: 'tool_call_response', id: part.callId, response: part.content }]
}

function latest(messages: readonly object[]): readonly object[] {
  const kept: object[] = []
  let room = mostCharacters
  for (const message of messages.toReversed()) {
    room -= JSON.stringify(message).length
    if (room < 0 && kept.length > 0) break
    kept.unshift(message)
  }
  return kept
}

function told(value: unknown, redactor: Redactor): string {
  try {
    return redactor.redact(JSON.stringify(redactor.redactValue(value)) ?? '').slice(0, 2 * mostCharacters)
  } catch {
    return '[unreadable]'
  }
}

function cut(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters).toWellFormed()}…`
}
