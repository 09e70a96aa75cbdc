/**
 * Step 7: runs the tool, under its time limit and its abort signal, and relays what it streams.
 *
 * Before a call that may change something, its intent is in the journal. A tool that ignores its signal is left behind: its
 * caller gets an answer at once, and its locks stay taken until it ends or a grace period is over.
 *
 * @module
 */
import { messageOf } from '../../kernel/index.ts'
import { CallContext, type SubCall } from '../call-context.ts'
import type { Core } from '../core.ts'
import { isThenable } from '../hooks/index.ts'
import type { Invocation, StopReason } from '../invocation.ts'
import { fromThrown, type Outcome, refuse } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import { chunksOf, sendChunks } from './chunks.ts'
import { recordOf } from './record.ts'

export function execute(
  core: Core,
  invocation: Invocation,
  at: { readonly plan: Plan; readonly subCall: SubCall },
): Outcome | Promise<Outcome> {
  const { plan } = at
  if (invocation.stopped) return stopOutcome(invocation.stopped, plan, invocation)
  if (plan.manifest.permission === 'read') return start(core, invocation, at)
  try {
    const written = core.journal.begin(recordOf(core, invocation, undefined))
    if (isThenable(written)) return written.then(() => start(core, invocation, at), journalFault)
  } catch (error) {
    return journalFault(error)
  }
  return start(core, invocation, at)
}

function journalFault(error: unknown): Outcome {
  return refuse('error', 'internal', {
    message: `the call was not run, because its intent could not be recorded: ${messageOf(error)}`,
    retryable: true,
  })
}

function start(
  core: Core,
  invocation: Invocation,
  at: { readonly plan: Plan; readonly subCall: SubCall },
): Outcome | Promise<Outcome> {
  const { plan } = at
  try {
    if (invocation.sink)
      void invocation.sink.push({ type: 'started', callId: invocation.id, tool: plan.manifest.name })
    const output = plan.executor.execute(
      plan.tool,
      invocation.input,
      new CallContext(core, invocation, at.subCall),
    )
    if (typeof output !== 'object' || output === null) return { status: 'ok', output }
    if (isThenable(output) || isIterator(output)) return finishLater(core, invocation, { plan, output })
    return { status: 'ok', output }
  } catch (error) {
    return fromThrown(error, plan.manifest.name)
  }
}

function finishLater(
  core: Core,
  invocation: Invocation,
  { plan, output }: { plan: Plan; output: object },
): Promise<Outcome> {
  return new Promise((resolve) => {
    let leftBehind: (() => void) | undefined
    const ended = (outcome: Outcome): void => {
      leftBehind?.()
      resolve(outcome)
    }
    invocation.onStop = (reason) => {
      leftBehind = keepLocks(core, invocation)
      resolve(stopOutcome(reason, plan, invocation))
    }
    invocation.startClock(core.clock, Math.min(invocation.options.timeoutMs ?? Infinity, plan.timeoutMs))
    const failed = (error: unknown): void => ended(fromThrown(error, plan.manifest.name))
    const settled = (value: unknown): void => {
      if (isIterator(value)) drain(core, invocation, value).then(ended, failed)
      else ended({ status: 'ok', output: value })
    }
    if (isThenable(output)) output.then(settled, failed)
    else settled(output)
  })
}

/** Locks of a tool that goes on after its answer was given: released when it ends, or when the grace period is over. */
function keepLocks(core: Core, invocation: Invocation): () => void {
  const { release } = invocation
  invocation.release = undefined
  let held = true
  const once = (): void => {
    if (held) release?.()
    held = false
  }
  if (release) core.clock.after(core.settings.graceMs, once)
  return once
}

/** Reads a streaming tool to its end. Its result is what it returns, or else all that it yielded. */
async function drain(core: Core, invocation: Invocation, iterator: AnyIterator): Promise<Outcome> {
  const chunks = chunksOf(core, invocation)
  invocation.signal.addEventListener('abort', () => void endIterator(iterator), { once: true })
  for (;;) {
    const step = await iterator.next()
    if (step.done) return { status: 'ok', output: step.value }
    if (!invocation.stopped) await sendChunks(invocation, chunks.add(step.value))
  }
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

function stopOutcome(reason: StopReason, plan: Plan, invocation: Invocation): Outcome {
  const { name } = plan.manifest
  if (reason === 'timeout') {
    const limit = Math.min(invocation.options.timeoutMs ?? Infinity, plan.timeoutMs)
    return refuse('timeout', 'timeout', {
      message: `"${name}" did not finish within ${limit} ms and was stopped.`,
      hint: 'Ask for less at once, or raise its time limit.',
      retryable: plan.manifest.idempotent,
    })
  }
  return refuse('cancelled', 'cancelled', {
    message:
      reason === 'closed'
        ? `"${name}" was stopped because Toolyard is shutting down.`
        : `"${name}" was cancelled.`,
  })
}
