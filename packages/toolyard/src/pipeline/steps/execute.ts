/**
 * Step 7: runs the tool, under its time limit and its abort signal, and relays what it streams.
 *
 * Before a call that may change something, its intent is in the journal. A tool that ignores its signal is left behind: its
 * caller gets an answer at once, and its locks stay taken until it ends or a grace period is over.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { messageOf } from '../../kernel/index.ts'
import { CallContext } from '../call-context.ts'
import type { Core } from '../core.ts'
import { isThenable } from '../hooks/index.ts'
import type { Invocation, StopReason } from '../invocation.ts'
import { fromThrown, type Outcome, refuse } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import type { Answer, Run } from '../run.ts'
import { chunksOf, sendChunks } from './chunks.ts'
import { recordOf } from './record.ts'

/** A generator that never waits for anything must not keep the clock, and everybody else, from running. */
const chunksPerTurn = 256

export function execute(run: Run, invocation: Invocation, plan: Plan): Answer {
  const { journal } = run.core
  if (invocation.stopped)
    return run.conclude(run, invocation, stopOutcome(invocation.stopped, plan, invocation))
  if (plan.manifest.permission === 'read' || !journal) return start(run, invocation, plan)
  try {
    const written = journal.begin(recordOf(run.core, invocation, undefined))
    if (!isThenable(written)) return start(run, invocation, plan)
    return Promise.resolve(written).then(
      () =>
        invocation.stopped
          ? run.conclude(run, invocation, stopOutcome(invocation.stopped, plan, invocation))
          : start(run, invocation, plan),
      (error: unknown) => run.conclude(run, invocation, journalFault(error)),
    )
  } catch (error) {
    return run.conclude(run, invocation, journalFault(error))
  }
}

function journalFault(error: unknown): Outcome {
  return refuse('error', 'internal', {
    message: `the call was not run, because its intent could not be recorded: ${messageOf(error)}`,
    retryable: true,
  })
}

function start(run: Run, invocation: Invocation, plan: Plan): Answer {
  let output: unknown
  try {
    if (invocation.sink)
      void invocation.sink.push({ type: 'started', callId: invocation.id, tool: plan.manifest.name })
    output = plan.executor.execute(
      plan.tool,
      invocation.input,
      new CallContext(run.core, invocation, run.subCall),
    )
    if (isThenable(output) || isIterator(output)) return finishLater(run, invocation, output)
  } catch (error) {
    return run.conclude(run, invocation, fromThrown(error, plan.manifest.name))
  }
  return run.conclude(run, invocation, { status: 'ok', output })
}

function finishLater(run: Run, invocation: Invocation, output: object): Promise<ToolResult> {
  return new Promise((resolve) => {
    const { core } = run
    const { plan } = invocation
    let leftBehind: (() => void) | undefined
    const ended = (outcome: Outcome): void => {
      if (leftBehind) return leftBehind()
      invocation.onStop = undefined
      resolve(run.conclude(run, invocation, outcome))
    }
    invocation.onStop = (reason) => {
      invocation.onStop = undefined
      leftBehind = keepLocks(core, invocation)
      resolve(run.conclude(run, invocation, stopOutcome(reason, plan, invocation)))
    }
    invocation.startClock(core.clock, timeLimit(invocation))
    const failed = (error: unknown): void => ended(fromThrown(error, invocation.name))
    const settled = (value: unknown): void => {
      if (isIterator(value)) drain(core, invocation, value).then(ended, failed)
      else ended({ status: 'ok', output: value })
    }
    if (invocation.stopped) invocation.onStop(invocation.stopped)
    if (isThenable(output)) Promise.resolve(output).then(settled, failed)
    else settled(output)
  })
}

function timeLimit({ options, plan }: Invocation): number {
  const own = plan?.timeoutMs ?? Infinity
  return options.timeoutMs !== undefined && options.timeoutMs < own ? options.timeoutMs : own
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
  for (let count = 1; !invocation.stopped; count++) {
    const step = await iterator.next()
    if (step.done) return { status: 'ok', output: step.value }
    if (!invocation.stopped) await sendChunks(invocation, chunks.add(step.value))
    if (count % chunksPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await endIterator(iterator)
  return { status: 'cancelled' }
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

function stopOutcome(reason: StopReason, plan: Plan | undefined, invocation: Invocation): Outcome {
  const { name } = invocation
  if (reason === 'timeout') {
    return refuse('timeout', 'timeout', {
      message: `"${name}" did not finish within ${timeLimit(invocation)} ms and was stopped.`,
      hint: 'Ask for less at once, or raise its time limit.',
      retryable: plan?.manifest.idempotent ?? false,
    })
  }
  return refuse('cancelled', 'cancelled', {
    message:
      reason === 'closed'
        ? `"${name}" was stopped because Toolyard is shutting down.`
        : `"${name}" was cancelled.`,
  })
}
