/**
 * Work on many items, a few at a time; one that does not settle soon does not keep the others waiting.
 *
 * @module
 */
import { settlesWithin } from '../kernel/index.ts'

export interface WorkBounds {
  readonly limit: number
  /** How long one item may keep others waiting; a slower one goes on beside them. */
  readonly patienceMs: number
}

/** `work` on every item, a few at a time; results in the order of the items. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  bounds: WorkBounds,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = []
  const startNext = async (): Promise<void> => {
    for (let item = items[started.length]; item !== undefined; item = items[started.length]) {
      const running = work(item)
      started.push(running)
      await settlesWithin(running, bounds.patienceMs)
    }
  }
  await Promise.all(Array.from({ length: bounds.limit }, startNext))
  return Promise.all(started)
}
