/** What the older registry names. */
export function sum({ a, b }: { a: number; b: number }): number {
  return a + b
}

export class Counter {
  #count = 0

  execute({ by }: { by: number }): number {
    this.#count += by
    return this.#count
  }
}
