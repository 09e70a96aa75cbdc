/** Random orders of everything that can happen to jobs; what must hold holds after each of them. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { Engine } from '../engine.ts'
import type { Job, JobReturn, RunningJob } from '../jobs.ts'
import { type Fleet, jobOf, type OpensFleet, readAll, until } from './fleet.ts'
import { type Random, randomOf } from './random.ts'

export function describeInterleavings(
  adapter: string,
  open: OpensFleet,
  { suite, runs }: { readonly suite: Suite; readonly runs: number },
): void {
  suite.describe(`Jobs on ${adapter} in any order of events`, () => {
    suite.it('end once, are lost never, and are started again only if they may be', async (test) => {
      for (let seed = 1; seed <= runs; seed++) {
        const story = new InterleavingRun(await open(test, { keepMs: 86_400_000 }), seed)
        await story.play(60)
        await story.finish()
        await story.check()
      }
    })
  })
}

/** One start of a job, with the process in which it runs. */
interface JobStart {
  readonly running: RunningJob
  readonly engine: Engine
  answer: ((end: PlannedEnd) => void) | undefined
  ended: PlannedEnd | undefined
}

type PlannedEnd = 'done' | 'throw' | 'park'

class InterleavingRun {
  readonly #fleet: Fleet
  readonly #random: Random
  readonly #seed: number
  readonly #well = new Set<Engine>()
  readonly #frozen = new Set<Engine>()
  readonly #jobs = new Map<string, Job>()
  readonly #starts: JobStart[] = []
  /** Cancelled before they were ever started, and acknowledged. */
  readonly #neverStarted = new Set<string>()
  readonly #chunks = new Map<string, number>()

  constructor(fleet: Fleet, seed: number) {
    this.#fleet = fleet
    this.#seed = seed
    this.#random = randomOf(seed)
  }

