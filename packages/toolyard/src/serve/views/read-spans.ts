/**
 * Reads what a run's waterfall is made of, page by page, so that a run of thousands of steps costs no more than what is looked at.
 *
 * @module
 */
import { createClock, ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { CallRecord, InboxEntry, RunRecord, RunStep } from '../../store/index.ts'
import { estimatedSteps } from './estimated-steps.ts'
import { type RunSpan, runSpans } from './run-spans.ts'

/** Spans of a page; a step is never parted from its calls. */
const spansAtOnce = 200
const mostBelow = 1000
/** Ids in one question to the database. */
const idsAtOnce = 500

export interface SpanPage {
  readonly spans: readonly RunSpan[]
  /** Where the next page begins. */
  readonly next: string | null
}

type Yard = Pick<ToolService, 'store' | 'journal' | 'inbox'>

export async function readSpans(
  yard: Yard,
  run: RunRecord,
  {
    after,
    limit = spansAtOnce,
  }: { readonly after?: string | undefined; readonly limit?: number | undefined },
): Promise<SpanPage> {
  const { before, last } = readCursor(after)
  const { all, isEstimated } = await stepsAfter(yard, run, { after: before, limit: limit + 2 })
  const rest = last === undefined ? all : all.slice(1)
  const previous = last === undefined ? undefined : all[0]
  const steps = rest.slice(0, countWithin(rest, limit))
  const next = rest[steps.length]
  const ids = [...(previous ? [previous] : []), ...steps].flatMap(({ calls }) => calls.map(({ id }) => id))
  const [calls, requests, runs] = await Promise.all([
    callsOf(yard, ids),
    requestsOf(yard, ids),
    yard.store.runs.list({ parentId: run.id, limit: mostBelow, brief: true }),
  ])
  const now = createClock().wall()
  const spans = runSpans({ run, steps, previous, next, calls, requests, runs, isEstimated, now })
  const ends = [...(previous ? [previous] : []), ...steps].slice(-2).map(({ position = 0 }) => position)
  const [one, other] = ends.length > 1 ? ends : [before, ...ends]
  return { spans, next: next ? `${one}.${other}` : null }
}

/** All steps of a run, piece by piece. */
export async function* everyStep(yard: Yard, run: RunRecord): AsyncGenerator<readonly RunStep[]> {
  let after = 0
  for (;;) {
    const { all, isEstimated } = await stepsAfter(yard, run, { after, limit: idsAtOnce })
    if (all.length > 0) yield all
    if (all.length < idsAtOnce || isEstimated) return
    after = all.at(-1)?.position ?? 0
  }
}

export async function callsOf(
  { journal }: Pick<Yard, 'journal'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CallRecord>> {
  const known = new Map<string, CallRecord>()
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const some = ids.slice(at, at + idsAtOnce)
    for (const call of await journal.list({ ids: some, brief: true, limit: some.length }))
      // A look that was made again may have several rows: the newest one counts, and comes first.
      if (!known.has(call.id)) known.set(call.id, call)
  }
  return known
}

export async function requestsOf(
  { inbox }: Pick<Yard, 'inbox'>,
  ids: readonly string[],
): Promise<readonly InboxEntry[]> {
  const found: InboxEntry[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce)
    found.push(...(await inbox.list({ callId: ids.slice(at, at + idsAtOnce), limit: 2 * idsAtOnce })))
  return found
}

async function stepsAfter(
  { store }: Pick<Yard, 'store'>,
  run: RunRecord,
  page: { readonly after: number; readonly limit: number },
): Promise<{ readonly all: readonly RunStep[]; readonly isEstimated: boolean }> {
  const all = await store.runs.steps(run.id, page)
  const isNew = all.length > 0 || run.steps === 0 || (await store.runs.steps(run.id, { limit: 1 })).length > 0
  if (isNew) return { all, isEstimated: false }
  const steps = estimatedSteps(run, await store.threads.messages(run.threadId))
  return {
    all: steps.filter(({ position = 0 }) => position > page.after).slice(0, page.limit),
    isEstimated: true,
  }
}

/** As many steps as fit with their calls, one at the least. */
function countWithin(steps: readonly RunStep[], limit: number): number {
  let spans = 0
  let count = 0
  for (const { calls } of steps) {
    spans += 1 + calls.length
    if (count > 0 && spans > limit) break
    count++
  }
  return count
}

/** The positions of the last step before the page and of the one before that. */
function readCursor(after: string | undefined): {
  readonly before: number
  readonly last: number | undefined
} {
  if (after === undefined) return { before: 0, last: undefined }
  const [, before, last] = /^(\d{1,15})\.(\d{1,15})$/.exec(after) ?? []
  if (before === undefined || last === undefined)
    throw new ToolyardError('invalid_arguments', `after: "${after.slice(0, 50)}" is no place in a run`, {
      hint: 'Send what the page before gave as next.',
    })
  return { before: Number(before), last: Number(last) }
}
