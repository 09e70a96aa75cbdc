/**
 * Walks a call through its steps, and keeps the promise that it ends in a result.
 *
 * A call goes from stage to stage of its tool's plan. Most stages answer at once, and such a call has ended before its caller gets a
 * promise. If a stage waits, the call waits with it, and the watchdog takes it on without the answer when that takes too long.
 * Whatever is thrown in here, by a tool, a hook, a store or ourselves, comes out as a result; whatever was taken is given back.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import { messageOf } from '../kernel/index.ts'
import { isThenable } from './hooks/index.ts'
import type { Invocation, Plan, Stage, StopReason } from './invocation.ts'
import { fromStore, isOfStore, type Outcome, refuse, type Refused } from './outcome.ts'
import type { PipelineParts } from './pipeline-parts.ts'
import { steps } from './steps.ts'
import { keepLocks, stopOutcome } from './steps/execute.ts'
import { noteRepeats } from './steps/record.ts'
import { faultResult } from './steps/settle.ts'

/** What a call waits for in a stage. */
interface Wait {
  readonly stage: Stage
  readonly pending: PromiseLike<unknown>
  /** Whether the stage has read what came, and this is what it makes of it. */
  readonly isRead: boolean
}

/** Never rejects. */
export function walk(parts: PipelineParts, invocation: Invocation): Promise<ToolResult> {
  invocation.stages = parts.resolving
  takeOn(parts, invocation)
  const { answer } = invocation
  if (answer !== undefined) return Promise.resolve(answer)
  return new Promise((finish) => {
    invocation.finish = finish
  })
}

/** Step 1, whose answer is the rest of the way. */
export function resolving(parts: Omit<PipelineParts, 'resolving'>): readonly Stage[] {
  const stage: Stage = {
    run: (invocation) => steps.resolve(parts, invocation),
    read(invocation, value) {
      const found = value as Plan | Refused
      if (found.kind === 'plan') begin(parts, invocation, found)
      else invocation.result = faultResult(parts.core, invocation, found)
      return undefined
    },
  }
  return [stage]
}

function begin(
  { core, interrupt }: Pick<PipelineParts, 'core' | 'interrupt'>,
  invocation: Invocation,
  plan: Plan,
): void {
  invocation.plan = plan
  invocation.stages = plan.stages
  invocation.next = 0
  invocation.interrupt = interrupt
  if (core.tracer) invocation.span = core.tracer.start(spanFacts(invocation, plan))
}

/** As far as it goes without waiting; the rest follows by itself. */
function takeOn(parts: PipelineParts, invocation: Invocation): void {
  const { era } = invocation
  const wait = advance(parts, invocation)
  if (wait) void waitOut(parts, invocation, { wait, era })
}

/** Runs stage after stage until one waits. */
function advance(parts: PipelineParts, invocation: Invocation): Wait | undefined {
  try {
    for (let stage = nextStage(invocation); stage; stage = nextStage(invocation)) {
      const wait = enter(parts, invocation, stage)
      if (wait) return wait
    }
    const { result, plan } = invocation
    if (result) end(parts, invocation, plan ? noteRepeats(invocation, result) : result)
  } catch (error) {
    crash(parts, invocation, error)
  }
  return undefined
}

function nextStage(invocation: Invocation): Stage | undefined {
  const { stopped, plan, outcome } = invocation
  if (stopped && plan && outcome === undefined) conclude(invocation, stopOutcome(invocation, stopped))
  return invocation.stages[invocation.next++]
}

/** From here on the way leads to the caller. */
function conclude(invocation: Invocation, outcome: Outcome | undefined): void {
  if (outcome === undefined || !invocation.plan) return
  invocation.outcome = outcome
  invocation.stages = invocation.plan.settling
  invocation.next = 0
}

function enter(parts: PipelineParts, invocation: Invocation, stage: Stage): Wait | undefined {
  let came: unknown
  try {
    came = stage.run(invocation)
    if (isThenable(came)) return waitIn(parts, invocation, { stage, pending: came, isRead: false })
  } catch (error) {
    fail(invocation, stage, error)
    return undefined
  }
  return read(parts, invocation, { stage, came })
}

