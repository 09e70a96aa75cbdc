/**
 * Data without secrets: a copy only where there is something to take out.
 *
 * @module
 */
import { isSecretUnder } from './fields.ts'
import { type Mark, plainMark } from './span.ts'

type Redact = (text: string) => string

/** Deeper data is not looked at, so it does not go out either. */
const maxDepth = 512

/** So many objects are visited before the walk begins to remember which: most data is far smaller. */
const unremembered = 64

/** `value` itself where none of its strings and keys holds a secret; a copy otherwise. Cycles stay cycles. */
export function redactData(value: unknown, redact: Redact, mark: Mark = plainMark): unknown {
  if (typeof value === 'string') return redact(value)
  if (!isData(value)) return value
  return new Search(redact).holds(value, 0) ? copyOf(value, redact, mark) : value
}

class Search {
  readonly #redact: Redact
  #visits = 0
  #seen: Set<object> | undefined

  constructor(redact: Redact) {
    this.#redact = redact
  }

  /** Whether anything in `item` has to go. */
  holds(item: object, depth: number): boolean {
    if (depth > maxDepth) return true
    if (++this.#visits > unremembered) {
      this.#seen ??= new Set()
      if (this.#seen.has(item)) return false
      this.#seen.add(item)
    }
    if (Array.isArray(item)) {
      for (let at = 0; at < item.length; at++) if (this.#isSecret(item[at], depth)) return true
      return false
    }
    for (const key of Object.keys(item)) {
      const child = (item as Record<string, unknown>)[key]
      if (this.#redact(key) !== key || isSecretField(key, child) || this.#isSecret(child, depth)) return true
    }
    return false
  }

  #isSecret(child: unknown, depth: number): boolean {
    if (typeof child === 'string') return this.#redact(child) !== child
    return isData(child) && this.holds(child, depth + 1)
  }
}

function copyOf(value: unknown, redact: Redact, mark: Mark): unknown {
  const copies = new Map<object, unknown>()
  const copy = (item: unknown, depth: number): unknown => {
    if (typeof item === 'string') return redact(item)
    if (!isData(item)) return item
    if (copies.has(item)) return copies.get(item)
    if (depth > maxDepth) return plainMark('')
    if (Array.isArray(item)) {
      const list: unknown[] = []
      copies.set(item, list)
      for (const child of item) list.push(copy(child, depth + 1))
      return list
    }
    const result: Record<string, unknown> = {}
    copies.set(item, result)
    for (const [key, child] of Object.entries(item)) {
      const clean = isSecretField(key, child) ? mark(child) : copy(child, depth + 1)
      define(result, redact(key), clean)
    }
    return result
  }
  return copy(value, 0)
}

function isData(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}

function isSecretField(key: string, value: unknown): value is string {
  return typeof value === 'string' && isSecretUnder(key, value)
}

/** A property of the object's own, whatever its name; a second key that became the same gets a number. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  let name = key
  for (let count = 2; Object.hasOwn(object, name); count++) name = `${key} ${count}`
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}
