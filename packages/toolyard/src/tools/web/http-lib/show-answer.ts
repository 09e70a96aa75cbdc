/**
 * What a model is shown of an answer: status, the headers that matter, and the body as text, framed as data.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { HostAccess, NetResponse } from '../../../host/index.ts'
import { framed } from '../../../kernel/index.ts'
import { cutSafely, longestSecret } from '../lib/cut-safely.ts'
import { decodeText } from '../lib/decode-text.ts'
import type { RequestMethod } from './input.ts'
import { prettyJson } from './pretty-json.ts'
import { readBytes } from './read-bytes.ts'

/** Decoded bytes that are read of a body that is shown. */
const mostRead = 1_500_000
/** Characters that are kept of it; what models see of them at once is the pipeline's matter. */
const mostText = 400_000
const mostHeader = 500
const mostHeaderNames = 40

const shownHeaders =
  /^(?:allow|accept-ranges|content-(?:type|length|range|disposition|language|location)|deprecation|etag|last-modified|link|location|retry-after|sunset|www-authenticate|x-request-id|x-total-count|(?:x-)?rate-?limit.*)$/
/** What it keeps for its server alone. */
const privateHeaders: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2'])
const textTypes =
  /^text\/|[/+](?:json|xml|yaml)$|javascript$|^application\/(?:x-)?(?:ndjson|jsonl|json-seq|toml|sql|graphql|yaml|www-form-urlencoded|sh)/

export interface HttpAnswer {
  readonly asked: { readonly method: RequestMethod; readonly url: string }
  readonly response: NetResponse
  readonly attempts: number
  /** For what is cut before it is redacted. */
  readonly secrets: HostAccess['secrets']
}

export interface ShownBody {
  readonly text: string
  /** For programs: the body itself, empty if there is none or it is no text. */
  readonly body: string
  /** Whether it goes on. */
  readonly isCut: boolean
  readonly bytes: number
  readonly notes: readonly string[]
}

/** The body, read as far as it is shown. */
export async function readBody({ response, asked, secrets }: HttpAnswer): Promise<ShownBody> {
  if (asked.method === 'HEAD') {
    response.discard()
    return { text: '', body: '', isCut: false, bytes: 0, notes: [] }
  }
  const read = await readBytes(response.body, mostRead)
  const bytes = Buffer.concat(read.parts)
  const cut = read.isCut ? [`the body goes on after ${mostRead.toLocaleString('en-US')} bytes`] : []
  const type = typeOf(response)
  if (bytes.length === 0) return { text: '(no body)', body: '', isCut: read.isCut, bytes: 0, notes: cut }
  if (!isText(type, bytes))
    return {
      text: `(binary: ${type || 'of an unnamed type'}, ${read.isCut ? 'more than ' : ''}${bytes.length.toLocaleString('en-US')} bytes)`,
      body: '',
      isCut: read.isCut,
      bytes: bytes.length,
      notes: ['use save_to to keep it as a file'],
    }
  const { text: whole } = decodeText(bytes, charsetHint(type, response.headers['content-type']))
  const text = read.isCut ? whole.slice(0, -longestSecret) : whole
  const isWhole = text.length <= mostText && !read.isCut
  const shown = isWhole ? pretty(type, text) : cutSafely(text, mostText, secrets)
  const left = text.length - shown.length
  return {
    text: shown,
    body: shown,
    isCut: !isWhole,
    bytes: bytes.length,
    notes: [
      ...(isWhole || left <= 0 ? [] : [`${left.toLocaleString('en-US')} more characters were left out`]),
      ...cut,
      ...(isWhole ? [] : ['ask for less, or use save_to to keep all of it']),
    ],
  }
}

export function showAnswer(answer: HttpAnswer, body: ShownBody): string {
  const { response, asked, attempts } = answer
  const about = [
    `HTTP ${response.status} ${STATUS_CODES[response.status] ?? ''}`.trimEnd(),
    `${asked.method} ${asked.url}`,
    ...(response.url === asked.url ? [] : [`redirected to ${response.url}`]),
    ...(attempts > 1 ? [`after ${attempts} attempts`] : []),
  ].join(', ')
  const lines = Object.entries(headersOf(answer)).map(([name, value]) => `${name}: ${value}`)
  const text = [...lines, ...(body.text === '' ? [] : ['', body.text])].join('\n')
  const others = otherHeaders(answer)
  const notes = [...body.notes, ...(others === '' ? [] : [`other headers: ${others}`])]
  return framed({ about, what: "the server's answer", text: answer.secrets.clean(text), notes })
}

/** Of HEAD and OPTIONS the headers are the answer. */
export function headersOf({ response, asked, secrets }: HttpAnswer): Record<string, string> {
  const isAll = asked.method === 'HEAD' || asked.method === 'OPTIONS'
  const shown = Object.entries(response.headers).filter(
    ([name]) => !privateHeaders.has(name) && (isAll || shownHeaders.test(name)),
  )
  return Object.fromEntries(
    shown.slice(0, 100).map(([name, value]) => [name, cutSafely(value, mostHeader, secrets)]),
  )
}

function otherHeaders(answer: HttpAnswer): string {
  const shown = headersOf(answer)
  const names = Object.keys(answer.response.headers).filter((name) => !Object.hasOwn(shown, name))
  const more = names.length - mostHeaderNames
  return names.slice(0, mostHeaderNames).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export function typeOf({ headers }: NetResponse): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** JSON is UTF-8 unless the server says otherwise, whatever stands in it. */
function charsetHint(type: string, header = ''): string {
  return /[/+]json$/.test(type) && !/charset/i.test(header) ? `${header};charset=utf-8` : header
}

function pretty(type: string, text: string): string {
  return /[/+]json$/.test(type) || (type === '' && /^\s*[[{]/.test(text)) ? prettyJson(text) : text
}

/** By its type, else as `grep` and `git` judge it: no zero byte in the first part. A type that lies does not count. */
function isText(type: string, bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 8000)
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  if (textTypes.test(type)) return true
  if (isUtf16) return type === ''
  return !start.includes(0) && !/^(?:image|audio|video|font)\/|zip$|octet-stream$|pdf$/.test(type)
}
