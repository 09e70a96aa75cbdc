/**
 * One call from start to end: the ten steps in their order, and the promise that it ends in a result.
 *
 * A call walks along the parts of its tool's plan. Most parts answer at once; where somebody has to be waited for, the call waits
 * for them directly, and the watchdog takes it on without them when they take too long. Whatever is thrown in here, by a tool, a
 * hook, a store or ourselves, comes out as a result; whatever was taken is given back.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import { messageOf } from '../kernel/index.ts'
import type { Core } from './core.ts'
import { isThenable } from './hooks/index.ts'
import type { Invocation, Part, StopReason } from './invocation.ts'
import type { RunnablePlan } from './runnable-plan.ts'
import { fromStore, isOfStore, type Outcome, refuse } from './outcome.ts'
import type { Run } from './run.ts'
import { denied } from './steps/authorise.ts'
import { sendChunks } from './steps/chunks.ts'
import { keepLocks, stopOutcome } from './steps/execute.ts'
import { noteRepeats, recordOf } from './steps/record.ts'
import { resolve } from './steps/resolve.ts'
import { faultResult, settle } from './steps/settle.ts'

/** Never rejects. */
export function runCall(run: Run, invocation: Invocation): Promise<ToolResult> {
  return new Promise((finish) => {
    invocation.finish = finish
    void advance(run, invocation)
  })
}

/** Takes a call from where it stands to its end, or to where somebody else takes it on. */
async function advance(run: Run, invocation: Invocation): Promise<void> {
  const { era } = invocation
  try {
    if (invocation.plan === undefined) {
      const found = resolve(run.core, run.plans, invocation)
      const plan = found instanceof Promise ? await found : found
      if ('status' in plan) return end(run, invocation, faultResult(run.core, invocation, plan))
      begin(run, invocation, plan)
    }
    for (;;) {
      if (invocation.outcome !== undefined && invocation.result === undefined) {
        const settled = conclude(run, invocation, invocation.outcome)
        present(invocation, settled instanceof Promise ? await settled : settled)
      }
      const part = nextPart(invocation)
      if (part === undefined) break
      let answer: unknown
      try {
        answer = part.run(invocation)
        if (isThenable(answer)) {
          waitIn(run, invocation, part)
          answer = await answer
          if (invocation.era !== era) return invocation.leave?.()
          goOn(run, invocation, part)
        }
        if (part.read) answer = part.read(invocation, answer)
        if (answer instanceof Promise) {
          waitIn(run, invocation, part)
          answer = await answer
          if (invocation.era !== era) return invocation.leave?.()
          goOn(run, invocation, part)
        }
      } catch (error) {
        if (invocation.era !== era) return invocation.leave?.()
        if (!part.failed) throw error
        goOn(run, invocation, part)
        answer = part.failed(invocation, error)
      }
      if (answer !== undefined) invocation.outcome = answer as Outcome
    }
    if (invocation.result) end(run, invocation, noteRepeats(invocation, invocation.result))
  } catch (error) {
    if (invocation.era === era) crash(run, invocation, error)
  }
}

function begin(run: Run, invocation: Invocation, plan: RunnablePlan): void {
  invocation.plan = plan
  invocation.parts = plan.parts
  invocation.interrupt = run.interrupt
  if (plan.constant?.effect === 'deny') invocation.outcome = denied(plan, plan.constant)
  if (run.core.tracer) invocation.span = run.core.tracer.start(spanFacts(invocation, plan))
}

/** What comes next: the way to the tool, then those who are told how it ended. */
function nextPart(invocation: Invocation): Part | undefined {
  if (invocation.outcome === undefined && invocation.stopped) return stoppedPart
  return invocation.parts[invocation.next++]
}

const stoppedPart: Part = { run: (invocation) => stopOutcome(invocation, invocation.stopped ?? 'cancelled') }

function waitIn(run: Run, invocation: Invocation, part: Part): void {
  invocation.waiting = part
  invocation.waitingSince = 0
  if (part.timeoutMs !== undefined) run.watchdog.watch(part.timeoutMs)
  if (invocation.stopped && part.interruptible) run.interrupt(invocation, invocation.stopped)
}

/** Time that went by while somebody was waited for is not the tool's. */
function goOn(run: Run, invocation: Invocation, part: Part): void {
  invocation.waiting = undefined
  if (part.timeoutMs === undefined ? !part.interruptible : invocation.waitingSince !== 0)
    invocation.clockedAt = run.core.clock.now()
}

