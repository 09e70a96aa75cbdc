/**
 * Whether JSON data is small and flat enough to be walked without a thought, told without walking further than that.
 *
 * @module
 */
import { canonicalJson } from '../../kernel/index.ts'

const limits = { depth: 200, nodes: 250_000 }

export function isMeasured(value: unknown): boolean {
  return measure(value, limits.depth, { nodes: limits.nodes })
}

/** Whether two values are the same JSON; what can't be measured is the same only as itself. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object') return false
  if (!isMeasured(left) || !isMeasured(right)) return false
  return canonicalJson(left) === canonicalJson(right)
}

function measure(value: unknown, depth: number, left: { nodes: number }): boolean {
  if (--left.nodes < 0) return false
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol'
  if (depth === 0) return false
  return Object.values(value).every((child) => measure(child, depth - 1, left))
}
