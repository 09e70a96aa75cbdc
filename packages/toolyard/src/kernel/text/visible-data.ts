/**
 * Data from outside, made safe to look at: its strings as `visibleText` shows them, or its JSON without a raw hidden character.
 *
 * @module
 */
import { isPlainObject } from '../json.ts'
import { visibleText } from './visible-text.ts'

/** Characters without a shape of their own; those that `JSON.stringify` escapes already are among them. */
const hidden = /[[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]--[\n\t]]/gv

const maxDepth = 64

/** JSON that means the same, in which everything hidden is written as an escape: a terminal that prints it does nothing else. */
export function visibleJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null'
  return text.replaceAll(hidden, (match) =>
    Array.from({ length: match.length }, (_, at) => escapeOf(match.charCodeAt(at))).join(''),
  )
}

/** The data with every control, bidi or invisible character in its strings and keys shown as a mark; the same if there is none. */
export function visibleData(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (depth > maxDepth) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => visibleData(item, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value)
  const shown = entries.map(([key, item]) => [visibleText(key), visibleData(item, depth + 1)] as const)
  const isSame = shown.every(([key, item], at) => key === entries[at]?.[0] && item === entries[at]?.[1])
  return isSame ? value : Object.fromEntries(shown)
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
