/**
 * How large a value is, without making its text.
 *
 * @module
 */

/** Deeper data is not looked into, and counts as large. */
const maxDepth = 64

/** Characters of the texts in a value, roughly; counting stops soon after `most`. */
export function sizeOf(value: unknown, most: number, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  if (depth > maxDepth) return Infinity
  let size = 0
  for (const key in value) {
    size += key.length + sizeOf((value as Record<string, unknown>)[key], most, depth + 1)
    if (size > most) return size
  }
  return size
}
