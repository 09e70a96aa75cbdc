/**
 * Step 7: runs the tool, under its time limit and its abort signal, and relays what it streams.
 *
 * Before a call that may change something, its intent is in the journal. A tool that ignores its signal is left behind: its
 * caller gets an answer at once, and its locks stay taken until it ends or a grace period is over.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import { CallContext } from '../call-context.ts'
import type { Core, PipelineParts, Step } from '../core.ts'
import type { Invocation, PlanFacts, Stage, StopReason } from '../invocation.ts'
import { answered, fromStore, fromThrown, type Outcome, refuse, type Refused } from '../outcome.ts'
import { noteBug } from './bug.ts'
import { chunksOf, sendChunks } from './chunks.ts'
import { isRepeatable } from '../recall.ts'
import { recordOf } from './record.ts'
import { giveBack } from './schedule.ts'

/** A generator that never waits for anything must not keep the clock, and everybody else, from running. */
const chunksPerTurn = 256

export const execute: Step = (parts, plan) => {
  const { core } = parts
  const intends = plan.manifest.permission !== 'read' && core.records.journal !== undefined
  return [...(intends ? [intentStage(core, plan)] : []), toolStage(parts, plan)]
}

/** Writes down what is about to happen, before anything that changes something. */
function intentStage(core: Core, { manifest }: PlanFacts): Stage {
  const again = { again: isRepeatable(manifest) }
  return {
    run: (invocation) =>
      invocation.isTaken ? true : core.records.journal?.begin(recordOf(core, invocation, undefined), again),
    read: (invocation, taken) => (taken === false ? isAnothers(invocation) : undefined),
    failed: (_invocation, error) => journalFault(error),
  }
}

function toolStage(parts: PipelineParts, plan: PlanFacts): Stage {
  const { core } = parts
  return {
    interruptible: true,
    run: (invocation) => runTool(parts, invocation, plan),
    read: (invocation, value) => {
      if (invocation.waitsFor) return parked(invocation, invocation.waitsFor)
      return isIterator(value)
        ? drain(core, invocation, value)
        : { kind: 'answered', status: 'ok', output: value }
    },
    failed: (invocation, error) => {
      const waits = invocation.waitsFor ?? (invocation.companion.parks && isWait(error) ? error : undefined)
      if (waits) return parked(invocation, waits)
      noteBug(core, invocation, error)
      return fromThrown(error, plan.manifest.name)
    },
  }
}

/** The call is made again under its id when that has come: what its tool did until here counts as not done. */
function parked(invocation: Invocation, waits: ToolyardError): Refused {
  invocation.ran = false
  return fromThrown(waits, invocation.name)
}

function isWait(error: unknown): error is ToolyardError {
  return ToolyardError.isInstance(error) && error.code === 'approval_pending' && error.waitsFor !== undefined
}

/** Answers what the tool does; what may take time is watched. */
export function runTool(
  { core, watchdog, subCall }: PipelineParts,
  invocation: Invocation,
  { tool, executor, manifest }: PlanFacts,
): unknown {
  invocation.ran = true
  const { sink } = invocation.companion
  if (sink) void sink.push({ type: 'started', callId: invocation.id, tool: manifest.name })
  const output = executor.execute(tool, invocation.input, new CallContext(core, invocation, subCall))
  if (typeof output !== 'object' || output === null) return output
  const limit = timeLimit(invocation)
  invocation.startClock(limit)
  watchdog.watch(limit)
  return output
}

/** Another process was quicker with the same id. */
function isAnothers(invocation: Invocation): Refused {
  invocation.isAnothers = true
  return refuse('error', 'duplicate_call', {
    message: `call ${invocation.id} is being run by another process, or has been.`,
    hint: 'Call again with the same id to get its result, or give every call an id of its own.',
    retryable: true,
    says: { key: 'callIdRuns', values: [invocation.id] },
  })
}

function journalFault(error: unknown): Refused {
  return fromStore(error, {
    what: 'the call was not run, because its intent could not be recorded',
    hint: 'Call again when the journal can be written.',
  })
}

function timeLimit({ ticket: { timeoutMs }, plan }: Invocation): number {
  const own = plan?.timeoutMs ?? Infinity
  return timeoutMs !== undefined && timeoutMs < own ? timeoutMs : own
}

/** Locks of a tool that goes on after its answer was given: released when it ends, or when the grace period is over. */
export function keepLocks(core: Core, invocation: Invocation): () => void {
  const { place, release } = invocation
  invocation.place = invocation.release = undefined
  let isHeld = true
  const once = (): void => {
    if (isHeld) giveBack(core, { place, release })
    isHeld = false
  }
  if (place !== undefined || release) core.clock.after(core.settings.graceMs, once)
  return once
}

/** Reads a streaming tool to its end. Its result is what it returns, or else all that it yielded. */
async function drain(core: Core, invocation: Invocation, iterator: AnyIterator): Promise<Outcome> {
  const chunks = chunksOf(core, invocation)
  invocation.signal.addEventListener('abort', () => void endIterator(iterator), { once: true })
  for (let count = 1; !invocation.stopped; count++) {
    const step = await iterator.next()
    if (step.done) return invocation.waitsFor ? parked(invocation, invocation.waitsFor) : answered(step.value)
    if (!invocation.stopped) await sendChunks(invocation, chunks.add(step.value))
    if (count % chunksPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await endIterator(iterator)
  return stopOutcome(invocation, invocation.stopped)
}

type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>

function isIterator(value: unknown): value is AnyIterator {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return (
    (Symbol.asyncIterator in value || Symbol.iterator in value) &&
    'next' in value &&
    typeof value.next === 'function'
  )
}

/** A generator that is stuck in an `await` can't be ended from outside; this ends it at its next `yield`. */
async function endIterator(iterator: AnyIterator): Promise<void> {
  try {
    await iterator.return?.()
  } catch {
    // It has been answered for already.
  }
}

/** What the caller is told of a call that was stopped. */
export function stopOutcome(invocation: Invocation, reason: StopReason): Refused {
  const { name, plan } = invocation
  const partly = mayBeDone(invocation) === '' ? '' : 'partly'
  if (reason === 'timeout') {
    return refuse('timeout', 'timeout', {
      message: `"${name}" did not finish within ${timeLimit(invocation)} ms and was stopped.`,
      hint: `${mayBeDone(invocation)}Ask for less at once, or raise its time limit.`,
      retryable: plan?.manifest.idempotent ?? false,
      says: { key: 'timedOut', values: [name, String(timeLimit(invocation)), partly] },
    })
  }
  return refuse('cancelled', 'cancelled', {
    message:
      reason === 'closed'
        ? `"${name}" was stopped because Toolyard is shutting down.`
        : `"${name}" was cancelled.`,
    hint: mayBeDone(invocation).trim() || undefined,
    says: { key: reason === 'closed' ? 'shuttingDown' : 'callCancelled', values: [name, partly] },
  })
}

/** Of a tool that changes something, and could change it twice. */
function mayBeDone({ plan }: Invocation): string {
  if (!plan || plan.manifest.idempotent || plan.manifest.permission === 'read') return ''
  return 'A part of it may have been done: check before you call it again. '
}
