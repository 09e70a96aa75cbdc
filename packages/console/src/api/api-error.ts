/**
 * Why a request failed, in the server's words or, where no server answered, in a code of our own.
 *
 * @module
 */
import type { Fault } from './types.ts'

/** `status` is 0 where nothing answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly hint: string | undefined
  readonly details: unknown
  /** The message by name, with its values. */
  readonly says: Fault['says']

  constructor(status: number, fault: Omit<Fault, 'retryable'> & { readonly details?: unknown }) {
    super(fault.message)
    this.status = status
    this.code = fault.code
    this.hint = fault.hint
    this.details = fault.details
    this.says = fault.says
  }
}

export const offlineCode = 'offline'

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Reads the error from an answer, whatever stands in its body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const fallback = {
    code: `http_${response.status}`,
    message: response.statusText || `HTTP ${response.status}`,
  }
  try {
    const body = (await response.json()) as { readonly error?: Fault & { readonly details?: unknown } }
    return new ApiError(response.status, body.error ?? fallback)
  } catch {
    return new ApiError(response.status, fallback)
  }
}
