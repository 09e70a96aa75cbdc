/**
 * What a slot does: calls the tool or sends the message, as the one who made the schedule, with the rights that it has now.
 *
 * The call or run begins under the id of the slot, so that it begins once, whichever process has it and however often it tries.
 *
 * @module
 */
import { isLostJob } from '../../engine/index.ts'
import { messageOf, pause, ToolyardError } from '../../kernel/index.ts'
import type { Fire } from '../../engine/schedules/index.ts'
import { isOpenRun, type RunRecord, type ScheduleRecord, type ScheduleSlot } from '../../store/index.ts'
import type { PartSetup } from '../part.ts'
import { conversationOf } from './schedule-access.ts'

/** A conversation that is at work is waited for. */
const busyMs = 1000
const mostWaits = 600
const longestReason = 500

type FireEnd = Awaited<ReturnType<Fire>>

export function fireWith(setup: PartSetup): Fire {
  return async (schedule, slot, signal) => {
    const revoked = await revokedToken(setup, schedule)
    if (revoked !== undefined) return { state: 'failed', reason: revoked }
    return 'tool' in schedule.work
      ? callTool(setup, { schedule, slot, signal })
      : sendMessage(setup, { schedule, slot, signal })
  }
}

interface Firing {
  readonly schedule: ScheduleRecord
  readonly slot: ScheduleSlot
  readonly signal: AbortSignal
}

async function callTool({ core, pipeline }: PartSetup, { schedule, slot, signal }: Firing): Promise<FireEnd> {
  const { name, owner, work } = schedule
  if (!('tool' in work)) throw new ToolyardError('internal', `schedule "${name}" calls no tool`)
  const why = core.settings.explanation === 'required' ? { explanation: `Schedule "${name}" is due.` } : {}
  const result = await pipeline.call(
    work.tool,
    { ...why, ...(work.args as object) },
    {
      callId: slot.id,
      threadId: owner.threadId ?? schedule.id,
      principal: owner.principal,
      agent: owner.agent,
      origin: 'schedule',
      signal,
      parks: true,
      ...(owner.above && owner.above.length > 0 && { run: { id: slot.id, above: owner.above } }),
    },
  )
  if (result.status === 'ok') return { state: 'done', callId: slot.id }
  if (signal.aborted) throw signal.reason
  const { waitsFor } = result.error ?? {}
  if (result.status === 'pending' && waitsFor !== undefined) return { park: waitsFor, callId: slot.id }
  return { state: 'failed', reason: brief(result.error?.message ?? result.status), callId: slot.id }
}

async function sendMessage(setup: PartSetup, { schedule, slot, signal }: Firing): Promise<FireEnd> {
  const { owner, work } = schedule
  const conversation = conversationOf(schedule)
  if (!('message' in work) || !conversation)
    throw new ToolyardError('internal', `schedule "${schedule.name}" names no agent`)
  const runId = `run_${slot.id}`
  const known = await setup.store.runs.find(runId)
  if (known) return endOf(known)
  const stop = (): void => {
    // Another worker has the slot: its run goes on.
    if (!isLostJob(signal)) void setup.runs.stop(runId).catch(setup.failed)
  }
  signal.addEventListener('abort', stop, { once: true })
  for (let waits = 0; ; waits++) {
    try {
      const { gone } = await setup.runs.start(
        { ...conversation, prompt: work.message, runId, principal: owner.principal },
        { parent: undefined, parentThreadId: undefined, above: aboveOf(owner), reports: false },
      )
      await gone
      return endOf(await setup.runs.find(runId))
    } catch (error) {
      if (!ToolyardError.isInstance(error) || !error.retryable || waits >= mostWaits)
        return { state: 'failed', reason: brief(messageOf(error)) }
    }
    await pause(busyMs, { clock: setup.core.clock, signal })
  }
}

/** A run that waits for people, or for a worker, holds no slot. */
function endOf({ id: runId, status, error }: RunRecord): FireEnd {
  if (isOpenRun({ status })) return { park: runId, runId }
  if (status === 'done') return { state: 'done', runId }
  return { state: 'failed', reason: brief(error ?? `the run ended as ${status}`), runId }
}

/** A schedule that was made over the network ends with the token that made it. */
async function revokedToken({ store }: PartSetup, { owner }: ScheduleRecord): Promise<string | undefined> {
  if (owner.tokenId === undefined) return undefined
  const isThere = (await store.tokens.list()).some(({ id }) => id === owner.tokenId)
  return isThere ? undefined : 'the access token that made this schedule was taken back'
}

/** The agent that it starts has no tool that the one which made the schedule lacks. */
function aboveOf({ above = [], agent }: ScheduleRecord['owner']): readonly string[] {
  return [...new Set([...above, ...(agent === undefined ? [] : [agent])])]
}

function brief(text: string): string {
  return text.length <= longestReason ? text : `${text.slice(0, longestReason).toWellFormed()}…`
}
