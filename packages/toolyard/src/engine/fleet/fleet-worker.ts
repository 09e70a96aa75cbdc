/**
 * One worker of a queue: takes jobs while it has room, runs them, and says how they ended.
 *
 * A run counts while Redis knows it; its name is new with every start. Nothing that a lost run does changes anything.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Job, JobHandler, JobReturn, WorkOptions } from '../jobs.ts'
import { MemoryRate } from '../memory/memory-rate.ts'
import { EmittedChunks } from './emitted-chunks.ts'
import { doubtfulBeats, type FleetMember, isAway } from './fleet-member.ts'
import { jobFormat } from './settings.ts'

interface FleetRun {
  readonly job: Job
  readonly name: string
  readonly stop: AbortController
}

type TakenRow = readonly [
  id: string,
  kind: string,
  tenant: string,
  attempt: number,
  notBefore: string,
  attempts: string,
  onCrash: string,
  run: string,
]
type TakeAnswer = readonly ['lost'] | readonly ['ok', readonly TakenRow[], readonly string[], number, number]

/** Looks without a sign, in case one was lost. */
const lookMs = 1000
/** How long a worker that drains waits for a Redis that is away. */
const drainMs = 3000
const unlimited = 1_000_000_000

export interface WorkerParts {
  readonly member: FleetMember
  readonly queue: string
  readonly options: WorkOptions
  readonly handler: JobHandler
  readonly number: number
}

export class FleetWorker {
  readonly #parts: WorkerParts
  readonly #running = new Map<string, FleetRun>()
  readonly #rate: MemoryRate | undefined
  #isDraining = false
  #isOff = false
  #isLooking = false
  #wantsLook = false
  #count = 0
  #saidNewer = 0
  #saidTrouble = ''
  /** For so many beats a take whose answer was lost may still arrive. */
  #doubt = 0
  #timer: { cancel(): void } | undefined
  #idle: PromiseWithResolvers<void> | undefined
  readonly #ending = new Set<string>()
  /** Cancelled while their start was under way. */
  readonly #early = new Map<string, string>()
  /** Runs that were given up, until Redis knows it: the id of the job by the name of the run. */
  readonly #givenUp = new Map<string, string>()
  #drainedAt = Infinity

  constructor(parts: WorkerParts) {
    this.#parts = parts
    const { perMinute } = parts.options
    if (perMinute !== undefined) this.#rate = new MemoryRate(perMinute, this.#now)
  }

