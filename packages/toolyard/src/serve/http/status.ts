/**
 * Errors as HTTP tells them: a status for every code, one form of body for all.
 *
 * @module
 */
import { type ErrorCode, messageOf, ToolyardError } from '../../kernel/index.ts'

export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly hint?: string
    readonly details?: unknown
    readonly says?: ToolyardError['says']
  }
}

const statuses: ReadonlyMap<string, number> = new Map<string, number>([
  ['invalid_definition', 400],
  ['invalid_config', 400],
  ['invalid_arguments', 400],
  ['unauthorised', 401],
  ['forbidden', 403],
  ['denied', 403],
  ['denied_by_hook', 403],
  ['outside_workspace', 403],
  ['protected_path', 403],
  ['not_found', 404],
  ['tool_not_found', 404],
  ['agent_not_found', 404],
  ['method_not_allowed', 405],
  ['conflict', 409],
  ['name_taken', 409],
  ['duplicate_call', 409],
  ['approval_expired', 409],
  ['held', 409],
  ['too_large', 413],
  ['unsupported_media_type', 415],
  ['rate_limited', 429],
  ['busy', 429],
  ['store_unavailable', 503],
  ['unavailable', 503],
  ['closed', 503],
])

/** Of a code that has none of its own: our fault. */
const internal = 500

export function statusOf(code: string): number {
  return statuses.get(code) ?? internal
}

export function errorBody(error: ToolyardError, details: unknown = error.problems): ErrorBody {
  const { code, message, hint, says } = error
  return {
    error: {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
      ...(says && { says }),
    },
  }
}

/** Of an error that has not said when to come again. */
const usualWaitMs = 1000

/** The header for those who may come again; undefined if that would not help. */
export function retryAfterOf({ code, retryAfterMs }: ToolyardError): readonly string[] {
  const isFull = [429, 503].includes(statusOf(code))
  return retryAfterMs === undefined && !isFull ? [] : retryAfter(retryAfterMs ?? usualWaitMs)
}

export function retryAfter(ms: number): readonly string[] {
  return ['Retry-After', String(Math.max(1, Math.ceil(ms / 1000)))]
}

/** What was thrown, as one of ours. The text of an unforeseen fault may hold anything, so it stays in the log. */
export function errorOf(thrown: unknown): { readonly error: ToolyardError; readonly unforeseen?: string } {
  if (ToolyardError.isInstance(thrown)) return { error: thrown }
  return {
    error: new ToolyardError('internal', 'the server failed', {
      hint: 'This is a fault of Toolyard; its log says more.',
    }),
    unforeseen: messageOf(thrown),
  }
}