/** Step 8. */
function conclude({ core }: Run, invocation: Invocation, outcome: Outcome): ToolResult | Promise<ToolResult> {
  invocation.stopClock()
  if (!invocation.chunks) return settle(core, invocation, outcome)
  return endStream(invocation, outcome).then((whole) => settle(core, invocation, whole))
}

/** From here on the way leads past the hooks that look at how it ended. */
function present(invocation: Invocation, result: ToolResult): void {
  invocation.result = result
  invocation.parts = afterwards(invocation.plan as RunnablePlan | undefined, result)
  invocation.next = 0
}

function afterwards(plan: RunnablePlan | undefined, { status }: ToolResult): readonly Part[] {
  if (!plan) return []
  if (status === 'ok') return plan.after.ok
  if (status === 'skipped') return plan.after.skipped
  return plan.after.failed
}

/** The rest of a stream goes out; a tool that returned nothing has sent its result. */
async function endStream(invocation: Invocation, outcome: Outcome): Promise<Outcome> {
  const { chunks } = invocation
  if (!chunks || invocation.stopped) return outcome
  await sendChunks(invocation, chunks.flush())
  return outcome.status === 'ok' && outcome.output === undefined
    ? { ...outcome, output: chunks.output }
    : outcome
}

/** The call was stopped while it waited for a hook or its tool: it goes on without them. */
export function interruptCall(run: Run, invocation: Invocation, reason: StopReason): void {
  if (invocation.outcome !== undefined) return
  invocation.leave = keepLocks(run.core, invocation)
  takeOver(run, invocation, stopOutcome(invocation, reason))
}

/** A hook has had its time: the call goes on as if it had failed. */
export function overdueCall(run: Run, invocation: Invocation): void {
  const { waiting } = invocation
  if (!waiting?.failed) return
  takeOver(
    run,
    invocation,
    waiting.failed(invocation, new Error(`it took longer than ${String(waiting.timeoutMs)} ms`)),
  )
}

function takeOver(run: Run, invocation: Invocation, outcome: Outcome | undefined): void {
  invocation.era++
  invocation.waiting = undefined
  invocation.clockedAt = run.core.clock.now()
  if (outcome !== undefined) invocation.outcome = outcome
  void advance(run, invocation)
}

/** Step 10: gives back what was taken, writes down how it ended, and answers. */
function end(run: Run, invocation: Invocation, result: ToolResult): void {
  invocation.stopClock()
  invocation.release?.()
  invocation.release = undefined
  invocation.turn?.passed()
  invocation.span?.end(result)
  run.ended(invocation, result)
  invocation.finish?.(record(run, invocation, result))
}

function record({ core }: Run, invocation: Invocation, result: ToolResult): ToolResult | Promise<ToolResult> {
  if (!core.journal || invocation.isAnothers) return result
  try {
    const written = core.journal.finish(recordOf(core, invocation, result))
    if (!isThenable(written)) return result
    return Promise.resolve(written).then(
      () => result,
      (error: unknown) => unrecorded(core, invocation, { result, error }),
    )
  } catch (error) {
    return unrecorded(core, invocation, { result, error })
  }
}

/** A change that could not be written down is not acknowledged as done; a look is. */
function unrecorded(
  core: Core,
  invocation: Invocation,
  { result, error }: { result: ToolResult; error: unknown },
): ToolResult {
  if (result.status !== 'ok' || invocation.plan?.manifest.permission === 'read') return result
  return faultResult(
    core,
    invocation,
    fromStore(error, {
      status: 'unknown',
      what: `"${invocation.name}" ran, but its end could not be recorded`,
      hint: 'Check whether the change was made before you call again.',
    }),
  )
}

/** Our own fault, or the store's; still a result. */
function crash(run: Run, invocation: Invocation, error: unknown): void {
  const { name, ran } = invocation
  const outcome = isOfStore(error)
    ? fromStore(error, {
        status: ran ? 'unknown' : 'error',
        what: ran ? `"${name}" ran, but its answer was lost` : 'the call was not run',
        hint: 'Check whether a change was made before you call again.',
      })
    : refuse('error', 'internal', {
        message: `Toolyard failed: ${messageOf(error)}`,
        hint: 'This is a fault of Toolyard; please report it.',
      })
  end(run, invocation, faultResult(run.core, invocation, outcome))
}

function spanFacts(invocation: Invocation, { manifest }: RunnablePlan) {
  const { options } = invocation
  return {
    id: invocation.id,
    manifest,
    input: invocation.raw,
    threadId: options.threadId,
    agent: options.agent,
    principal: options.principal ?? 'local',
  }
}
