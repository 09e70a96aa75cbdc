/**
 * What waits in one queue: tenants take turns, and each tenant's own come in their order.
 *
 * @module
 */
export class FairQueue<T extends { readonly job: { readonly tenant?: string | undefined } }> {
  /** The tenant whose turn it is stands first. */
  readonly #tenants = new Map<string, QueueLine<T>>()

  push(item: T): void {
    this.#lineOf(item).items.push(item)
  }

  /** Back to where it was taken from. */
  putBack(item: T): void {
    const line = this.#lineOf(item)
    if (line.head > 0) line.items[--line.head] = item
    else line.items.unshift(item)
  }

  /** The next one that is wanted, of a tenant that may have one more. Those that are not wanted any more are dropped. */
  take({
    isWanted,
    mayHave,
  }: {
    isWanted: (item: T) => boolean
    mayHave: (tenant: string) => boolean
  }): T | undefined {
    for (const [tenant, line] of this.#tenants) {
      const item = mayHave(tenant) ? firstOf(line, isWanted) : undefined
      if (line.head >= line.items.length) this.#tenants.delete(tenant)
      if (!item) continue
      if (this.#tenants.delete(tenant)) this.#tenants.set(tenant, line)
      return item
    }
    return undefined
  }

  #lineOf({ job: { tenant = '' } }: T): QueueLine<T> {
    let line = this.#tenants.get(tenant)
    if (!line) this.#tenants.set(tenant, (line = { items: [], head: 0 }))
    return line
  }
}

interface QueueLine<T> {
  items: T[]
  /** Those before it are gone. */
  head: number
}

function firstOf<T>(line: QueueLine<T>, isWanted: (item: T) => boolean): T | undefined {
  while (line.head < line.items.length) {
    const item = line.items[line.head++]
    if (line.head > 1000 && line.head * 2 > line.items.length) {
      line.items = line.items.slice(line.head)
      line.head = 0
    }
    if (item && isWanted(item)) return item
  }
  return undefined
}
