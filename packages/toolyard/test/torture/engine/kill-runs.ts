/** Kills the processes that have a run at random moments, until it was often enough and every run has ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolService } from '../../../src/runtime/index.ts'
import { threadOf } from './check-run.ts'
import { Child } from './child.ts'
import type { GateRun } from './gate.ts'
import { notedIn } from './log.ts'
import { until } from './wait.ts'
import type { YardTerms } from './yard.ts'

export interface Killing {
  readonly terms: YardTerms
  readonly yard: ToolService
  readonly wanted: number
  /** Processes that work. */
  readonly workers: number
}

/** The process that has the run dies, and another one comes. A run that got through is followed by the next. */
export async function killMany(
  { random, tell }: GateRun,
  { terms, yard, wanted, workers: count }: Killing,
): Promise<{ kills: number; runs: string[] }> {
  await using workers = await Workers.start(terms, count)
  const runs: string[] = []
  let kills = 0
  while (kills < wanted) {
    const runId = `run-${runs.length}`
    runs.push(runId)
    await yard.runs.start({ agent: 'worker', prompt: runId, runId, threadId: threadOf(runId) })
    while (
      kills < wanted &&
      (await untilSteps(yard, runId, { log: terms.log, count: 1 + Math.floor(random() * 2) }))
    ) {
      await sleep(random() * 2 * (terms.holdMs ?? 0))
      if (await workers.kill(notedIn(terms.log).at(-1)?.pid)) tell(`${++kills} of ${wanted} kills`)
    }
  }
  for (const runId of runs)
    await until(() => hasEnded(yard, runId), { what: `${runId} has ended`, everyMs: 50 })
  return { kills, runs }
}

/** Processes that work. While one comes, the others go on, so that a run is killed often and not once in a while. */
class Workers implements AsyncDisposable {
  readonly #terms: YardTerms
  readonly #living: Child[] = []
  readonly #coming = new Set<Promise<void>>()

  private constructor(terms: YardTerms) {
    this.#terms = terms
  }

  static async start(terms: YardTerms, count: number): Promise<Workers> {
    const workers = new Workers(terms)
    await Promise.all(Array.from({ length: count }, () => workers.#add()))
    return workers
  }

  /** False if there is no such process any more. Never the last one. */
  async kill(pid: number | undefined): Promise<boolean> {
    if (this.#living.length < 2) await Promise.race(this.#coming)
    const index = this.#living.findIndex((child) => child.pid === pid)
    if (index < 0) return false
    await this.#living.splice(index, 1)[0]?.kill()
    const coming = this.#add().then(() => void this.#coming.delete(coming))
    // One that does not start is told to the next who waits for it.
    coming.catch(() => {})
    this.#coming.add(coming)
    return true
  }

  async #add(): Promise<void> {
    this.#living.push(await Child.start('yard-process.ts', this.#terms))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#coming)
    await Promise.all(this.#living.map((child) => child.kill()))
  }
}

/** Waits for some more steps; false if the run has ended. */
async function untilSteps(
  yard: ToolService,
  runId: string,
  { log, count }: { readonly log: string; readonly count: number },
): Promise<boolean> {
  const before = notedIn(log).length
  let isOver = false
  await until(async () => notedIn(log).length >= before + count || (isOver = await hasEnded(yard, runId)), {
    what: `${runId} goes on`,
    everyMs: 10,
  })
  return !isOver
}

async function hasEnded(yard: ToolService, runId: string): Promise<boolean> {
  return (await yard.store.runs.find(runId))?.endedAt !== undefined
}
