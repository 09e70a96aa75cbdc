/** The disk of an embedded engine, or the memory of a Redis, is full: callers are told, and nothing that was accepted is lost. */
import { join } from 'node:path'
import { ToolyardError } from '../../../src/kernel/index.ts'
import { Children } from './child.ts'
import { type Gate, type GateRun, guarantee, type Measure } from './gate.ts'

export const gate: Gate = {
  title: 'a full disk, or a full Redis',
  places: ['embedded', 'fleet'],
  isGuarantee: true,
  run: (run) => (run.place.kind === 'embedded' ? fullDisk(run) : fullRedis(run)),
}

/** What the process on the small disk says. */
export interface DiskSays {
  readonly accepted: number
  readonly refused: string
  readonly lost: readonly string[]
  readonly isUsable: boolean
  readonly integrity: string
}

/** A disk of its own, which only that process sees. */
function smallDisk(folder: string): string[] {
  const mount = `mount -t tmpfs -o size=3m tmpfs '${folder}' && exec "$@"`
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  return ['unshare', '--mount', ...asRoot, 'sh', '-c', mount, 'sh']
}

async function fullDisk({ place }: GateRun): Promise<Measure[]> {
  await using children = new Children()
  const terms = { folder: place.folder, file: join(place.folder, 'engine.db') }
  const child = await children.start('disk-process.ts', terms, smallDisk(place.folder))
  const said = new Promise<DiskSays>((resolve) => {
    child.listen((message) => resolve(message as DiskSays))
  })
  child.send('go')
  return measuresOf(await said)
}

async function fullRedis({ place, isShort }: GateRun): Promise<Measure[]> {
  const engine = await place.open()
  const set = (bytes: number): Promise<unknown> | undefined =>
    place.redis?.with((client) => client.config('SET', 'maxmemory', String(bytes)))
  await set(isShort ? 4_000_000 : 8_000_000)
  const accepted: string[] = []
  let refused = ''
  while (refused === '' && accepted.length < 100_000) {
    const id = `job-${accepted.length}`
    try {
      await engine.jobs.submit({ id, queue: 'calls', kind: 'echo' })
      accepted.push(id)
    } catch (error) {
      refused = ToolyardError.from(error).code
    }
  }
  await set(0)
  const done = new Set<string>()
  await engine.jobs.submit({ id: 'after', queue: 'calls', kind: 'echo' })
  const all = Promise.withResolvers<void>()
  await engine.jobs.work('calls', { concurrency: 200 }, async ({ job }) => {
    done.add(job.id)
    if (job.id === 'after') all.resolve()
  })
  await all.promise
  const lost = accepted.filter((id) => !done.has(id))
  return measuresOf({ accepted: accepted.length, refused, lost, isUsable: true, integrity: 'ok' })
}

function measuresOf({ accepted, refused, lost, isUsable, integrity }: DiskSays): Measure[] {
  const wrong = [
    ...(refused === 'unavailable' ? [] : [`told "${refused}"`]),
    ...(isUsable ? [] : ['not usable when there is space again']),
    ...(integrity === 'ok' ? [] : [integrity]),
  ]
  return [
    guarantee('acknowledged jobs lost', lost, { measured: `0 of ${accepted}` }),
    guarantee('callers', wrong, { bar: 'told "unavailable"; well again with space' }),
  ]
}
