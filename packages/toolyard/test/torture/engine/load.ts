/** Two workers and a submitter, while something goes wrong; then what became of the jobs. */
import { join } from 'node:path'
import { type Checked, checkJobs, untilIdle } from './check-jobs.ts'
import { Children } from './child.ts'
import { guarantee, type Measure } from './gate.ts'
import { notedIn } from './log.ts'
import type { Place } from './place.ts'
import { until } from './wait.ts'

export interface Load {
  readonly place: Place
  readonly leaseMs: number
  /** The way of the processes to the engine; the place's own if it is undefined. */
  readonly address?: string
  /** What goes wrong. `well` resolves when callers are served again. */
  readonly fault: (well: () => Promise<void>) => Promise<void>
}

export interface Loaded extends Checked {
  /** What callers were told, and after how long. */
  readonly refused: readonly { readonly code: string; readonly ms: number }[]
}

const ended = 500_000
/** So many accepted jobs show that all is well. */
const served = 15
/** How long callers wait for the server. */
export const patienceMs = 3000

export async function underLoad({ place, leaseMs, address = place.address, fault }: Load): Promise<Loaded> {
  const log = join(place.folder, 'log.txt')
  const terms = { address, log, leaseMs, ended }
  // A member whose own way is well: it sees the leases of the others end.
  const engine = await place.open({ leaseMs, ended })
  await using children = new Children()
  await children.start('worker-process.ts', terms)
  await children.start('worker-process.ts', terms)
  const submitter = await children.start('submitter-process.ts', { ...terms, patienceMs, inFlight: 8 })
  const accepted = (): number => notedIn(log).filter(({ what }) => what === 'accepted').length
  const well = async (): Promise<void> => {
    const wanted = accepted() + served
    await until(() => accepted() >= wanted, { what: 'callers are served', everyMs: 50 })
  }
  await well()
  await fault(well)
  await well()
  await submitter.kill()
  await untilIdle(engine)
  const refused = notedIn(log)
    .filter(({ what }) => what === 'refused')
    .map(({ fact }) => {
      const [code = '', ms] = fact.split(' ')
      return { code, ms: Number(ms) }
    })
  return { ...(await checkJobs(engine, log)), refused }
}

/** A caller waits for a connection and then for an answer, each no longer than its patience. */
const longestMs = 2 * patienceMs + 1000

/** For faults after which callers are told. */
export function measuresOf({ accepted, lost, odd, twice, done, unknown, refused }: Loaded): Measure[] {
  const longest = Math.max(0, ...refused.map(({ ms }) => ms))
  const wrong = refused.filter(({ code, ms }) => code !== 'unavailable' || ms > longestMs)
  return [
    guarantee(
      'acknowledged jobs lost',
      [...lost, ...odd, ...(accepted > 2 * served ? [] : ['too little happened'])],
      { measured: `0 of ${accepted} (${done} done, ${unknown} unknown)` },
    ),
    guarantee('jobs that may start once, started twice', twice),
    guarantee(
      'callers meanwhile',
      wrong.map(({ code, ms }) => `told "${code}" after ${ms} ms`),
      {
        bar: `told "unavailable" within ${longestMs / 1000} s`,
        measured: `${refused.length} told, the last after ${(longest / 1000).toFixed(1)} s`,
      },
    ),
  ]
}
