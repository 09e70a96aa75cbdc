/**
 * Jobs of a fleet, as one process sees them.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Job, JobHandler, Jobs, JobWorker, WorkOptions } from '../jobs.ts'
import { tooManyOfTenant, tooManyWait } from '../too-many.ts'
import type { FleetMember } from './fleet-member.ts'
import { FleetWorker } from './fleet-worker.ts'
import { jobFormat } from './settings.ts'

export class FleetJobs implements Jobs {
  readonly #member: FleetMember
  readonly #workers = new Set<FleetWorker>()
  #count = 0
  #isClosed = false

  constructor(member: FleetMember) {
    this.#member = member
    member.listen({
      lost: () => this.#each((worker) => worker.lost()),
      joined: async () => {
        for (const worker of this.#workers) await worker.register()
      },
      lookAgain: () => this.#each((worker) => worker.look()),
      told: (sign, text) => this.#hear(sign, text),
      beat: () => this.#each((worker) => worker.beat()),
    })
  }

  async submit(job: Job): Promise<'accepted' | 'known'> {
    this.#requireOpen()
    const { id, queue, kind, tenant = '', notBefore = '', attempts = '', onCrash = '' } = job
    if (id === '' || id.includes(':'))
      throw new ToolyardError(
        'invalid_arguments',
        `the id of a job has no ":", and "${id}" has one or is empty`,
      )
    const { link } = this.#member.parts
    const facts = [id, jobFormat, queue, kind, tenant, notBefore, attempts, onCrash]
    const answer = await link.run('submit', ...facts)
    if (answer === 'busy') throw tooManyWait()
    if (typeof answer === 'number') throw tooManyOfTenant(queue, answer)
    return answer as 'accepted' | 'known'
  }

  async cancel(id: string, reason: string): Promise<boolean> {
    return (await this.#member.parts.link.run('cancel', id, reason)) === 1
  }

  async wake(token: string): Promise<boolean> {
    return Number(await this.#member.parts.link.run('wake', token)) > 0
  }

  async work(queue: string, options: WorkOptions, handler: JobHandler): Promise<JobWorker> {
    this.#requireOpen()
    const worker = new FleetWorker({ member: this.#member, queue, options, handler, number: ++this.#count })
    this.#workers.add(worker)
    await worker.register()
    return {
      drain: async () => {
        await worker.drain()
        this.#workers.delete(worker)
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#workers].map((worker) => worker.drain()))
  }

  /** Nothing that runs is waited for. */
  abandon(): void {
    this.#isClosed = true
    this.#each((worker) => worker.stop())
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new ToolyardError('closed', 'the engine is closed')
  }

  #each(tell: (worker: FleetWorker) => void): void {
    for (const worker of this.#workers) tell(worker)
  }

  #hear(sign: string, text: string): void {
    if (sign === 'w' || sign === 'a') {
      for (const worker of this.#workers) if (worker.isCalled(text)) worker.look(sign === 'a')
    } else if (sign === 'c') {
      const end = text.indexOf('\n')
      for (const worker of this.#workers) worker.cancel(text.slice(0, end), text.slice(end + 1))
    }
  }
}