  get #now(): number {
    return this.#parts.member.parts.clock.now()
  }

  get #id(): string {
    return `${this.#parts.member.name}/${this.#parts.number}`
  }

  async register(): Promise<void> {
    if (this.#isDraining) return
    const { member, number, queue } = this.#parts
    await member.parts.link.run('workOn', member.name, number, queue)
    this.look()
  }

  isCalled(id: string): boolean {
    return id === this.#id
  }

  /** The sign may come before the answer that names the run: the two go by different connections. */
  cancel(run: string, reason: string): void {
    const stop = this.#running.get(run)?.stop
    if (stop) stop.abort(new ToolyardError('cancelled', reason))
    else if (this.#isLooking) this.#early.set(run, reason)
  }

  lost(): void {
    for (const { stop } of this.#running.values())
      stop.abort(new ToolyardError('unavailable', 'the job was lost to another worker'))
    this.#running.clear()
    this.#givenUp.clear()
    this.#tellIdle()
  }

  async drain(): Promise<void> {
    this.#isDraining = true
    this.#drainedAt = Math.min(this.#drainedAt, this.#now)
    this.#timer?.cancel()
    if (this.#running.size > 0 || this.#ending.size > 0 || this.#isLooking)
      await (this.#idle ??= Promise.withResolvers()).promise
    if (this.#isOff) return
    this.#isOff = true
    const { member, number, queue } = this.#parts
    await member.parts.link.run('workOff', member.name, number, queue).catch(() => {})
  }

  stop(): void {
    this.#isDraining = true
    this.#timer?.cancel()
  }

  /** Takes what there is room for. `isTold`: others were told of it too. */
  look(isTold = false): void {
    if (this.#isLooking) {
      this.#wantsLook = true
      return
    }
    if (this.#isDraining || this.#room() < 1) return this.#planLook(lookMs)
    this.#isLooking = true
    this.#timer?.cancel()
    void this.#take(isTold).finally(() => {
      this.#isLooking = false
      this.#early.clear()
      if (this.#wantsLook) {
        this.#wantsLook = false
        this.look()
      }
      this.#tellIdle()
    })
  }

  beat(): void {
    for (const [run, id] of this.#givenUp) {
      const told = this.#parts.member.parts.link.run('giveUp', id, run)
      told.then(
        () => this.#givenUp.delete(run),
        () => {},
      )
    }
    if (this.#doubt === 0 || this.#isLooking) return
    this.#doubt--
    this.#isLooking = true
    void this.#giveBack(this.#parts.member.name).finally(() => {
      this.#isLooking = false
      this.look()
      this.#tellIdle()
    })
  }

  #tellTrouble(error: unknown): void {
    const text = messageOf(error)
    if (isAway(error) || this.#parts.member.isOver || text === this.#saidTrouble) return
    this.#saidTrouble = text
    this.#parts.member.parts.warn(`No jobs of the queue "${this.#parts.queue}" can be taken: ${text}`)
  }

  #room(): number {
    const free = (this.#parts.options.concurrency ?? 1) - this.#running.size
    return this.#rate ? Math.min(free, this.#rate.available(this.#now)) : free
  }

  async #take(isTold: boolean): Promise<void> {
    const { member, queue } = this.#parts
    const { name } = member
    const room = this.#room()
    try {
      const run = `${name}.${this.#parts.number}.${++this.#count}`
      const facts = [queue, this.#id, name, run, room, isTold ? 1 : 0, jobFormat]
      const answer = (await member.parts.link.run('take', ...facts, ...this.#tenantCounts())) as TakeAnswer
      if (answer[0] === 'lost') return await member.rejoin(name)
      if (name !== member.name) return
      const [, taken, odd, due, newer] = answer
      this.#rate?.spend(taken.length)
      for (const row of taken) this.#start(row)
      for (const [early, reason] of this.#early) this.cancel(early, reason)
      this.#tellOdd(odd, newer)
      if (taken.length === room) this.#wantsLook = true
      this.#planLook(due >= 0 ? Math.min(due, lookMs) : lookMs)
    } catch (error) {
      this.#doubt = doubtfulBeats
      this.#tellTrouble(error)
      this.#planLook(lookMs / 4)
      await this.#giveBack(name)
    }
  }

  /** What an answer named that did not arrive would never be started. */
  async #giveBack(name: string): Promise<void> {
    const { member, number } = this.#parts
    try {
      const known = [...this.#running.keys(), ...this.#ending, ...this.#givenUp.keys()]
      if (name === member.name) await member.insist('giveBack', name, `${name}.${number}.`, ...known)
    } catch {
      // The engine is closed.
    }
  }

  #tenantCounts(): (string | number)[] {
    const { perTenant } = this.#parts.options
    if (perTenant === undefined) return [unlimited]
    const counts = new Map<string, number>()
    for (const { job } of this.#running.values())
      counts.set(job.tenant ?? '', (counts.get(job.tenant ?? '') ?? 0) + 1)
    return [perTenant, ...[...counts].flat()]
  }

  #tellOdd(odd: readonly string[], newer: number): void {
    const { warn } = this.#parts.member.parts
    for (const id of odd)
      warn(
        `Redis named the job ${JSON.stringify(id.slice(0, 100))}, which is not there or not in order: dropped.`,
      )
    if (newer > 0 && newer !== this.#saidNewer) {
      warn(
        `There are jobs of format ${newer}, and this worker knows format ${jobFormat}: it leaves them. Update it.`,
      )
      this.#saidNewer = newer
    }
  }

  #planLook(ms: number): void {
    this.#timer?.cancel()
    if (this.#isDraining || this.#parts.member.isOver) return
    const wait = this.#rate ? Math.min(ms, this.#rate.waitMs(this.#now) || lookMs) : ms
    this.#timer = this.#parts.member.parts.clock.after(wait, () => this.look())
  }

  #start(row: TakenRow): void {
    const [id, kind, tenant, attempt, notBefore, attempts, onCrash, name] = row
    const job: Job = {
      id,
      queue: this.#parts.queue,
      kind,
      ...(tenant !== '' && { tenant }),
      ...(notBefore !== '' && { notBefore: Number(notBefore) }),
      ...(attempts !== '' && { attempts: Number(attempts) }),
      ...((onCrash === 'retry' || onCrash === 'fail') && { onCrash }),
    }
    const run: FleetRun = { job, name, stop: new AbortController() }
    this.#running.set(name, run)
    void this.#run(run, attempt)
  }

  async #run(run: FleetRun, attempt: number): Promise<void> {
    const { member, handler } = this.#parts
    const { job, name, stop } = run
    const chunks = new EmittedChunks((data, before) =>
      member.insistWhile(this.#whilePatient(), 'emit', job.id, name, before, ...data),
    )
    const emit = async (data: unknown): Promise<boolean> => {
      if (!this.#running.has(name)) return false
      try {
        return await chunks.add(data)
      } catch (error) {
        if (!isAway(error)) throw error
        this.#giveUp(run)
        return false
      }
    }
    let end: readonly [what: string, value: string]
    try {
      end = endOf(await handler({ job, attempt, signal: stop.signal, emit }))
    } catch (error) {
      end = ['threw', messageOf(error)]
    }
    if (!this.#running.has(name)) return
    this.#ending.add(name)
    try {
      await chunks.written()
      const facts = [job.id, name, ...end, Math.random() / 4]
      const settled = member.insistWhile(this.#whilePatient(), 'finish', ...facts)
      this.#running.delete(name)
      this.look()
      await settled
    } catch (error) {
      // Otherwise the engine is closed, and the job is lost with its lease.
      if (isAway(error)) this.#giveUp(run)
    } finally {
      this.#running.delete(name)
      this.#ending.delete(name)
      this.#tellIdle()
    }
  }

  /** Redis may be away for a while; one that drains does not wait for long. */
  #whilePatient(): () => boolean {
    const { awayMs } = this.#parts.member.parts
    const until = this.#now + awayMs
    return () => this.#now < Math.min(until, this.#drainedAt + drainMs)
  }

  /** What became of it can't be told: it is to others as if this worker had died. */
  #giveUp({ job, name, stop }: FleetRun): void {
    if (this.#givenUp.has(name)) return
    this.#running.delete(name)
    this.#givenUp.set(name, job.id)
    const lost = 'Redis was away for too long, and the job is given up'
    stop.abort(new ToolyardError('unavailable', lost))
    this.#parts.member.parts.warn(
      `Redis is away: the job "${job.id}" of the queue "${job.queue}" is given up. It starts again elsewhere or ends as unknown.`,
    )
    this.#tellIdle()
  }

  #tellIdle(): void {
    if (this.#running.size === 0 && this.#ending.size === 0 && !this.#isLooking) this.#idle?.resolve()
  }
}

function endOf(answer: JobReturn): readonly [string, string] {
  if (!answer) return ['done', '']
  if ('park' in answer) return ['park', answer.park]
  return ['done', JSON.stringify(answer.result) ?? '']
}
