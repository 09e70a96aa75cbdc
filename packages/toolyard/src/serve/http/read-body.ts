/**
 * The body of a request: JSON in UTF-8, at most a megabyte if its route says no other, at most 64 deep, or a refusal.
 *
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { defaultJsonLimits, parseJson, ToolyardError } from '../../kernel/index.ts'
import type { BodyRoom } from './body-room.ts'
import { givenBody } from './given-body.ts'
import type { HttpRequest } from './message.ts'

const { maxBytes } = defaultJsonLimits
const jsonType = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i

/** How a body is read. */
interface ReadBodyOptions {
  /** Bytes; a megabyte by default. */
  readonly most?: number
  /** Set if the sender is not known yet, or may send much. */
  readonly room?: BodyRoom
}

/** Undefined if there is no body. */
export async function readJson(request: HttpRequest, reading: ReadBodyOptions = {}): Promise<unknown> {
  if (!hasBody(request)) return undefined
  const bytes = await readTyped(request, reading)
  if (!isUtf8(bytes))
    throw new ToolyardError('invalid_arguments', 'the body is not UTF-8', { hint: 'Encode it in UTF-8.' })
  const parsed = parseJson(bytes.toString(), { ...defaultJsonLimits, maxBytes: reading.most ?? maxBytes })
  if ('value' in parsed) return parsed.value
  throw new ToolyardError('invalid_arguments', `the body ${parsed.problem}`, {
    hint: 'Send one JSON object.',
  })
}

function hasBody({ headers, stream }: HttpRequest): boolean {
  const length = headers['content-length']
  if ((length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined) return true
  return length === undefined && stream?.endAfterHeaders === false
}

/** The bytes as they came, of a body that says it is JSON. */
export async function readBody(request: HttpRequest, reading: ReadBodyOptions = {}): Promise<Buffer> {
  return readTyped(request, { ...reading, isExact: true })
}

async function readTyped(
  request: HttpRequest,
  reading: ReadBodyOptions & { readonly isExact?: boolean },
): Promise<Buffer> {
  const { headers } = request
  const type = headers['content-type'] ?? ''
  if ((type !== 'application/json' && !jsonType.test(type)) || headers['content-encoding'] !== undefined)
    throw new ToolyardError('unsupported_media_type', `the body must be JSON, not ${described(headers)}`, {
      hint: 'Send Content-Type: application/json, in UTF-8 and not compressed.',
    })
  const { most = maxBytes, room, isExact } = reading
  if (Number(headers['content-length']) > most) throw tooLarge(most)
  const given = givenBody(request, isExact)
  if (given && given.length > most) throw tooLarge(most)
  if (given) return given
  return readBytes(request, most, room?.open())
}

function readBytes(
  request: HttpRequest,
  most: number,
  place: ReturnType<BodyRoom['open']> | undefined,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  let isOver = false
  const fail = (error: unknown): void => {
    if (isOver) return
    isOver = true
    chunks.length = 0
    place?.end()
    reject(error)
  }
  request.on('data', (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    try {
      if (size > most) throw tooLarge(most)
      place?.grow(size)
      chunks.push(chunk)
    } catch (error) {
      fail(error)
    }
  })
  request.on('end', () => {
    if (isOver) return
    isOver = true
    place?.end()
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  })
  const gone = (error?: unknown): void => {
    // Every request closes at last: an error is made only if it is needed.
    if (isOver) return
    fail(
      ToolyardError.isInstance(error)
        ? error
        : new ToolyardError('cancelled', 'the request ended before its body'),
    )
  }
  request.on('error', gone)
  // However it ends: one that was given up by the application has no error.
  request.on('close', gone)
  if (request.destroyed) gone()
  return promise
}

function described({ 'content-type': type, 'content-encoding': encoding }: HttpRequest['headers']): string {
  if (encoding !== undefined) return `compressed with ${encoding.slice(0, 40)}`
  return type === undefined ? 'something without a Content-Type' : `"${type.slice(0, 100)}"`
}

function tooLarge(most: number): ToolyardError {
  return new ToolyardError('too_large', `the body has more than ${most} bytes`, {
    hint: 'Send less; large texts are better written to a file that a tool reads.',
  })
}
