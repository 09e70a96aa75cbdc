/** Workers and submitters die by kill -9 at random moments, again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { checkJobs, takeOvers, untilIdle } from './check-jobs.ts'
import { Child, Children } from './child.ts'
import { type Gate, type GateRun, guarantee, type Measure, percentile, speed } from './gate.ts'
import { notedIn, wallNow } from './log.ts'
import { until } from './wait.ts'

const ended = 500_000
const shortLeaseMs = 3000
/** Two of three work, and one submits. */
const lanes = ['worker-process.ts', 'submitter-process.ts', 'worker-process.ts']

export const gate: Gate = {
  title: 'kill -9 of processes that work and submit',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run(run) {
    const { place, isShort } = run
    const log = join(place.folder, 'log.txt')
    const leaseMs = isShort ? shortLeaseMs : undefined
    const terms = { address: place.address, log, ended, leaseMs, holdMs: 30 }
    // One of each outlives the others: there is always something to do, and a process that sees them die.
    await using children = new Children()
    await children.start('worker-process.ts', terms)
    const submitter = await children.start('submitter-process.ts', terms)
    const deaths = await killMany(run, terms, isShort ? 20 : 200)
    await submitter.kill()
    const engine = await place.open({ ended, leaseMs })
    await untilIdle(engine)
    return measuresOf(place.kind, await checkJobs(engine, log), {
      kills: deaths.length,
      times: takeOvers(log, deaths),
    })
  },
}

interface Death {
  readonly pid: number
  readonly at: number
}

/** Each dies a random moment after it began to work: a kill of one that has done nothing tries nothing. */
async function killMany(
  { random, tell }: GateRun,
  terms: { readonly log: string },
  kills: number,
): Promise<Death[]> {
  const deaths: Death[] = []
  const hasWorked = (child: Child): boolean => notedIn(terms.log).some(({ pid }) => pid === child.pid)
  const lane = async (program: string): Promise<void> => {
    while (deaths.length < kills) {
      const child = await Child.start(program, terms)
      await until(() => hasWorked(child), { what: `${program} does something`, everyMs: 20 })
      await sleep(random() * 120)
      deaths.push({ pid: child.pid, at: wallNow() })
      await child.kill()
      if (deaths.length % 20 === 0) tell(`${deaths.length} of ${kills} kills`)
    }
  }
  await Promise.all(lanes.map(lane))
  return deaths
}

function measuresOf(
  kind: string,
  { accepted, lost, twice, odd, done, unknown }: Awaited<ReturnType<typeof checkJobs>>,
  { kills, times }: { readonly kills: number; readonly times: readonly number[] },
): Measure[] {
  const told = `0 of ${accepted} (${done} done, ${unknown} unknown), ${kills} kills`
  const some = accepted > kills && times.length > 0 ? [] : ['too little happened between the kills']
  const seconds = percentile(times, 1) / 1000
  return [
    guarantee('acknowledged jobs lost', [...lost, ...odd, ...some], { measured: told }),
    guarantee('jobs that may start once, started twice', twice),
    speed('taken up by another process, p50', percentile(times, 0.5) / 1000, { unit: 's' }),
    speed('taken up by another process, longest', seconds, {
      unit: 's',
      atMost: kind === 'fleet' ? 10 : 1,
    }),
  ]
}
