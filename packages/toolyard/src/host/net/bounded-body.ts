/**
 * A body with an end: past its limit it fails, and whatever fails in it becomes one of our errors.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import { netError } from './net-error.ts'

export async function* boundedBody(
  body: AsyncIterable<Uint8Array>,
  { host, maxBytes }: { readonly host: string; readonly maxBytes: number },
): AsyncGenerator<Uint8Array, void> {
  let size = 0
  try {
    for await (const part of body) {
      size += part.length
      if (size > maxBytes) throw tooLarge(host, maxBytes)
      yield part
    }
  } catch (error) {
    throw netError(error, host)
  }
}

export function tooLarge(host: string, maxBytes: number): ToolyardError {
  return new ToolyardError(
    'unavailable',
    `the answer of ${host} is larger than ${maxBytes.toLocaleString('en-US')} bytes.`,
    { hint: 'Ask for less: a filter, a range, fewer items on a page.' },
  )
}
