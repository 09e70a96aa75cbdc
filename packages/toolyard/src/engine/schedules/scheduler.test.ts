import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Clock } from '../../kernel/index.ts'
import { createMemoryStore, type ScheduleRecord, type ScheduleStore } from '../../store/index.ts'
import { createManualClock } from '../conformance/index.ts'
import { randomOf } from '../conformance/random.ts'
import type { Jobs } from '../jobs.ts'
import { createMemoryFleet } from '../memory/memory-engine.ts'
import { type Fire, openScheduler, type Scheduler } from './index.ts'
import type { SchedulerOptions } from './scheduler.ts'

const begin = 1_800_000_000_000
const workspace = '/w'

function scheduleOf(over: Partial<ScheduleRecord> = {}): ScheduleRecord {
  const at = { text: '* * * * * *', zone: 'UTC', anchor: begin, nextAt: begin + 1000 }
  const rules = { misfire: 'skip', overlap: 'skip', isPaused: false } as const
  const owner = { principal: 'ann' }
  const work = { tool: 'probe', args: {} }
  return {
    id: 's',
    workspace,
    name: 'n',
    owner,
    work,
    ...at,
    ...rules,
    createdAt: begin,
    revision: 1,
    ...over,
  }
}

/** Several processes on one store and one engine. */
function stage() {
  const clock = createManualClock()
  const fleet = createMemoryFleet({ clock, leaseMs: 10_000, jobs: { crashes: 20 } })
  const { schedules } = createMemoryStore()
  const problems: unknown[] = []
  const fired: { readonly id: string; readonly at: number; readonly isRetried: boolean }[] = []
  const note: Fire = async (_, { id, at, isRetried }) => {
    fired.push({ id, at, isRetried })
    return { state: 'done', callId: id }
  }
  const open = async (fire: Fire = note, skewMs = 0, isOver?: SchedulerOptions['isOver']) => {
    const engine = fleet.join()
    let isDead = false
    let stepsLeft = Infinity
    const kill = (): void => {
      isDead = true
      fleet.kill(engine)
    }
    /** Every use of store and jobs is a step, and the process may die before or after it. */
    const step = (): boolean => {
      if (!isDead && --stepsLeft <= 0) kill()
      return isDead
    }
    const alive = <T extends object>(part: T): T => guard(part, step)
    const own: Clock = { ...clock, wall: (at) => clock.wall(at) + skewMs }
    const scheduler = await openScheduler({
      engine: { jobs: alive<Jobs>(engine.jobs), inspection: engine.inspection },
      schedules: alive<ScheduleStore>(schedules),
      clock: own,
      workspace,
      queue: 'schedules',
      fire: async (...facts) => (isDead ? new Promise<never>(() => {}) : fire(...facts)),
      failed: (error) => problems.push(error),
      isOver,
    })
    const dieWithin = (steps: number): void => void (stepsLeft = steps)
    return { scheduler, jobs: engine.jobs, kill, dieWithin }
  }
  const states = async (): Promise<string[]> =>
    (await schedules.slots({ limit: 1000 })).toReversed().map(({ state }) => state)
  return { clock, schedules, fired, problems, open, states }
}

/** After its death a process neither writes nor hears anything. */
function guard<T extends object>(part: T, isDead: () => boolean): T {
  const members = Object.entries(part).map(([name, member]) => [
    name,
    async (...facts: unknown[]): Promise<unknown> => {
      if (isDead()) return new Promise(() => {})
      const answer: unknown = await (member as (...all: unknown[]) => unknown)(...facts)
      return isDead() ? new Promise(() => {}) : answer
    },
  ])
  return Object.fromEntries(members) as T
}

