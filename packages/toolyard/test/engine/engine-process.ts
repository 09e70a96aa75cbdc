/** A program with an engine in a database: does what its parent asks, and tells how it went. Started by `engine-processes.ts`. */
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/engine/engine.ts'
import { ToolyardError } from '../../src/kernel/index.ts'
import { openEngine } from './open-engine.ts'

let engine: Engine | undefined

const opened = (): Engine => {
  if (!engine) throw new Error('no engine is open')
  return engine
}

export const tasks = {
  async open(address: string, leaseMs: number): Promise<void> {
    engine = await openEngine(address, leaseMs)
  },

  /** Each job notes its start, waits for so long, and answers who did it. */
  async work(log: string, holdMs: number): Promise<void> {
    await opened().jobs.work('calls', { concurrency: 4 }, async ({ job, attempt }) => {
      appendFileSync(log, `${job.id} ${attempt}\n`)
      await sleep(holdMs)
      return { result: process.pid }
    })
  },

  async submit(prefix: string, count: number, onCrash: 'retry' | 'fail'): Promise<void> {
    const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
    await Promise.all(ids.map((id) => opened().jobs.submit({ id, queue: 'calls', kind: 'test', onCrash })))
  },

  /** Submits without end, and tells each id that was accepted. */
  async flood(): Promise<void> {
    for (let index = 0; ; index++) {
      const id = `flood-${index}`
      await opened().jobs.submit({ id, queue: 'calls', kind: 'test' })
      process.send?.({ accepted: id })
    }
  },

  /** The same, through times in which it is told that the engine is unavailable. Answers what else it was told. */
  async floodThrough(ms: number, prefix: string): Promise<{ longestMs: number; codes: string[] }> {
    const codes = new Set<string>()
    let longestMs = 0
    const until = performance.now() + ms
    for (let index = 0; performance.now() < until; index++) {
      const id = `${prefix}-${index}`
      const begun = performance.now()
      try {
        await opened().jobs.submit({ id, queue: 'calls', kind: 'test', onCrash: 'retry' })
        process.send?.({ accepted: id })
      } catch (error) {
        codes.add(ToolyardError.from(error).code)
        await sleep(5)
      }
      longestMs = Math.max(longestMs, performance.now() - begun)
    }
    return { longestMs, codes: [...codes] }
  },

  /** Processor time, in milliseconds, of so long a wait. */
  async idle(ms: number): Promise<number> {
    const before = process.cpuUsage()
    await sleep(ms)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  },
}

/** Past the limit of a file's size the kernel sends this; unheard, it ends the process. */
process.on('SIGXFSZ', () => {})
process.on('message', ({ id, task, args }: { id: number; task: keyof typeof tasks; args: never[] }) => {
  const run = tasks[task] as (...values: never[]) => Promise<unknown>
  void run(...args).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: ToolyardError.from(error).code }),
  )
})
