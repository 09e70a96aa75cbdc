/**
 * From an answer to the result of the call: the selected part of JSON, text, pictures and sounds, or the parts of a stream.
 *
 * @module
 */
import { parsePath, readPath, ToolyardError } from '../../../kernel/index.ts'
import { type HttpAnswer, mimeTypeOf } from './answer.ts'
import { pageTitle } from './http-error.ts'
import type { RestCall } from './rest-call.ts'
import { streamParts } from './stream-parts.ts'

const mostExcerpt = 200
const noBytes = new Uint8Array()

export function resultOf(call: RestCall, answer: HttpAnswer): unknown {
  const { kind, bytes = noBytes, text } = answer
  switch (kind) {
    case 'sse':
    case 'ndjson':
      return streamParts(call, answer)
    case 'empty':
      return emptyResult(call, answer)
    case 'image':
    case 'audio':
    case 'binary':
      return bytesResult(call, answer, bytes)
    case 'json':
      return presented(selected(call, parseAnswer(call, answer)))
    case 'html':
      if (!asksForHtml(call)) throw notJson(call, answer, `${pageTitle(text)}, where JSON was expected`)
      return text
    default:
      return wantsJson(call) ? presented(selected(call, parseAnswer(call, answer))) : text
  }
}

/** Pictures and sounds are blocks of their own, anything else a document. */
function bytesResult(call: RestCall, answer: HttpAnswer, bytes: Uint8Array): unknown {
  const { kind, response } = answer
  const mimeType = mimeTypeOf(response.headers['content-type']) || 'application/octet-stream'
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const data = { mimeType, bytes: bytes.length }
  if (kind !== 'binary') return { content: [{ type: kind, data: encoded, mimeType }], data }
  const resource = { uri: whatOf(call, answer).address, mimeType, blob: encoded }
  const text = `${mimeType}, ${bytes.length} bytes`
  return {
    content: [
      { type: 'text', text },
      { type: 'resource', resource },
    ],
    data,
  }
}

/** The JSON of an answer; throws where it is none. */
export function parseAnswer(call: RestCall, answer: HttpAnswer): unknown {
  const { text, kind } = answer
  if (kind === 'html') throw notJson(call, answer, `${pageTitle(text)}, where JSON was expected`)
  try {
    return JSON.parse(text)
  } catch (error) {
    const excerpt = JSON.stringify(text.slice(0, mostExcerpt).toWellFormed())
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw notJson(call, answer, `something that is not JSON (${reason}): ${excerpt}`)
  }
}

/** The part of a value that the definition asks for. */
export function selected({ plan, tool }: RestCall, value: unknown): unknown {
  const { select } = plan.facts
  const steps = select === undefined ? undefined : parsePath(select)
  if (!steps) return value
  const found = readPath(value, steps)
  if ('value' in found) return found.value
  throw new ToolyardError(
    'tool_failed',
    `the answer has nothing at ${found.missing}, which "${tool.manifest.name}" selects. ${found.known}`,
    { hint: 'The service answers in another form: a person must check config.select of the tool.' },
  )
}

/** JSON that would be taken for a result of ours, or for nothing, is shown as what it is. */
export function presented(value: unknown): unknown {
  const isPlain = value !== null && !(typeof value === 'object' && 'content' in value)
  return isPlain ? value : { content: [{ type: 'text', text: JSON.stringify(value) }], data: value }
}

function emptyResult({ plan }: RestCall, { status, response }: HttpAnswer): unknown {
  const { headers, statusText } = response
  if (plan.facts.method === 'HEAD') return { status, headers: { ...headers } }
  const text = `Done: ${status} ${statusText || 'without an answer'}.`
  return { content: [{ type: 'text', text }], data: { status } }
}

function wantsJson({ plan, tool }: RestCall): boolean {
  return plan.facts.select !== undefined || plan.facts.pagination !== undefined || tool.output !== undefined
}

function asksForHtml({ plan }: RestCall): boolean {
  return Object.entries(plan.facts.headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'accept' && value.includes('html'),
  )
}

function notJson(call: RestCall, answer: HttpAnswer, what: string): ToolyardError {
  return new ToolyardError('tool_failed', `${whatOf(call, answer).text} answered ${what}.`, {
    hint: 'To try again will not help: the address may be wrong, or a page to sign in came instead.',
  })
}

function whatOf(
  { plan }: RestCall,
  { response }: HttpAnswer,
): { readonly text: string; readonly address: string } {
  const { origin, pathname } = new URL(response.url)
  const address = origin + pathname
  return { text: `${plan.facts.method} ${address}`, address }
}