/** What came in a stage becomes undefined, to go on, or an outcome. */
function read(
  parts: PipelineParts,
  invocation: Invocation,
  { stage, came }: { readonly stage: Stage; readonly came: unknown },
): Wait | undefined {
  try {
    const answer = stage.read ? stage.read(invocation, came) : came
    if (answer instanceof Promise) return waitIn(parts, invocation, { stage, pending: answer, isRead: true })
    conclude(invocation, answer as Outcome | undefined)
  } catch (error) {
    fail(invocation, stage, error)
  }
  return undefined
}

function fail(invocation: Invocation, stage: Stage, error: unknown): void {
  if (!stage.failed) throw error
  conclude(invocation, stage.failed(invocation, error))
}

function waitIn(parts: PipelineParts, invocation: Invocation, wait: Wait): Wait {
  const { stage } = wait
  invocation.waiting = stage
  invocation.waitingSince = 0
  if (stage.timeoutMs !== undefined) parts.watchdog.watch(stage.timeoutMs)
  if (invocation.stopped && stage.interruptible) parts.interrupt(invocation, invocation.stopped)
  return wait
}

/** Waits, as often as it takes to come to the end. What comes after the call went on without it is not heard. */
async function waitOut(
  parts: PipelineParts,
  invocation: Invocation,
  { wait, era }: { readonly wait: Wait; readonly era: number },
): Promise<void> {
  for (let next: Wait | undefined = wait; next;) {
    const waited: Wait = next
    let came: unknown
    let isThrown = false
    try {
      came = await waited.pending
    } catch (error) {
      came = error
      isThrown = true
    }
    if (invocation.era !== era) return invocation.leave?.()
    next = resume(parts, invocation, { waited, came, isThrown })
  }
}

function resume(
  parts: PipelineParts,
  invocation: Invocation,
  { waited, came, isThrown }: { readonly waited: Wait; readonly came: unknown; readonly isThrown: boolean },
): Wait | undefined {
  const { stage, isRead } = waited
  goOn(parts, invocation, stage)
  try {
    if (isThrown) fail(invocation, stage, came)
    else if (isRead) conclude(invocation, came as Outcome | undefined)
    else {
      const wait = read(parts, invocation, { stage, came })
      if (wait) return wait
    }
  } catch (error) {
    crash(parts, invocation, error)
    return undefined
  }
  return advance(parts, invocation)
}

/** Time that went by in a wait is not the tool's. */
function goOn({ core }: PipelineParts, invocation: Invocation, stage: Stage): void {
  invocation.waiting = undefined
  if (stage.timeoutMs === undefined ? !stage.interruptible : invocation.waitingSince !== 0)
    invocation.clockedAt = core.clock.now()
}

/** The call was stopped while it waited for a hook or its tool: it goes on without them. */
export function interruptCall(parts: PipelineParts, invocation: Invocation, reason: StopReason): void {
  if (invocation.outcome !== undefined) return
  invocation.leave = keepLocks(parts.core, invocation)
  takeOver(parts, invocation, stopOutcome(invocation, reason))
}

/** A hook has had its time: the call goes on as if it had failed. */
export function overdueCall(parts: PipelineParts, invocation: Invocation): void {
  const { waiting } = invocation
  if (!waiting?.failed) return
  const late = new Error(`it took longer than ${String(waiting.timeoutMs)} ms`)
  takeOver(parts, invocation, waiting.failed(invocation, late))
}

function takeOver(parts: PipelineParts, invocation: Invocation, outcome: Outcome | undefined): void {
  invocation.era++
  invocation.waiting = undefined
  invocation.clockedAt = parts.core.clock.now()
  conclude(invocation, outcome)
  takeOn(parts, invocation)
}

/** Gives back what was taken, writes down how it ended (step 10), and answers. */
function end(parts: PipelineParts, invocation: Invocation, result: ToolResult): void {
  invocation.stopClock()
  invocation.release?.()
  invocation.release = undefined
  invocation.turn?.passed()
  invocation.span?.end(result)
  parts.ended(invocation, result)
  invocation.answer = steps.record(parts.core, invocation, result)
  invocation.finish?.(invocation.answer)
}

/** Our own fault, or the store's; still a result. */
function crash(parts: PipelineParts, invocation: Invocation, error: unknown): void {
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
  end(parts, invocation, faultResult(parts.core, invocation, outcome))
}

function spanFacts(invocation: Invocation, { manifest }: Plan) {
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
