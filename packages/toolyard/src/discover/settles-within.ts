/**
 * Waiting with an end: for one promise, and for many with few at a time.
 *
 * @module
 */

/** Whether `work` is done, well or badly, before `ms` have passed. Never rejects. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const settled = Promise.allSettled([work]).then(() => true)
  const isDone = await Promise.race([settled, late])
  clearTimeout(timer)
  return isDone
}

export interface Bounds {
  readonly limit: number
  /** How long one item may keep others waiting; a slower one goes on beside them. */
  readonly patienceMs: number
}

/** `work` on every item, a few at a time; results in the order of the items. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  bounds: Bounds,
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
