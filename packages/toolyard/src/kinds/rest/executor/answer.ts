/**
 * What came back from one attempt, and of which kind it is.
 *
 * @module
 */
import type { NetResponse } from '../../../host/index.ts'
import type { RestCall } from './rest-call.ts'

export type AnswerKind = 'json' | 'text' | 'html' | 'image' | 'audio' | 'binary' | 'empty' | 'sse' | 'ndjson'

export interface HttpAnswer {
  readonly status: number
  readonly kind: AnswerKind
  readonly text: string
  /** Of pictures, sounds and whatever is no text. */
  readonly bytes?: Uint8Array
  /** Its headers, its address, and of a stream what is still to come. */
  readonly response: NetResponse
}

/** What an answer is, by its type. */
export function kindOf({ plan }: RestCall, { status, headers }: NetResponse): AnswerKind {
  if (plan.facts.method === 'HEAD' || status === 204 || status === 304) return 'empty'
  const type = headers['content-type']
  if (type === 'application/json') return 'json'
  const kind = kindOfType(mimeTypeOf(type))
  const isStream = kind === 'sse' || kind === 'ndjson'
  return isStream && (status >= 300 || plan.facts.stream === 'none') ? 'text' : kind
}

export function isText(kind: AnswerKind): boolean {
  return kind === 'json' || kind === 'text' || kind === 'html'
}

export function textAnswer(response: NetResponse, kind: AnswerKind, text: string): HttpAnswer {
  return { status: response.status, kind: text === '' ? 'empty' : kind, text, response }
}

/** Reads what is no text; of a stream nothing yet. */
export async function otherAnswer(response: NetResponse, kind: AnswerKind): Promise<HttpAnswer> {
  const { status } = response
  if (kind === 'empty') response.discard()
  else if (kind === 'sse' || kind === 'ndjson') response.keepOpen()
  else {
    const bytes = await response.bytes()
    if (bytes.length > 0)
      return response.headers['content-type'] === undefined
        ? guessed(response, bytes)
        : { status, kind, text: '', bytes, response }
  }
  return { status, kind: kind === 'sse' || kind === 'ndjson' ? kind : 'empty', text: '', response }
}

export function mimeTypeOf(contentType = ''): string {
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

function kindOfType(type: string): AnswerKind {
  if (type === 'application/json' || type.endsWith('+json') || type === 'text/json') return 'json'
  if (type === 'text/event-stream') return 'sse'
  if (jsonLines.test(type)) return 'ndjson'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'image/svg+xml') return 'text'
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  return readable.test(type) ? 'text' : 'binary'
}

const jsonLines = /^application\/(?:x-)?(?:nd-?json|jsonl|json-?lines|stream\+json|json-seq)$/
const readable = /^text\/|[/+]xml$|javascript$|yaml$|^application\/(?:graphql|x-www-form-urlencoded|toml|sql)/

/** Its type is unknown: text if it can be read as text. */
function guessed(response: NetResponse, bytes: Uint8Array): HttpAnswer {
  const { status } = response
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const isPage = /^\s*<(?:!doctype html|html)/i.test(text)
    const kind = /^\s*[[{]/.test(text) ? 'json' : isPage ? 'html' : 'text'
    return { status, kind, text, response }
  } catch {
    return { status, kind: 'binary', text: '', bytes, response }
  }
}
