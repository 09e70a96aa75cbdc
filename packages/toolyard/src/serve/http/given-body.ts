/**
 * The body of a request that the host application has read before us, as `express.json()` does: what it left of it is used.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { HttpRequest } from './message.ts'

/** Undefined if the body has not been read yet. `isExact`: only the bytes as they came will do. Throws `internal` if they are gone. */
export function givenBody(request: HttpRequest, isExact = false): Buffer | undefined {
  if (!request.readableDidRead && !request.readableEnded) return undefined
  const { rawBody, body } = request as { readonly rawBody?: unknown; readonly body?: unknown }
  for (const bytes of [rawBody, body]) if (Buffer.isBuffer(bytes)) return bytes
  if (!isExact && body !== undefined && body !== null) return Buffer.from(textOf(body))
  throw bodyGone(isExact)
}

export function bodyGone(isExact = false): ToolyardError {
  return new ToolyardError('internal', 'the body of this request was read before Toolyard could read it', {
    hint: `Mount Toolyard before what parses bodies (express.json() and the like)${isExact ? ', because a signature needs the bytes as they came' : ''}; see docs/guide/http.md.`,
  })
}

function textOf(body: unknown): string {
  try {
    return JSON.stringify(body) ?? ''
  } catch {
    throw new ToolyardError('invalid_arguments', 'the body is nested too deep', {
      hint: 'Send one JSON object.',
    })
  }
}
