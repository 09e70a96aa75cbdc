/**
 * Whether a version is in a range, as `requires` of a plugin writes it: `>=0.1`, `^1.2`, `~1.2.3`, `1.x`, `>=1 <3`, `1 || 2`.
 *
 * @module
 */

type Version = readonly [number, number, number]

/** `undefined` if the range is none. A version that is a preview of another counts as that one. */
export function isInRange(version: string, range: string): boolean | undefined {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []
  const at: Version = [Number(parts[0]), Number(parts[1]), Number(parts[2])]
  const choices = range.split('||').map((choice) => choice.trim().replaceAll(/([<>=^~])\s+/g, '$1'))
  let isIn = false
  for (const choice of choices) {
    const bounds = choice.split(/\s+/).map((text) => boundsOf(text))
    if (bounds.includes(undefined)) return undefined
    isIn ||= bounds.every(
      (bound) => bound !== undefined && compare(at, bound.from) >= 0 && compare(at, bound.to) < 0,
    )
  }
  return isIn
}

interface VersionBounds {
  readonly from: Version
  /** The first that is no longer in it. */
  readonly to: Version
}

const lowest: Version = [0, 0, 0]
const highest: Version = [Infinity, 0, 0]

function boundsOf(text: string): VersionBounds | undefined {
  const match = /^(>=|<=|>|<|=|\^|~)?v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:[-+][\w.+-]*)?$/i.exec(
    text,
  )
  if (!match) return undefined
  const numbers = match
    .slice(2, 5)
    .map((part) => (part === undefined || /[x*]/i.test(part) ? undefined : Number(part)))
  const known = numbers.findIndex((part) => part === undefined)
  const depth = known < 0 ? 3 : known
  const from: Version = [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0]
  if (depth === 0) return { from: lowest, to: highest }
  const next = after(from, depth)
  switch (match[1]) {
    case '>=':
      return { from, to: highest }
    case '>':
      return { from: next, to: highest }
    case '<':
      return { from: lowest, to: from }
    case '<=':
      return { from: lowest, to: next }
    case '^':
      return { from, to: after(from, Math.min(depth, from.findIndex((part) => part > 0) + 1 || depth)) }
    case '~':
      return { from, to: after(from, Math.min(depth, 2)) }
    default:
      return { from, to: next }
  }
}

/** The first version whose first `depth` numbers are higher. */
function after([major, minor, patch]: Version, depth: number): Version {
  if (depth === 1) return [major + 1, 0, 0]
  return depth === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

function compare(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}
