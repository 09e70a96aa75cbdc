/** A worker in a process of its own: jobs do what their kind says, and note it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobReturn, RunningJob } from '../../../src/engine/jobs.ts'
import { termsOf } from './child.ts'
import { note, wallNow } from './log.ts'
import { openEngine } from './open-engine.ts'

export interface WorkerTerms {
  readonly address: string
  readonly log: string
  readonly leaseMs?: number | undefined
  readonly concurrency?: number
  readonly queue?: string
  /** How long a noted job takes. */
  readonly holdMs?: number
  readonly ended?: number
}

const { log, holdMs = 5, concurrency = 8, queue = 'calls', ...terms } = termsOf() as WorkerTerms
const chunk = 'x'.repeat(1000)

const kinds: Readonly<Record<string, (running: RunningJob) => Promise<JobReturn>>> = {
  echo: async ({ job }) => ({ result: job.id }),
  /** With an effect that can be counted from outside. */
  async note({ job, attempt }) {
    note(log, `start ${job.id}`, attempt)
    await sleep(holdMs)
    note(log, `end ${job.id}`, attempt)
    return { result: process.pid }
  },
  /** Until it is cancelled. */
  hold: ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    }),
  few: (running) => sendChunks(running, 2000),
  chunks: (running) => sendChunks(running, 10_000),
  many: (running) => sendChunks(running, 30_000),
  async paced({ emit }) {
    for (let index = 0; index < 200; index++) {
      await sleep(5)
      await emit(wallNow())
    }
  },
}

async function sendChunks({ emit }: RunningJob, count: number): Promise<void> {
  const sent: Promise<boolean>[] = []
  for (let index = 0; index < count; index++) {
    sent.push(emit(chunk))
    if (sent.length === 200) await Promise.all(sent.splice(0))
  }
  await Promise.all(sent)
}

const engine = await openEngine(terms)
await engine.jobs.work(queue, { concurrency }, async (running) => kinds[running.job.kind]?.(running))
process.send?.('ready')
