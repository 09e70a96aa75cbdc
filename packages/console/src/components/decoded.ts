/**
 * A part of an address, or of a reference in a schema, as it is read. Links may be cut or written by anybody: what can't be decoded stays
 * as it is.
 *
 * @module
 */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
