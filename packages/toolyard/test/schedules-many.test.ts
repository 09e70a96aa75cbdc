/** Many times that are due at once: two processes on one database, and one that stays responsive (scenarios of `corpora/cron.json`). */
import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, defineTool } from '../src/index.ts'
import { schedules } from '../src/parts/index.ts'
import { openStore, type ScheduleRecord } from '../src/store/index.ts'
import { Children } from './torture/engine/child.ts'
import { notedIn } from './torture/engine/log.ts'
import { openPlace } from './torture/engine/place.ts'

/** Guards against a hang: so long may pass without any progress. */
const patienceMs = 120_000
/** On PostgreSQL a job costs ten times as much. */
const runsOn = { embedded: 10_000, postgres: 1000 } as const
const someAtATime = 50
const atOnce = 1000
/** Of the scenario. */
const longestBlockMs = 200

/** Due once, at this time. */
function onceAt(at: number, over: Partial<ScheduleRecord>): ScheduleRecord {
  return {
    id: 's',
    workspace: '/w',
    name: 'n',
    owner: { principal: 'ann' },
    work: { tool: 'probe', args: {} },
    text: new Date(at).toISOString(),
    zone: 'UTC',
    anchor: at,
    nextAt: at,
    misfire: 'once',
    overlap: 'skip',
    isPaused: false,
    createdAt: at,
    revision: 1,
    ...over,
  }
}

/** However long it takes, as long as it goes on. */
async function untilAll(wanted: number, count: () => number | Promise<number>): Promise<void> {
  let [last, since] = [-Infinity, performance.now()]
  for (let now = await count(); now < wanted; now = await count()) {
    if (now > last) [last, since] = [now, performance.now()]
    if (performance.now() - since > patienceMs) throw new Error(`it stands at ${now} of ${wanted}`)
    await sleep(100)
  }
}

const secondNow = (): number => Math.floor(Date.now() / 1000) * 1000

describe('two processes on one database', () => {
  for (const kind of ['embedded', 'postgres'] as const)
    it(`begin each of ${runsOn[kind]} due runs once (${kind}, CR031)`, async () => {
      const runs = runsOn[kind]
      await using place = await openPlace(kind)
      const { address, folder } = place
      const database = await place.database()
      const log = join(folder, 'log.txt')
      const store = await openStore(database, { folder })
      try {
        const at = secondNow() - 1000
        for (let first = 0; first < runs; first += someAtATime)
          await Promise.all(
            Array.from({ length: someAtATime }, (_, index) => `s${first + index}`).map(async (id) =>
              store.schedules.add(onceAt(at, { id, name: id })),
            ),
          )
        await using children = new Children()
        const start = () => children.start('replica-process.ts', { address, database, log, skewMs: 0 })
        await Promise.all([start(), start()])
        const open = async () => store.schedules.slots({ isOpen: true, limit: 1 })
        await untilAll(runs, () => notedIn(log).length)
        await untilAll(0, async () => -(await open()).length)
        const noted = notedIn(log)
        assert.deepEqual(new Set(noted.map(({ what }) => what)), new Set(['first']))
        assert.deepEqual([noted.length, new Set(noted.map(({ id }) => id)).size], [runs, runs])
        assert.equal(new Set(noted.map(({ pid }) => pid)).size, 2, 'both took part')
        const slots = await store.schedules.slots({ limit: 2 * runs })
        assert.deepEqual([slots.length, new Set(slots.map(({ state }) => state))], [runs, new Set(['done'])])
      } finally {
        await store.close()
      }
    })
})

describe('a thousand schedules of one second', () => {
  it('begin spread out, each once, and never keep the process from others for long (CR041)', async (test) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-many-')))
    let [running, most] = [0, 0]
    const called: string[] = []
    const probe = defineTool({
      name: 'probe',
      description: 'Probe',
      permission: 'read',
      async execute(_input, { callId }) {
        called.push(callId)
        most = Math.max(most, ++running)
        await sleep(5)
        running--
        return 'ok'
      },
    })
    const database = `sqlite:${join(folder, 'yard.db')}`
    const yard = await createToolyard({ tools: [probe], database, files: { workspace: folder } })
    test.after(async () => {
      await yard.close()
      await rm(folder, { recursive: true, force: true })
    })
    const { workspace } = yard.installation
    const at = secondNow() + 3000
    for (let index = 0; index < atOnce; index++)
      await yard.store.schedules.add(onceAt(at, { id: `s${index}`, name: `${index}`, workspace }))
    const kept = yard.installation.part(schedules)
    await kept.work()
    const blocks = watchTurns()
    await untilAll(atOnce, () => called.length)
    const longestMs = blocks.stop()
    await untilAll(atOnce, async () => {
      const slots = await yard.store.schedules.slots({ limit: 2 * atOnce })
      return slots.filter(({ state }) => state === 'done').length
    })
    assert.deepEqual([called.length, new Set(called).size], [atOnce, atOnce])
    assert.ok(most <= 32, `${most} at once`)
    assert.ok(longestMs < longestBlockMs, `${longestMs} ms without a turn of the loop`)
  })
})

/**
 * The longest that the loop was kept from its next turn, in the processor's time of this thread: how long others wait because of
 * us, whatever else the machine does.
 */
function watchTurns(): { stop(): number } {
  let longest = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = (): void => {
    if (isOver) return
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop() {
      isOver = true
      return longest
    },
  }
}
