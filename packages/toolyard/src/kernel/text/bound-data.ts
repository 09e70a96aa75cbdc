/**
 * Data within bounds: long texts and lists lose their ends, everything else stays.
 *
 * What comes out has the shape of what went in: a text is shorter, a list has fewer items, no key is missing.
 *
 * @module
 */

export interface BoundedData {
  readonly value: unknown
  readonly isCut: boolean
}

/** Characters that are looked at behind a cut: no secret is longer. */
const follows = 65_536
/** Deeper data is not looked into, and counts as large. */
const maxDepth = 64

/** Characters of the texts and keys in a value, roughly; counting stops soon after `most`. */
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

/**
 * `value` itself if it has about `most` characters or fewer. What is cut goes through `clean` before, with what follows it:
 * half a secret would not be known as one.
 */
export function boundData(
  value: unknown,
  most: number,
  clean: (part: unknown) => unknown = (part) => part,
): BoundedData {
  if (sizeOf(value, most) <= most) return { value, isCut: false }
  return { value: new DataBounder(most, clean).take(value, 0), isCut: true }
}

class DataBounder {
  #left: number
  readonly #clean: (part: unknown) => unknown

  constructor(most: number, clean: (part: unknown) => unknown) {
    this.#left = most
    this.#clean = clean
  }

  take(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null || depth > maxDepth) return value
    return Array.isArray(value)
      ? this.#list(value, depth)
      : this.#fields(value as Record<string, unknown>, depth)
  }

  #text(text: string): string {
    const kept = text.length <= this.#left ? text : this.#cutText(text)
    this.#left -= kept.length
    return kept
  }

  #cutText(text: string): string {
    const wider = text.slice(0, this.#left + follows)
    const clean = String(this.#clean(wider))
    // The end of it may be the beginning of a secret.
    const end = wider.length < text.length ? clean.length - follows : clean.length
    return clean.slice(0, endBefore(clean, Math.max(0, Math.min(this.#left, end))))
  }

  /** Items are kept whole, or not at all; of one that holds a list, the beginning. */
  #list(items: readonly unknown[], depth: number): unknown[] {
    let count = 0
    for (; count < items.length; count++) {
      const size = String(count).length + sizeOf(items[count], this.#left)
      if (size > this.#left) break
      this.#left -= size
    }
    if (count === items.length) return [...items]
    const kept = this.#cutList(items, count)
    if (this.#left > 0 && holdsList(items[count])) kept.push(this.take(items[count], depth + 1))
    return kept
  }

  #cutList(items: readonly unknown[], count: number): unknown[] {
    let end = count
    for (let size = 0; end < items.length && size < follows; end++) size += 1 + sizeOf(items[end], follows)
    // One that is long alone has room enough for what it may share with those before it.
    const wider = items.slice(0, end).map((item, at) => (at < count ? item : boundData(item, follows).value))
    return (this.#clean(wider) as unknown[]).slice(0, count)
  }

  /** Short facts first, so that a long text takes no room from them; in their own order afterwards. */
  #fields(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
    const names = Object.keys(fields)
    for (const name of names) this.#left = Math.max(0, this.#left - name.length)
    const bySize = names
      .map((name) => ({ name, size: sizeOf(fields[name], this.#left, depth + 1) }))
      .toSorted((one, other) => one.size - other.size)
    const kept = new Map(bySize.map(({ name }) => [name, this.take(fields[name], depth + 1)]))
    return Object.fromEntries(names.map((name) => [name, kept.get(name)]))
  }
}

/** Not in the middle of a pair of surrogates. */
function endBefore(text: string, end: number): number {
  const unit = text.charCodeAt(end)
  return unit >= 0xdc00 && unit <= 0xdfff ? Math.max(0, end - 1) : end
}

function holdsList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).some(Array.isArray)
}
