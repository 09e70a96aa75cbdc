export class Counter {
  #count = 0

  execute({ by }: { by: number }): number {
    this.#count += by
    return this.#count
  }
}
