/** Numbers that look random and are the same for the same seed: a test that fails can be repeated. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  chance(part: number): boolean
  of<T>(items: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    chance: (part) => next() < part,
    of: (items) => items[below(items.length)] as (typeof items)[number],
  }
}
