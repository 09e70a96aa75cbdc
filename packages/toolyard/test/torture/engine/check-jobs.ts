/** What must be true of jobs after everything that was done to their processes. */
import type { Engine } from '../../../src/engine/engine.ts'
import type { JobView } from '../../../src/engine/inspection.ts'
import { type Noted, notedIn } from './log.ts'
import { until } from './wait.ts'

const lookAtOnce = 200

export interface Checked {
  readonly accepted: number
  /** Accepted, and not known or without an end. */
  readonly lost: readonly string[]
  /** May start once, and did not. */
  readonly twice: readonly string[]
  /** Ended as they must not. */
  readonly odd: readonly string[]
  readonly done: number
  readonly unknown: number
}

/** Waits until nothing is left to do. */
export async function untilIdle(engine: Engine, patienceMs = 180_000): Promise<void> {
  await until(
    async () =>
      (await engine.inspection.counts()).every(
        ({ waiting, running, delayed }) => waiting + running + delayed === 0,
      ),
    { what: 'every job has ended', patienceMs, everyMs: 50 },
  )
}

/** Ids that begin with "fail" may start once. */
export async function checkJobs(engine: Engine, log: string): Promise<Checked> {
  const all = notedIn(log)
  const accepted = all.filter(({ what }) => what === 'accepted')
  const starts = countById(all, 'start')
  const [lost, twice, odd]: string[][] = [[], [], []]
  const ends = { done: 0, unknown: 0 }
  const views = await viewsOf(
    engine,
    accepted.map(({ id }) => id),
  )
  for (const { id } of accepted) {
    const view = views.get(id)
    const count = starts.get(id) ?? 0
    if (view?.state === 'done') ends.done++
    else if (view?.state === 'unknown' && id.startsWith('fail')) ends.unknown++
    else if (view) odd?.push(`${id} is ${view.state}`)
    else lost?.push(id)
    if (view?.state === 'done' && count === 0) odd?.push(`${id} is done and did not start`)
    if (id.startsWith('fail') && count > 1) twice?.push(`${id} started ${count} times`)
  }
  return { accepted: accepted.length, lost: lost ?? [], twice: twice ?? [], odd: odd ?? [], ...ends }
}

async function viewsOf({ inspection }: Engine, ids: readonly string[]): Promise<Map<string, JobView>> {
  const views = new Map<string, JobView>()
  for (let from = 0; from < ids.length; from += lookAtOnce)
    await Promise.all(
      ids.slice(from, from + lookAtOnce).map(async (id) => {
        const [view] = await inspection.list({ id })
        if (view) views.set(id, view)
      }),
    )
  return views
}

/** How long after each death what the dead process had begun was begun by another one, in milliseconds. */
export function takeOvers(
  log: string,
  deaths: readonly { readonly pid: number; readonly at: number }[],
): number[] {
  const all = notedIn(log)
  const ended = new Set(all.filter(({ what }) => what === 'end').map(({ id, pid }) => `${id} ${pid}`))
  const starts = Map.groupBy(
    all.filter(({ what, id }) => what === 'start' && id.startsWith('retry')),
    ({ id }) => id,
  )
  const times: number[] = []
  for (const runs of starts.values())
    for (const [index, { pid, id }] of runs.entries()) {
      const death = deaths.find((one) => one.pid === pid)
      const next = runs[index + 1]
      if (death && next && !ended.has(`${id} ${pid}`)) times.push(next.at - death.at)
    }
  return times
}

function countById(all: readonly Noted[], wanted: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { what, id } of all) if (what === wanted) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
