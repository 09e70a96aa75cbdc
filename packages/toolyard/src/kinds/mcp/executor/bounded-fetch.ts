/**
 * A `fetch` whose answers can't be endless: a message over HTTP is no longer than one from a program.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'

/** Bytes of one message: of a whole body, or of one line in a stream of events. */
const maxMessage = 16_000_000
const newline = 0x0a

export function boundedFetch(
  fetch: (input: string | URL, init?: RequestInit) => ReturnType<typeof globalThis.fetch>,
) {
  return async (input: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const body = response.body.pipeThrough(limit(isStream))
    const { status, statusText, headers, url } = response
    const bounded = new Response(status === 204 || status === 205 || status === 304 ? null : body, {
      status,
      statusText,
      headers,
    })
    return Object.defineProperty(bounded, 'url', { value: url })
  }
}

function limit(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      const end = isStream ? chunk.lastIndexOf(newline) : -1
      length = end < 0 ? length + chunk.length : chunk.length - end
      if (length > maxMessage)
        controller.error(new ToolyardError('unavailable', `a message of more than ${maxMessage} bytes came`))
      else controller.enqueue(chunk)
    },
  })
}
