/** Submits jobs without end, and notes each that was accepted. Half of them may start only once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, ToolyardError } from '../../../src/kernel/index.ts'
import { termsOf } from './child.ts'
import { note } from './log.ts'
import { openEngine } from './open-engine.ts'

export interface SubmitterTerms {
  readonly address: string
  readonly log: string
  readonly leaseMs?: number | undefined
  readonly ended?: number
  readonly patienceMs?: number
  /** How many are submitted at once. */
  readonly inFlight?: number
}

/** So many may wait: workers always find something, and the end is not far. */
const most = 60

const { log, inFlight = 1, ...terms } = termsOf() as SubmitterTerms
const engine = await openEngine(terms)
process.send?.('ready')
let count = 0
await Promise.all(Array.from({ length: inFlight }, submitAll))

async function submitAll(): Promise<never> {
  for (;;) {
    const index = count++
    const onCrash = index % 2 === 0 ? 'fail' : 'retry'
    const id = `${onCrash}-${process.pid}-${index}`
    const begin = performance.now()
    try {
      await engine.jobs.submit({ id, queue: 'calls', kind: 'note', tenant: `t${index % 3}`, onCrash })
      note(log, `accepted ${id}`)
      if (index % 10 === 0)
        do await sleep(10)
        while ((await waiting()) > most)
    } catch (error) {
      const { code } = ToolyardError.from(error)
      note(log, `refused ${id}`, `${code} ${Math.round(performance.now() - begin)} ${messageOf(error)}`)
      await sleep(20)
    }
  }
}

async function waiting(): Promise<number> {
  const counts = await engine.inspection.counts()
  return counts.find(({ queue }) => queue === 'calls')?.waiting ?? 0
}
