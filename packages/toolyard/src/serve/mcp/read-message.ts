/**
 * One JSON-RPC message out of the bytes of a line: the message, or what to answer to it.
 *
 * It is read as strictly as a request to the HTTP API: UTF-8, one meaning, not deep. Whatever the SDK would drop without a
 * word is answered here. Notifications and answers are never answered.
 *
 * @module
 */
import { type Buffer, isUtf8 } from 'node:buffer'
import { defaultJsonLimits, isPlainObject, parseJson } from '../../kernel/index.ts'
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse, ProtocolErrorCode } from './sdk.ts'

export type RequestId = string | number

/** An answer that says what is wrong with a message. */
export interface JsonRpcRefusal {
  readonly jsonrpc: '2.0'
  readonly id: RequestId | null
  readonly error: { readonly code: number; readonly message: string }
}

export type ReadMessage =
  | { readonly message: Readonly<Record<string, unknown>> }
  /** Undefined if the sender waits for no answer. */
  | { readonly refusal: JsonRpcRefusal | undefined }

/** Bytes of one message. */
export const maxMessageBytes = 16_000_000
/** Arguments may be as deep as everywhere; they are two levels down. */
const limits = { maxBytes: maxMessageBytes, maxDepth: defaultJsonLimits.maxDepth + 2 }
const mostIdCharacters = 1000
const memberNames = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
const { ParseError, InvalidRequest, InvalidParams } = ProtocolErrorCode

export function readMessage(line: Buffer): ReadMessage {
  if (!isUtf8(line)) return refused(ParseError, 'the line is not UTF-8')
  const parsed = parseJson(line.toString(), limits)
  if ('problem' in parsed) return refused(ParseError, `the line ${parsed.problem}`)
  const { value } = parsed
  if (Array.isArray(value)) return refused(InvalidRequest, 'batches are not taken; send one message a line')
  if (!isPlainObject(value)) return refused(InvalidRequest, 'a message must be a JSON object')
  return checked(known(value))
}

/** To a line that was not read because of its length. */
export function tooLong(id: RequestId | null): JsonRpcRefusal {
  const message = `a message may have at most ${maxMessageBytes / 1_000_000} MB; this one was skipped`
  return refusalOf(InvalidRequest, message, id)
}

/** Whether the SDK takes it in: what `readMessage` let through is checked only as far as every message is. */
export function isTaken(message: Readonly<Record<string, unknown>>): boolean {
  return isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)
}

/** To a message that the SDK would drop; nothing to a notification. */
export function dropped(message: Readonly<Record<string, unknown>>): JsonRpcRefusal | undefined {
  const { id, method } = message
  if (method === undefined) return refusalOf(InvalidRequest, 'the answer is not one of JSON-RPC', null)
  if (!isRequestId(id)) return undefined
  return refusalOf(InvalidParams, '"params" is not what the protocol allows; look at its "_meta"', id)
}

export function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= mostIdCharacters : Number.isSafeInteger(id)
}

function checked(message: Readonly<Record<string, unknown>>): ReadMessage {
  const { jsonrpc, id, method, params } = message
  const isAnswer = 'result' in message || 'error' in message
  const answered = isRequestId(id) && !isAnswer ? id : null
  if (jsonrpc !== '2.0') return refused(InvalidRequest, '"jsonrpc" must be "2.0"', answered)
  if (isAnswer)
    return 'method' in message
      ? refused(InvalidRequest, 'a message is a request or an answer, not both')
      : { message }
  if (typeof method !== 'string') return refused(InvalidRequest, '"method" must be a text', answered)
  if ('id' in message && answered === null)
    return refused(InvalidRequest, '"id" must be a text or a whole number, and neither very long nor large')
  if (params === undefined || isPlainObject(params)) return { message }
  return answered === null
    ? { refusal: undefined }
    : refused(InvalidParams, '"params" must be an object', answered)
}

/** Without members that JSON-RPC does not know: the SDK would drop the whole message for them. */
function known(message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(message)
  if (names.every((name) => memberNames.has(name))) return message
  return Object.fromEntries(Object.entries(message).filter(([name]) => memberNames.has(name)))
}

const titles: Readonly<Record<number, string>> = {
  [ParseError]: 'Parse error',
  [InvalidRequest]: 'Invalid Request',
  [InvalidParams]: 'Invalid params',
}

function refused(code: number, message: string, id: RequestId | null = null): ReadMessage {
  return { refusal: refusalOf(code, message, id) }
}

function refusalOf(code: number, message: string, id: RequestId | null): JsonRpcRefusal {
  return { jsonrpc: '2.0', id, error: { code, message: `${titles[code] ?? 'Error'}: ${message}` } }
}
