/** Others write into Redis: jobs that are none, jobs in good form without a row, wakes and signs. Only what is honest runs. */
import type { Redis } from 'ioredis'
import type { Engine } from '../../../src/engine/engine.ts'
import { openScheduler } from '../../../src/engine/schedules/index.ts'
import { createClock } from '../../../src/kernel/index.ts'
import { openStore } from '../../../src/store/index.ts'
import { type Gate, type GateRun, guarantee, type Measure } from './gate.ts'

const key = '{toolyard}:'
const queue = 'schedules'
const line = `${key}line:${queue.length}:${queue}:`
const forms = ['unknown', 'garbage', 'text']

export const gate: Gate = {
  title: 'forged jobs, wakes and signs written into Redis',
  places: ['fleet'],
  isGuarantee: true,
  async run(run) {
    const lines: string[] = []
    const engine = await run.place.open({ warn: (text) => lines.push(text) })
    const fired: string[] = []
    await run.place.redis?.with((client) => writeForged(client))
    await using scheduler = await openRows(run, engine, fired)
    await run.place.redis?.with((client) => writeSigns(client, run.isShort ? 200 : 5000))
    const woken = await wakeForged(engine)
    // In good form, under ids that schedules have: there is no row, or its time is another one.
    const ids = ['slot-s-1', 'slot-none-1800000000', `slot-s-${Math.floor(Date.now() / 1000) - 30}`]
    for (const id of ids) await engine.jobs.submit({ id, queue, kind: 'schedule' })
    for (const id of ids) await endOf(engine, id)
    const honest = await scheduler.runNow()
    await endOf(engine, honest)
    return measuresOf({ fired, honest, lines, woken })
  },
}

/** Jobs that read a row before anything else, as all jobs of the product do. */
async function openRows({ place }: GateRun, engine: Engine, fired: string[]) {
  const store = await openStore(await place.database(), { folder: place.folder })
  const far = Date.now() + 86_400_000
  await store.schedules.add({
    id: 's',
    workspace: '/w',
    name: 'n',
    owner: { principal: 'ann' },
    work: { tool: 'probe', args: {} },
    text: '0 0 1 1 *',
    zone: 'UTC',
    anchor: far,
    nextAt: far,
    misfire: 'skip',
    overlap: 'allow',
    isPaused: false,
    createdAt: 0,
    revision: 1,
  })
  const scheduler = await openScheduler({
    engine,
    schedules: store.schedules,
    clock: createClock({ quiet: true }),
    workspace: '/w',
    queue,
    async fire(_, { id }) {
      fired.push(id)
      return { state: 'done', callId: id }
    },
    failed: () => {},
  })
  return {
    runNow: () => scheduler.runNow('s', 'ann'),
    async [Symbol.asyncDispose]() {
      await scheduler.close()
      await store.close()
    },
  }
}

async function writeForged(client: Redis): Promise<void> {
  await client.zadd(`${key}turns:${queue}`, 1, '', 2, 'x')
  await client.zadd(line, 1, 'unknown', 2, 'garbage', 3, 'text')
  await client.hset(`${key}job:garbage`, 'q', 'other', 's', 'waiting')
  await client.set(`${key}job:text`, 'not a job')
  await client.zadd(`${key}parked:forged`, 1, 'unknown')
  await client.sadd(`${key}idle:${queue}`, 'none.0/1')
}

/** To every process that listens. */
async function writeSigns(client: Redis, count: number): Promise<void> {
  const texts = ['', 'w', 'e', 'e 1 1\n{', 'f x y z\n\nhonest', 'c \n', 'g NaN', '\n\n\n', 'x'.repeat(10_000)]
  const channels = (await client.pubsub('CHANNELS', `${key}*`)) as string[]
  for (let index = 0; index < count; index++)
    await client.publish(channels[index % channels.length] ?? '', texts[index % texts.length] ?? '')
}

async function wakeForged({ jobs }: Engine): Promise<boolean> {
  const answers = [await jobs.wake('forged'), await jobs.wake('schedule-s'), await jobs.wake('none')]
  return answers.includes(true)
}

async function endOf({ bus }: Engine, id: string): Promise<void> {
  for await (const event of bus.watch(id, 0, AbortSignal.timeout(30_000))) if (event.type === 'end') return
  throw new Error(`${id} did not end`)
}

function measuresOf(seen: {
  readonly fired: readonly string[]
  readonly honest: string
  readonly lines: readonly string[]
  readonly woken: boolean
}): Measure[] {
  const { fired, honest, lines, woken } = seen
  const forged = fired.filter((id) => id !== honest).map((id) => `${id} ran`)
  const silent = forms.filter((id) => !lines.some((text) => text.includes(`"${id}"`)))
  return [
    guarantee('forged jobs that ran', [...forged, ...(woken ? ['a forged wake woke a job'] : [])]),
    guarantee('the honest job', fired.includes(honest) ? [] : ['did not run'], { bar: 'runs' }),
    guarantee(
      'lines in the log',
      silent.map((id) => `none of "${id}"`),
      { bar: 'one for each', measured: `${lines.length}` },
    ),
  ]
}
