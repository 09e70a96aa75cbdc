/**
 * What people see of a fleet's jobs. Jobs are read in pages, so that a long list holds up no one, and no more than some.
 *
 * @module
 */
import type { Inspection, JobFilter, JobView, QueueCounts } from '../inspection.ts'
import type { Job, JobState } from '../jobs.ts'
import type { RedisLink } from './redis-link.ts'

const defaultLimit = 100
const page = 500
/** So many jobs are looked through for one list, at most. */
const mostSeen = 10_000

type CountRow = readonly [string, number, number, number, number, number, number, string]
type ViewRow = readonly [id: string, fields: readonly string[], order: string]

interface Found {
  readonly view: JobView
  readonly order: number
}

export function fleetInspection(link: RedisLink): Inspection {
  const find = async (ids: readonly string[], filter: Filter): Promise<Found[]> =>
    ((await link.run('views', ...ids)) as ViewRow[]).flatMap(([id, fields, order]) => {
      const view = viewOf(id, fields)
      return view && fits(view, filter) ? [{ view, order: Number(order) }] : []
    })
  return {
    async list({ limit = defaultLimit, ...filter }) {
      const found = filter.id === undefined ? [] : await find([filter.id], filter)
      let room = filter.id === undefined ? mostSeen : 0
      for (const key of room === 0 ? [] : await keysOf(link, filter)) {
        const before = found.length
        for (let from = 0; room > 0 && found.length - before < limit; from += page) {
          const ids = await link.ids(key, from, page)
          room -= ids.length
          if (ids.length > 0) found.push(...(await find(ids, filter)))
          if (ids.length < page) break
        }
      }
      const inOrder = found.toSorted((left, right) => left.order - right.order)
      return inOrder.slice(0, limit).map(({ view }) => view)
    },
    retry: async (id) => (await link.run('retry', id)) === 1,
    counts: async () => ((await link.run('counts')) as CountRow[]).flatMap((row) => countsOf(row) ?? []),
  }
}

type Filter = Omit<JobFilter, 'limit'>

/** Where ids of such jobs stand: those of a state in one place a queue, those that have ended in one. */
async function keysOf(link: RedisLink, { state, queue }: Filter): Promise<readonly string[]> {
  if (state === undefined) return ['jobs']
  if (state === 'done' || state === 'cancelled') return ['ended']
  const kept = state === 'unknown' ? 'failed' : state
  return (queue === undefined ? await link.queues() : [queue]).map((name) => `state:${kept}:${name}`)
}

function fits({ job, state }: JobView, filter: Filter): boolean {
  return (
    (filter.queue === undefined || job.queue === filter.queue) &&
    (filter.state === undefined || state === filter.state) &&
    (filter.tenant === undefined || job.tenant === filter.tenant)
  )
}

/** Undefined if it is none of ours. */
function viewOf(id: string, flat: readonly string[]): JobView | undefined {
  const fields = new Map<string, string>()
  for (let index = 0; index < flat.length; index += 2) fields.set(flat[index] ?? '', flat[index + 1] ?? '')
  const [queue, kind, state] = [fields.get('q'), fields.get('k'), fields.get('s')]
  if (queue === undefined || kind === undefined || state === undefined) return undefined
  const given = (name: string): string | undefined => fields.get(name) || undefined
  const [tenant, notBefore, attempts, onCrash] = ['t', 'nb', 'as', 'oc'].map(given)
  const [reason, token] = ['r', 'tk'].map(given)
  const job: Job = {
    id,
    queue,
    kind,
    ...(tenant !== undefined && { tenant }),
    ...(notBefore !== undefined && { notBefore: Number(notBefore) }),
    ...(attempts !== undefined && { attempts: Number(attempts) }),
    ...(onCrash !== undefined && { onCrash: onCrash as 'retry' | 'fail' }),
  }
  return {
    job,
    state: state as JobState,
    attempt: Number(fields.get('a') ?? 0),
    since: Number(fields.get('at') ?? 0),
    ...(reason !== undefined && { reason }),
    ...(token !== undefined && { token }),
  }
}

/** Undefined if there is nothing to tell. */
function countsOf(row: CountRow): QueueCounts | undefined {
  const [queue, waiting, delayed, running, parked, failed, workers, oldest] = row
  if (waiting + delayed + running + parked + failed + workers === 0) return undefined
  const counts = { queue, waiting, delayed, running, parked, failed, workers }
  return oldest === '' ? counts : { ...counts, oldest: Number(oldest) }
}