describe('the scheduler', () => {
  for (const seed of [1, 2, 3, 4, 5])
    it(`runs every second once on three processes that die and whose clocks differ (seed ${seed})`, async () => {
      const { clock, schedules, fired, problems, open } = stage()
      const random = randomOf(seed)
      await schedules.add(scheduleOf({ overlap: 'allow' }))
      const living = [await open(), await open(undefined, 2000), await open(undefined, -2000)]
      for (let second = 0; second < 60; second++) {
        if (second % 5 === 4) {
          living.splice(random.below(3), 1)[0]?.dieWithin(1 + random.below(12))
          living.push(await open(undefined, random.below(4001) - 2000))
        }
        await clock.pass(1000)
      }
      await clock.pass(60_000)
      const slots = (await schedules.slots({ limit: 1000 })).filter(({ at }) => at <= begin + 60_000)
      assert.deepEqual([slots.length, new Set(slots.map(({ at }) => at)).size], [60, 60])
      for (const { id, state } of slots) {
        const runs = fired.filter((run) => run.id === id)
        assert.equal(state, 'done', id)
        assert.ok(runs.length > 0 && runs.filter(({ isRetried }) => !isRetried).length <= 1, id)
      }
      assert.deepEqual(problems, [])
    })

  it('goes on with a slot whose process died in the middle, and says so', async () => {
    const { clock, schedules, fired, open } = stage()
    await schedules.add(scheduleOf({ text: '2027-01-15T08:00:01Z' }))
    const first = await open(() => new Promise<never>(() => {}))
    await clock.pass(1500)
    first.kill()
    await open()
    await clock.pass(30_000)
    assert.deepEqual(
      fired.map(({ isRetried }) => isRetried),
      [true],
    )
    const [slot] = await schedules.slots({})
    assert.deepEqual([slot?.state, slot?.isRetried], ['done', true])
  })

  it('leaves out, makes up for once, or makes up for all that was missed', async () => {
    const runs = async (misfire: ScheduleRecord['misfire']): Promise<[number, string[]]> => {
      const { clock, schedules, fired, open, states } = stage()
      await schedules.add(scheduleOf({ text: '0 */10 * * * *', misfire, nextAt: begin + 600_000 }))
      await clock.pass(3_600_000 + 300_000)
      await open()
      await clock.pass(1000)
      return [fired.length, await states()]
    }
    assert.deepEqual(await runs('skip'), [0, ['missed']])
    assert.deepEqual(await runs('once'), [1, ['missed', 'done']])
    const [count, states] = await runs('all')
    assert.deepEqual([count, new Set(states)], [6, new Set(['done'])])
  })

  it('repeats nothing when the clock is set back an hour, and goes by the rule when it jumps forward', async () => {
    const { clock, schedules, fired, open, states } = stage()
    await schedules.add(scheduleOf({ text: '*/10 * * * *', nextAt: begin + 600_000 }))
    let jumpMs = 0
    const wall = clock.wall.bind(clock)
    clock.wall = (at) => wall(at) + jumpMs
    await open()
    await clock.pass(601_000)
    assert.equal(fired.length, 1)
    jumpMs = -3_600_000
    await clock.pass(3_600_000)
    assert.equal(fired.length, 1)
    await clock.pass(600_000)
    assert.equal(fired.length, 2)
    jumpMs = 3_600_000 - 3_300_000
    await clock.pass(120_000)
    assert.deepEqual([new Set(fired.map(({ at }) => at)).size, fired.length], [fired.length, fired.length])
    assert.ok((await states()).includes('missed'))
  })

  it('keeps to the overlap rule', async () => {
    const runs = async (overlap: ScheduleRecord['overlap']): Promise<string[]> => {
      const { clock, schedules, open, states } = stage()
      await schedules.add(scheduleOf({ overlap }))
      const ends: (() => void)[] = []
      await open(() => new Promise((resolve) => ends.push(() => resolve({ state: 'done' }))))
      await clock.pass(3500)
      const seen = await states()
      for (const end of ends) end()
      return seen
    }
    assert.deepEqual(await runs('skip'), ['started', 'skipped', 'skipped'])
    assert.deepEqual(await runs('queue'), ['started', 'queued', 'queued'])
    assert.deepEqual(await runs('allow'), ['started', 'started', 'started'])
  })

  it('begins a queued slot when the one before has ended', async () => {
    const { clock, schedules, open, states } = stage()
    await schedules.add(scheduleOf({ overlap: 'queue' }))
    const ends: (() => void)[] = []
    await open(() => new Promise((resolve) => ends.push(() => resolve({ state: 'done' }))))
    await clock.pass(2500)
    ends[0]?.()
    await clock.pass(100)
    assert.deepEqual([await states(), ends.length], [['done', 'started'], 2])
  })

  it('does not run while it is paused, nor what was removed, and tells of a slot that was left out', async () => {
    const { clock, schedules, fired, open, states } = stage()
    await schedules.add(scheduleOf({ text: '*/5 * * * * *', nextAt: begin + 5000 }))
    const { scheduler } = await open()
    await scheduler.pause('s')
    await clock.pass(20_000)
    assert.deepEqual([fired.length, await states()], [0, ['skipped']])
    const { nextAt } = await scheduler.resume('s')
    assert.equal(nextAt, begin + 25_000)
    await clock.pass(6000)
    assert.equal(fired.length, 1)
    await schedules.remove('s')
    await clock.pass(20_000)
    assert.equal(fired.length, 1)
  })

  it('holds no worker while the work waits, and asks again when that is over', async () => {
    const { clock, schedules, open, states } = stage()
    await schedules.add(scheduleOf({ text: '2027-01-15T08:00:01Z' }))
    let isAnswered = false
    const { jobs } = await open(async (_, { id }) =>
      isAnswered ? { state: 'failed', reason: 'refused', runId: id } : { park: 'approval', runId: id },
    )
    await clock.pass(60_000)
    assert.deepEqual(await states(), ['waiting'])
    isAnswered = true
    assert.equal(await jobs.wake('approval'), true)
    await clock.pass(10)
    const [slot] = await schedules.slots({})
    assert.deepEqual([slot?.state, slot?.reason, slot?.isRetried], ['failed', 'refused', false])
  })

  it('finds a slot whose wait is over though no wake came, such as a request that nobody answered', async () => {
    const { clock, schedules, open, states } = stage()
    await schedules.add(scheduleOf({ text: '2027-01-15T08:00:01Z' }))
    let isExpired = false
    await open(
      async () => (isExpired ? { state: 'failed', reason: 'nobody answered' } : { park: 'approval' }),
      0,
      async (token) => token === 'approval' && isExpired,
    )
    await clock.pass(120_000)
    assert.deepEqual(await states(), ['waiting'])
    isExpired = true
    await clock.pass(20_000)
    assert.deepEqual(
      [await states(), (await schedules.slots({}))[0]?.reason],
      [['failed'], 'nobody answered'],
    )
  })

  it('does nothing for jobs that were made up', async () => {
    const { clock, schedules, fired, open, states } = stage()
    await schedules.add(scheduleOf({ text: '0 0 1 1 *', nextAt: begin + 7_200_000 }))
    const { jobs } = await open()
    const seconds = begin / 1000
    const ids = [
      `slot-s-${seconds + 7200}`,
      `slot-s-${seconds - 7200}`,
      `slot-none-${seconds}`,
      'slot-s',
      'x',
    ]
    for (const id of ids) await jobs.submit({ id, queue: 'schedules', kind: 'schedule' })
    await clock.pass(1000)
    assert.deepEqual([fired, await states()], [[], []])
    await clock.pass(7_300_000)
    assert.equal(fired.length, 1, 'the real one comes all the same')
  })

  it('tells what the work threw, and goes on', async () => {
    const { clock, schedules, problems, open, states } = stage()
    await schedules.add(scheduleOf())
    await open(async () => {
      throw new Error('the tool is gone')
    })
    await clock.pass(2500)
    assert.deepEqual([await states(), problems.length], [['failed', 'failed'], 2])
    assert.equal((await schedules.slots({}))[0]?.reason, 'the tool is gone')
  })

  it('runs now beside the timetable, once within a second, also while it is paused', async () => {
    const { clock, schedules, fired, open } = stage()
    await schedules.add(scheduleOf({ text: '0 0 1 1 *', nextAt: begin + 9e9, isPaused: true }))
    const { scheduler } = await open()
    const begun = await Promise.allSettled([1, 2].map(() => scheduler.runNow('s', 'ann')))
    await clock.pass(10)
    assert.deepEqual(begun.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal(fired.length, 1)
    assert.equal((await schedules.slots({}))[0]?.by, 'ann')
    await assert.rejects((scheduler satisfies Scheduler).runNow('none', 'ann'), { code: 'not_found' })
  })

  it('runs each of a thousand schedules of one second once, some at a time', async () => {
    const { clock, schedules, open } = stage()
    for (let index = 0; index < 1000; index++)
      await schedules.add(scheduleOf({ id: `s${index}`, name: `${index}`, text: '* * * * *' }))
    let [running, most, all] = [0, 0, 0]
    await open(async () => {
      most = Math.max(most, ++running)
      all++
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return { state: 'done' }
    })
    await clock.pass(1000)
    const isDone = (): boolean => all === 1000
    for (let turn = 0; turn < 10_000 && !isDone(); turn++) await clock.settle()
    assert.deepEqual([all, most <= 32], [1000, true])
  })
})
