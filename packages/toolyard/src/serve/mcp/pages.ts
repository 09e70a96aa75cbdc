/**
 * Long lists in pages. A cursor is the place at which the next page begins.
 *
 * @module
 */
import { ProtocolError, ProtocolErrorCode } from './sdk.ts'

const pageSize = 250

export function pageOf<T>(
  items: readonly T[],
  cursor: string | undefined,
): { readonly items: T[]; readonly nextCursor?: string } {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Invalid cursor: begin again without one, and go on with "nextCursor"',
    )
  const at = Number(cursor ?? 0)
  const end = at + pageSize
  return { items: items.slice(at, end), ...(end < items.length && { nextCursor: String(end) }) }
}
