/**
 * Data without secrets: a copy only where there is something to take out.
 *
 * @module
 */
import { isSecretUnder } from './fields.ts'
import { redacted } from './span.ts'

type Redact = (text: string) => string

/** Deeper data is not looked at, so it does not go out either. */
const maxDepth = 512

/** `value` itself where none of its strings and keys holds a secret; a copy otherwise. Cycles stay cycles. */
export function redactData(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  return holdsSecret(value, redact) ? copyOf(value, redact) : value
}

function holdsSecret(value: unknown, redact: Redact): boolean {
  const seen = new Set<object>()
  const holds = (item: unknown, depth: number): boolean => {
    if (typeof item === 'string') return redact(item) !== item
    if (!isData(item) || seen.has(item)) return false
    if (depth > maxDepth) return true
    seen.add(item)
    if (Array.isArray(item)) return item.some((child) => holds(child, depth + 1))
    return Object.entries(item).some(
      ([key, child]) => redact(key) !== key || isSecretField(key, child) || holds(child, depth + 1),
    )
  }
  return holds(value, 0)
}

function copyOf(value: unknown, redact: Redact): unknown {
  const copies = new Map<object, unknown>()
  const copy = (item: unknown, depth: number): unknown => {
    if (typeof item === 'string') return redact(item)
    if (!isData(item)) return item
    if (copies.has(item)) return copies.get(item)
    if (depth > maxDepth) return redacted
    if (Array.isArray(item)) {
      const list: unknown[] = []
      copies.set(item, list)
      for (const child of item) list.push(copy(child, depth + 1))
      return list
    }
    const result: Record<string, unknown> = {}
    copies.set(item, result)
    for (const [key, child] of Object.entries(item)) {
      const clean = isSecretField(key, child) ? redacted : copy(child, depth + 1)
      define(result, redact(key), clean)
    }
    return result
  }
  return copy(value, 0)
}

function isData(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}

function isSecretField(key: string, value: unknown): boolean {
  return typeof value === 'string' && isSecretUnder(key, value)
}

/** A property of the object's own, whatever its name; a second key that became the same gets a number. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  let name = key
  for (let count = 2; Object.hasOwn(object, name); count++) name = `${key} ${count}`
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}
