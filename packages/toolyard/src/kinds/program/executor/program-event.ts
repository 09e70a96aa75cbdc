/**
 * What a program tells: the events that it writes, checked.
 *
 * @module
 */
import type { ProgressUpdate } from '../../../define/index.ts'
import { didYouMean, isPlainObject, tellValue } from '../../../kernel/index.ts'

export type ProgramEvent =
  | { readonly type: 'chunk'; readonly data: unknown }
  | { readonly type: 'progress'; readonly update: ProgressUpdate }
  /** Content blocks for the model, data for programs; without either, the result is all that was sent in chunks. */
  | { readonly type: 'result'; readonly output: unknown }
  | {
      readonly type: 'error'
      readonly message: string
      readonly hint: string | undefined
      readonly retryable: boolean
      readonly retryAfterMs: number | undefined
    }

const types = ['chunk', 'progress', 'result', 'error'] as const

/** Throws an `Error` with what is wrong, in words that fit behind "it broke the protocol:". */
export function toEvent(value: unknown): ProgramEvent {
  if (!isPlainObject(value)) throw new Error(`an event must be an object, not ${tellValue(value)}`)
  switch (value['type']) {
    case 'chunk':
      if (value['data'] === undefined) throw new Error('a chunk has no "data"')
      return { type: 'chunk', data: value['data'] }
    case 'progress':
      return { type: 'progress', update: toUpdate(value) }
    case 'result':
      return { type: 'result', output: toOutput(value) }
    case 'error':
      return toError(value)
    default: {
      const type = value['type']
      const near = typeof type === 'string' ? didYouMean(type, types) : ''
      throw new Error(`${tellValue(type)} is not a type of event; there are ${types.join(', ')}.${near}`)
    }
  }
}

/** Whether a call ends with this event. */
export function isFinal({ type }: ProgramEvent): boolean {
  return type === 'result' || type === 'error'
}

function toUpdate({ done, total, message }: Readonly<Record<string, unknown>>): ProgressUpdate {
  return {
    ...(isNumber(done) && { done }),
    ...(isNumber(total) && { total }),
    ...(typeof message === 'string' && message !== '' && { message }),
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function toOutput({ data, content }: Readonly<Record<string, unknown>>): unknown {
  if (content === undefined) return data
  if (
    !Array.isArray(content) ||
    !content.every((block) => isPlainObject(block) && typeof block['type'] === 'string')
  )
    throw new Error('the "content" of a result must be a list of blocks such as {"type":"text","text":"…"}')
  return { content, ...(data !== undefined && { data }) }
}

function toError(value: Readonly<Record<string, unknown>>): ProgramEvent {
  const { message, hint, retryable, retryAfterMs } = value
  if (typeof message !== 'string' || message === '') throw new Error('an error has no "message"')
  return {
    type: 'error',
    message,
    hint: typeof hint === 'string' && hint !== '' ? hint : undefined,
    retryable: retryable === true,
    retryAfterMs: isNumber(retryAfterMs) && retryAfterMs >= 0 ? retryAfterMs : undefined,
  }
}
