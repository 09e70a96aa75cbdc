/**
 * Wall time of things that are done in turn, for what other processes and the disk do too.
 *
 * @module
 */
import type { Figures } from '../harness.ts'

export interface Turn {
  readonly name: string
  /** Its answer is not part of the time; `check` looks at it. */
  run(): Promise<unknown>
  check?(answer: unknown): void
}

/** Milliseconds: one figure a round. Another one begins each round; a first round of each is thrown away. */
export async function interleave(turns: readonly Turn[], rounds: number): Promise<Figures> {
  const figures = new Map<string, number[]>(turns.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    const first = Math.max(0, round) % turns.length
    for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) {
      const start = performance.now()
      const answer = await turn.run()
      const elapsed = performance.now() - start
      turn.check?.(answer)
      if (round >= 0) figures.get(turn.name)?.push(elapsed)
    }
  }
  return figures
}