  async play(steps: number): Promise<void> {
    await this.#join()
    await this.#join()
    for (let step = 0; step < steps; step++) {
      await this.#step()
      if (this.#random.chance(0.5)) await this.#fleet.settle()
    }
  }

  /** No more trouble: everything that can end does. */
  async finish(): Promise<void> {
    for (const engine of this.#frozen) await this.#thaw(engine)
    if (this.#well.size === 0) await this.#join()
    const [engine] = this.#well
    assert.ok(engine)
    await this.#fleet.pass(this.#fleet.leaseMs * 2)
    const hasAllEnded = async (): Promise<boolean> => {
      for (const start of this.#starts) this.#answer(start, 'done')
      for (const id of this.#jobs.keys()) await engine.jobs.wake(id)
      await this.#fleet.pass(this.#fleet.leaseMs)
      const counts = await engine.inspection.counts()
      return counts.every((row) => row.waiting + row.delayed + row.running + row.parked === 0)
    }
    await until(this.#fleet, hasAllEnded)
  }

  async check(): Promise<void> {
    const [engine] = this.#well
    assert.ok(engine)
    for (const [id, job] of this.#jobs) {
      const at = `seed ${this.#seed}, ${id}`
      const events = await readAll(engine, id)
      assert.deepEqual(
        events.map(({ sequence }) => sequence),
        events.map((_, index) => index + 1),
        at,
      )
      assert.equal(events.filter(({ type }) => type === 'end').length, 1, at)
      assert.equal(events.at(-1)?.type, 'end', at)
      const attempts = events.map((event) => (event.type === 'missed' ? 0 : event.attempt))
      assert.deepEqual(
        attempts,
        attempts.toSorted((left, right) => left - right),
        at,
      )
      this.#checkStarts(job, at)
    }
  }

  #checkStarts({ id, onCrash, attempts = 1 }: Job, at: string): void {
    const starts = this.#starts
      .filter(({ running }) => running.job.id === id)
      .toSorted((left, right) => left.running.attempt - right.running.attempt)
    const numbers = new Set(starts.map(({ running }) => running.attempt))
    assert.equal(numbers.size, starts.length, `${at}: an attempt was started twice`)
    if (this.#neverStarted.has(id)) assert.equal(starts.length, 0, `${at}: cancelled, then started`)
    assert.ok(starts.filter(({ ended }) => ended === 'throw').length <= attempts, `${at}: too many failures`)
    if (onCrash === 'retry') return
    // Every start but the last ended by itself: none was cut off and made again.
    for (const start of starts.slice(0, -1)) assert.notEqual(start.ended, undefined, `${at}: started twice`)
  }

  async #step(): Promise<void> {
    const random = this.#random
    const engine = random.of([...this.#well])
    const id = random.of([...this.#jobs.keys(), 'none'])
    const what = random.below(100)
    if (what < 30) await this.#submit(engine)
    else if (what < 38) await this.#cancel(engine, id)
    else if (what < 48) await engine.jobs.wake(id)
    else if (what < 70) await this.#answerOne()
    else if (what < 80) await this.#emitOne()
    else if (what < 88) await this.#fleet.pass(random.below(this.#fleet.leaseMs))
    else if (what < 91 && this.#well.size > 1) await this.#kill(engine)
    else if (what < 94 && this.#well.size > 1) await this.#freeze(engine)
    else if (what < 97 && this.#frozen.size > 0) await this.#thaw(random.of([...this.#frozen]))
    else if (this.#well.size < 4) await this.#join()
  }

  async #submit(engine: Engine): Promise<void> {
    const random = this.#random
    const isKnown = this.#jobs.size > 0 && random.chance(0.2)
    const job = isKnown
      ? random.of([...this.#jobs.values()])
      : jobOf(`job ${this.#jobs.size}`, {
          tenant: random.of(['a', 'b', 'c']),
          attempts: random.of([1, 1, 3]),
          onCrash: random.of(['retry', 'fail', undefined]),
          notBefore: random.chance(0.2)
            ? this.#fleet.wall() + random.below(this.#fleet.leaseMs * 2)
            : undefined,
        })
    this.#jobs.set(job.id, job)
    assert.equal(await engine.jobs.submit(job), isKnown ? 'known' : 'accepted')
  }

  async #cancel(engine: Engine, id: string): Promise<void> {
    if (!(await engine.jobs.cancel(id, 'cancelled'))) return
    const [view] = await engine.inspection.list({ id })
    if (view?.state === 'cancelled' && view.attempt === 0) this.#neverStarted.add(id)
  }

  #open(): JobStart[] {
    return this.#starts.filter(({ answer, engine }) => answer !== undefined && this.#well.has(engine))
  }

  /** Until it has counted: a process that dies before has not ended its job. */
  async #answerOne(): Promise<void> {
    const open = this.#open()
    if (open.length === 0) return
    const start = this.#random.of(open)
    const { job, attempt, signal } = start.running
    this.#answer(start, this.#random.of(['done', 'throw', 'park']))
    await until(this.#fleet, async () => {
      const [view] = await start.engine.inspection.list({ id: job.id })
      return signal.aborted || view?.state !== 'running' || view.attempt !== attempt
    })
  }

  #answer(start: JobStart, end: PlannedEnd): void {
    if (!start.answer || !this.#well.has(start.engine)) return
    start.answer(end)
    start.answer = undefined
    if (!start.running.signal.aborted) start.ended = end
  }

  async #emitOne(): Promise<void> {
    const open = this.#open()
    if (open.length === 0) return
    const { running } = this.#random.of(open)
    const count = (this.#chunks.get(running.job.id) ?? 0) + 1
    this.#chunks.set(running.job.id, count)
    await running.emit(count)
  }

  async #join(): Promise<void> {
    const engine = await this.#fleet.join()
    this.#well.add(engine)
    const options = { concurrency: 1 + this.#random.below(3) }
    await engine.jobs.work('calls', options, (running) => this.#handle(engine, running))
  }

  async #handle(engine: Engine, running: RunningJob): Promise<JobReturn> {
    const { promise, resolve } = Promise.withResolvers<PlannedEnd>()
    this.#starts.push({ running, engine, answer: resolve, ended: undefined })
    const end = await promise
    if (end === 'throw') throw new Error('thrown')
    return end === 'park' ? { park: running.job.id } : undefined
  }

  async #kill(engine: Engine): Promise<void> {
    this.#well.delete(engine)
    await this.#fleet.kill(engine)
  }

  async #freeze(engine: Engine): Promise<void> {
    this.#well.delete(engine)
    this.#frozen.add(engine)
    await this.#fleet.freeze(engine)
  }

  async #thaw(engine: Engine): Promise<void> {
    this.#frozen.delete(engine)
    this.#well.add(engine)
    await this.#fleet.thaw(engine)
    await this.#fleet.settle()
  }
}
