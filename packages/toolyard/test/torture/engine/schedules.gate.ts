/** A schedule every second in three processes whose clocks differ, of which one is killed again and again. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStates, openStore, type ScheduleRecord, type ScheduleSlot } from '../../../src/store/index.ts'
import { Child } from './child.ts'
import { type Gate, type GateRun, guarantee } from './gate.ts'
import { notedIn } from './log.ts'
import { until } from './wait.ts'

const replicas = 3
const mostSkewMs = 2000

export const gate: Gate = {
  title: 'a schedule every second, 3 replicas, one killed every 5 s, clocks ± 2 s',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run(run) {
    const { place, isShort } = run
    const seconds = isShort ? 10 : 60
    const database = await place.database()
    const log = join(place.folder, 'log.txt')
    const store = await openStore(database, { folder: place.folder })
    const begin = Math.ceil(Date.now() / 1000) * 1000 + 2000
    const end = begin + seconds * 1000
    await store.schedules.add(everySecond(begin))
    const slotsNow = async (): Promise<readonly ScheduleSlot[]> =>
      (await store.schedules.slots({ limit: 1000 })).filter(({ at }) => at > begin && at <= end)
    const isOver = async (): Promise<boolean> => {
      const slots = await slotsNow()
      return slots.length === seconds && slots.every(({ state }) => !openStates.includes(state))
    }
    const terms = { address: place.address, database, log, leaseMs: isShort ? 2000 : undefined }
    try {
      await keepReplicas(run, { end, terms, isOver })
      const slots = await slotsNow()
      const problems = problemsOf(slots, seconds, log)
      const again = notedIn(log).filter(({ what }) => what === 'again').length
      return [
        guarantee('slots that ran once', problems, {
          bar: `${seconds} of ${seconds}`,
          measured: `${seconds} of ${seconds}; ${again} taken up after a kill`,
        }),
      ]
    } finally {
      await store.close()
    }
  },
}

interface Replicas {
  readonly end: number
  readonly terms: object
  readonly isOver: () => Promise<boolean>
}

async function keepReplicas(
  { isShort, random, tell }: GateRun,
  { end, terms, isOver }: Replicas,
): Promise<void> {
  const skew = (): number => Math.round((random() * 2 - 1) * mostSkewMs)
  const start = (skewMs: number): Promise<Child> => Child.start('replica-process.ts', { ...terms, skewMs })
  const living = await Promise.all([0, mostSkewMs, -mostSkewMs].map(start))
  try {
    while (Date.now() < end) {
      await sleep(isShort ? 3000 : 5000)
      await living.splice(Math.floor(random() * replicas), 1)[0]?.kill()
      living.push(await start(skew()))
      tell(`killed one, ${Math.max(0, Math.round((end - Date.now()) / 1000))} s to go`)
    }
    // What the dead ones had begun is taken up, and what they had not submitted is found.
    await until(isOver, { what: 'every slot has ended', everyMs: 200 })
  } finally {
    for (const child of living) await child.kill()
  }
}

function problemsOf(slots: readonly ScheduleSlot[], seconds: number, log: string): string[] {
  const noted = notedIn(log)
  const problems = noted.filter(({ what }) => what === 'problem').map(({ fact }) => fact)
  if (slots.length !== seconds) problems.push(`${slots.length} slots`)
  for (const { id, state } of slots) {
    const runs = noted.filter((one) => one.id === id)
    const firsts = runs.filter(({ what }) => what === 'first').length
    if (state !== 'done') problems.push(`${id} is ${state}`)
    if (runs.length === 0) problems.push(`${id} did not run`)
    if (firsts > 1) problems.push(`${id} ran ${firsts} times`)
  }
  return problems
}

function everySecond(begin: number): ScheduleRecord {
  return {
    id: 's',
    workspace: '/w',
    name: 'n',
    owner: { principal: 'ann' },
    work: { tool: 'probe', args: {} },
    text: '* * * * * *',
    zone: 'UTC',
    anchor: begin,
    nextAt: begin + 1000,
    misfire: 'all',
    overlap: 'allow',
    isPaused: false,
    createdAt: begin,
    revision: 1,
  }
}
