/**
 * Jobs as people see them and act on them: pages of them, figures of their queues, retry and cancel.
 *
 * @module
 */
import type { Engine, Job, JobState, JobView, QueueCounts } from '../../engine/index.ts'
import { ToolyardError } from '../../kernel/index.ts'

export interface JobPage {
  readonly jobs: readonly JobView[]
  /** How many to skip for the next page; undefined if this is the last. */
  readonly next: number | undefined
}

export interface JobSearch {
  readonly queue?: string | undefined
  readonly tenant?: string | undefined
  /** All of them if none is named. */
  readonly states?: readonly JobState[] | undefined
  readonly skip: number
  readonly limit: number
}

export interface JobAccess {
  /** In the order in which they came; of several states, what runs first. */
  list(search: JobSearch): Promise<JobPage>
  /** In the order of names. */
  counts(): Promise<readonly QueueCounts[]>
  /** Throws `not_found`, and `conflict` if it has not failed. */
  retry(id: string): Promise<JobView>
  /** Throws `not_found`, and `conflict` if it has ended. */
  cancel(id: string, why: { readonly by: string; readonly reason?: string | undefined }): Promise<JobView>
}

export const jobStates: readonly JobState[] = [
  'running',
  'waiting',
  'delayed',
  'parked',
  'failed',
  'unknown',
  'cancelled',
  'done',
]
const longestId = 100

interface JobAccessParts {
  /** Takes secrets out of what a failure says. */
  readonly redact: (text: string) => string
  /** The whole name of a queue. */
  readonly queueOf: (name: string) => string
  /** Ends what a job is about: its row is the truth, and would bring the work back. Whether there was something to end. */
  readonly cancelWork: (job: Job, reason: string) => Promise<boolean>
}

const ended: readonly JobState[] = ['done', 'failed', 'cancelled', 'unknown']

export function jobAccess(
  engine: () => Promise<Engine>,
  { redact, queueOf, cancelWork }: JobAccessParts,
): JobAccess {
  const shown = ({ reason, ...view }: JobView): JobView =>
    reason === undefined ? view : { ...view, reason: redact(reason) }
  const find = async (id: string): Promise<JobView> => {
    const [view] = await (await engine()).inspection.list({ id, limit: 1 })
    if (view) return shown(view)
    throw new ToolyardError('not_found', `there is no job "${id.slice(0, longestId)}"`, {
      hint: 'Jobs that have ended are kept for a while only. List the jobs to see which there are.',
    })
  }
  return {
    async list(search) {
      const queue = search.queue === undefined ? undefined : queueOf(search.queue)
      const { jobs, next } = await pageOf(await engine(), { ...search, queue })
      return { jobs: jobs.map(shown), next }
    },
    async counts() {
      const counts = await (await engine()).inspection.counts()
      return counts.toSorted((one, other) => (one.queue < other.queue ? -1 : 1))
    },
    async retry(id) {
      const { state } = await find(id)
      if (await (await engine()).inspection.retry(id)) return find(id)
      throw new ToolyardError('conflict', `job "${id}" is ${state} and can't be retried`, {
        hint: 'Only a job that failed, was cancelled or is unknown can be retried.',
      })
    },
    async cancel(id, { by, reason }) {
      const { state, job } = await find(id)
      const why = reason === undefined ? `cancelled by ${by}` : `${reason} (${by})`
      if (!ended.includes(state)) {
        const isOver = await cancelWork(job, why)
        if ((await (await engine()).jobs.cancel(id, why)) || isOver) return find(id)
      }
      throw new ToolyardError('conflict', `job "${id}" is ${state} and can't be cancelled`, {
        hint: 'Only a job that has not ended can be cancelled.',
      })
    },
  }
}

async function pageOf({ inspection }: Engine, search: JobSearch): Promise<JobPage> {
  const { queue, tenant, states, skip, limit } = search
  const end = skip + limit
  const wanted = states ? jobStates.filter((state) => states.includes(state)) : [undefined]
  const found: JobView[] = []
  for (const state of wanted) {
    // One more than is shown tells whether there is another page.
    if (found.length > end) break
    found.push(...(await inspection.list({ queue, tenant, state, limit: end + 1 - found.length })))
  }
  return { jobs: found.slice(skip, end), next: found.length > end ? end : undefined }
}
