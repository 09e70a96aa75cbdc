/**
 * The order of paths that ripgrep sorts by: folder by folder, names by their bytes.
 *
 * @module
 */

export function compareNames(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const difference = rankOf(left.charCodeAt(at)) - rankOf(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** A slash stands before every letter; surrogates stand, as in UTF-8, behind everything else. */
function rankOf(unit: number): number {
  if (unit === 47) return 0
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
