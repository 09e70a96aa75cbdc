/**
 * What a worker does about a job: reads the row of its call, checks it, and sends the call through the pipeline as the one who made it.
 *
 * A call is claimed before it is made, and ended under its claim. That it is made at most once is the journal's work: a call that
 * comes again under its id is answered from there. While a person is asked, the job is parked; it looks
 * again when it is woken.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import {
  type Engine,
  isGivenBack,
  isLostJob,
  type JobHandler,
  type JobReturn,
  type RunningJob,
} from '../../engine/index.ts'
import { pause, ToolyardError } from '../../kernel/index.ts'
import type { Approver, Core, Pipeline } from '../../pipeline/index.ts'
import type { InboxEntry, RequestedCall, Store } from '../../store/index.ts'
import { cancelledResult, digestOfCall, faultOf, type KeptTerms } from './asked-call.ts'
import { CallEvents, waitsMessage } from './call-events.ts'
import { callIdOf, jobIdOf } from './call-jobs.ts'

/** From one look at a run that is waited for to the next. */
const runMs = 1000

export interface MakeParts {
  readonly store: Pick<Store, 'requests' | 'inbox' | 'tokens'>
  readonly engine: Engine
  readonly pipeline: Pipeline
  readonly core: Pick<Core, 'clock' | 'records' | 'tools' | 'settings'>
  /** Whether other workers see the same jobs; otherwise a row that was touched lately is another worker's. */
  readonly isShared: boolean
  /** How long a row that runs elsewhere is not taken over, if jobs are not shared. */
  readonly leaseMs: number
  /** Calls that run here, and what stops them. */
  readonly running: Map<string, AbortController>
  readonly isClosing: () => boolean
  readonly failed: (error: unknown) => void
}

export function callHandler(parts: MakeParts): JobHandler {
  return async (running) => {
    const { requests } = parts.store
    for (let isFirst = true; ; isFirst = false) {
      const row = await rowOf(parts, running)
      if (!row) return parts.failed(forged(running))
      if (row.state === 'ended') return { result: { call: row.id } }
      const now = parts.core.clock.wall()
      const isElsewhere = row.state === 'running' && !parts.isShared && row.updatedAt > now - parts.leaseMs
      if (isElsewhere) return { park: jobIdOf(row.id) }
      const attempt = row.attempt + 1
      if (!(await requests.move(row, { state: 'running', attempt, at: now }))) continue
      // What runs in the second turn is this attempt itself.
      const state = row.state === 'running' && !isFirst ? 'queued' : row.state
      const claimed = { ...row, state, attempt, ...(await cancelOf(parts, row)) }
      const answer = await makeClaimed(parts, running, claimed)
      if (answer !== 'again') return answer
    }
  }
}

/** The row that the job may be about: one of this queue. */
async function rowOf({ store, engine }: MakeParts, { job }: RunningJob): Promise<RequestedCall | undefined> {
  const callId = callIdOf(job.id)
  const row = callId === undefined ? undefined : await store.requests.find(callId)
  if (row?.queue !== job.queue) return undefined
  if (job.id === jobIdOf(row.id)) return row
  // A second job counts only if the first is over.
  const [first] = await engine.inspection.list({ id: jobIdOf(row.id) })
  return first?.state === 'done' ? row : undefined
}

/** As it stands after the claim: who cancels a call looks at it before. */
async function cancelOf(
  { store }: MakeParts,
  { id }: RequestedCall,
): Promise<Pick<RequestedCall, 'cancelled'>> {
  return { cancelled: (await store.requests.find(id))?.cancelled }
}

/** `row` is as it was found, with the attempt that has it now. `again`: what it waited for has come already. */
async function makeClaimed(
  parts: MakeParts,
  running: RunningJob,
  row: RequestedCall,
): Promise<JobReturn | 'again'> {
  const { store, core } = parts
  const result = (await refusalOf(parts, row)) ?? (await send(parts, running, row))
  const { signal } = running
  const isLeft = isGivenBack(signal) || (parts.isClosing() && !signal.aborted)
  if (result.status === 'cancelled' && isLeft) return handOver(parts, row)
  if (isLostJob(signal) && !isLeft) return undefined
  const { waitsFor } = result.error ?? {}
  if (result.status === 'pending' && waitsFor !== undefined) return waitFor(parts, running, { row, waitsFor })
  await store.requests.end(row, { result, at: core.clock.wall() })
  return { result: { call: row.id } }
}

