/**
 * Measures contenders against each other: rounds in turn, CPU time per call, medians.
 *
 * Every contender is first made to prove that it gives the right answer and, where it says that it checks, that it
 * refuses a wrong call; the last answer of each round is looked at again. Rounds never call the garbage collector by
 * hand: a forced full collection throws optimised code away, and what would be measured is the compiler.
 *
 * @module
 */
import type { Contender } from './peer.ts'
import type { Sample } from './sample.ts'

export interface Effort {
  readonly rounds: number
  /** A round of one contender takes at least this long. */
  readonly roundMs: number
  readonly warmUpMs: number
}

export function effortFor(quick: boolean): Effort {
  return quick ? { rounds: 1, roundMs: 1, warmUpMs: 2 } : { rounds: 15, roundMs: 60, warmUpMs: 400 }
}

/** CPU time of one call in microseconds: one figure a round. */
export type Figures = ReadonlyMap<string, readonly number[]>

export async function compare(
  sample: Sample,
  contenders: readonly Contender[],
  effort: Effort,
): Promise<Figures> {
  const sizes = new Map<string, number>()
  for (const contender of contenders) {
    await prove(sample, contender)
    sizes.set(contender.name, await warmUp(contender, effort))
  }
  const figures = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < effort.rounds; round++) {
    for (const contender of turned(contenders, round)) {
      const calls = sizes.get(contender.name) ?? 1
      const { micros, answer } = await timed(contender, calls)
      checkAnswer(sample, contender, { answer, index: calls - 1 })
      figures.get(contender.name)?.push(micros / calls)
    }
  }
  return figures
}

/** The median of one contender's rounds. */
export function figureOf(figures: Figures, name: string): number {
  return median(figures.get(name) ?? [])
}

/** How many times dearer `name` is than `reference`: the median of the rounds' own ratios, because machines drift. */
export function ratioOf(figures: Figures, name: string, reference: string): number {
  const below = figures.get(reference) ?? []
  return median((figures.get(name) ?? []).map((value, round) => value / (below[round] ?? Number.NaN)))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** CPU time, in microseconds, of what `work` does. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function prove(sample: Sample, contender: Contender): Promise<void> {
  checkAnswer(sample, contender, { answer: await contender.call(0), index: 0 })
  if (!contender.validates) return
  if (!(await contender.refuses?.(sample.bad)))
    throw new Error(`${contender.name} did not refuse wrong arguments: it would not be a fair contender`)
}

function checkAnswer(
  sample: Sample,
  contender: Contender,
  { answer, index }: { answer: unknown; index: number },
): void {
  const expected = sample.answers[index % sample.answers.length]
  const text = contender.textOf(answer)
  if (text !== expected)
    throw new Error(`${contender.name} answered ${text.slice(0, 200)} where ${expected} is right`)
}

/** Answers how many calls fill a round. */
async function warmUp(contender: Contender, { warmUpMs, roundMs }: Effort): Promise<number> {
  const end = performance.now() + warmUpMs
  let perCallMs = 1
  for (let calls = 16; performance.now() < end; calls = Math.min(calls * 2, 65_536)) {
    const start = performance.now()
    await timed(contender, calls)
    perCallMs = (performance.now() - start) / calls
  }
  return Math.max(16, Math.ceil((roundMs * 1.1) / perCallMs))
}

async function timed(contender: Contender, calls: number): Promise<{ micros: number; answer: unknown }> {
  let answer: unknown
  const micros = await cpuOf(async () => {
    for (let index = 0; index < calls; index++) answer = await contender.call(index)
  })
  return { micros, answer }
}

/** Another one begins each round. */
function turned<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}