/** Without a worker for people; for a run of an agent, which is not in the inbox, with one. */
async function waitFor(
  { store, core: { clock } }: MakeParts,
  { signal, emit }: RunningJob,
  { row, waitsFor }: { readonly row: RequestedCall; readonly waitsFor: string },
): Promise<JobReturn | 'again'> {
  const item = await store.inbox.find(waitsFor)
  if (!item) {
    await pause(runMs, { clock, signal }).catch(() => {})
    return 'again'
  }
  await store.requests.move(row, { state: 'waiting', at: clock.wall() })
  await emit({ type: 'progress', callId: row.id, message: waitsMessage }).catch(() => false)
  const { status } = (await store.inbox.find(waitsFor)) ?? item
  return status === 'pending' ? { park: jobIdOf(row.id) } : 'again'
}

/** Why it is not made, or not made again. */
async function refusalOf(parts: MakeParts, row: RequestedCall): Promise<ToolResult | undefined> {
  const { store, core } = parts
  if (digestOfCall(row) !== row.digest)
    return faultOf(row, 'error', {
      code: 'store_corrupt',
      message: `call ${row.id} was changed after it was asked for; it was not run.`,
      hint: 'Look at who can write to the database, then call again.',
    })
  if (row.cancelled !== undefined && row.state !== 'running') return cancelledResult(row, row.cancelled)
  const { tokenId } = row.terms as KeptTerms
  if (tokenId !== undefined && !(await store.tokens.list()).some(({ id }) => id === tokenId))
    return faultOf(row, 'denied', {
      code: 'denied',
      message: 'the access token that asked for this call was revoked; the call was not run.',
    })
  if (row.state === 'waiting') return expiryOf(parts, row)
  // Without a journal no one knows whether an attempt before this one did something.
  if (row.state !== 'running' || core.records.journal || isReading(parts, row)) return undefined
  return faultOf(row, 'unknown', {
    code: 'unavailable',
    message: `the worker of call ${row.id} ended while it ran; whether "${row.tool}" did its work is not known.`,
    hint: 'Check what it would have changed, then call again with a new id.',
  })
}

async function expiryOf({ store, core }: MakeParts, row: RequestedCall): Promise<ToolResult | undefined> {
  const asked = await approvalOf(store, row.id)
  const isOpen = asked?.status === 'pending' && asked.expiresAt > core.clock.wall()
  if (!asked || isOpen || asked.status === 'approved' || asked.status === 'rejected') return undefined
  if (asked.status === 'used') return undefined
  return faultOf(row, 'denied', {
    code: 'approval_expired',
    message: `nobody answered the request to run "${row.tool}" in time.`,
    hint: 'Call again to ask again.',
  })
}

async function send(parts: MakeParts, running: RunningJob, row: RequestedCall): Promise<ToolResult> {
  const { pipeline } = parts
  const { tokenId: _, isAnswered, ...terms } = row.terms as KeptTerms
  const events = new CallEvents(running.emit)
  const stop = new AbortController()
  if (row.state === 'running')
    void events.push({
      type: 'progress',
      callId: row.id,
      message: 'Started again, because its worker ended. What it sent before counts no more.',
    })
  parts.running.set(row.id, stop)
  if (row.cancelled !== undefined) stop.abort()
  try {
    const result = await pipeline.callWith(events, {
      ...terms,
      tool: row.tool,
      input: row.input,
      callId: row.id,
      signal: AbortSignal.any([running.signal, stop.signal]),
      parks: true,
      ...(isAnswered && { person: throughInbox }),
    })
    await events.end()
    return result
  } finally {
    parts.running.delete(row.id)
  }
}

/** The person who answers elsewhere: here they are only told of it. */
const throughInbox: Approver = {
  ask: () => Promise.resolve({ decision: 'pending', by: 'nobody' }),
  question: () => Promise.resolve(undefined),
}

async function approvalOf({ inbox }: Pick<Store, 'inbox'>, callId: string): Promise<InboxEntry | undefined> {
  const [item] = await inbox.list({ callId, kind: 'approval', limit: 1 })
  return item
}

/** Another worker takes it up: the journal says there whether it had begun. */
async function handOver({ engine }: MakeParts, { id }: RequestedCall): Promise<JobReturn> {
  await engine.jobs.wake(jobIdOf(id))
  return { park: jobIdOf(id) }
}

function isReading({ core }: MakeParts, { tool }: RequestedCall): boolean {
  const manifest = core.tools.get(tool)?.manifest
  return manifest?.permission === 'read' || manifest?.idempotent === true
}

function forged({ job }: RunningJob): ToolyardError {
  return new ToolyardError(
    'conflict',
    `job "${job.id.slice(0, 200)}" names no call of its queue; nothing was run`,
  )
}
