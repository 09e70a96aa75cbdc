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
import { type Ears, type Invocation, type Plan, type ShortWay, spanFacts, type Stage } from './invocation.ts'
import { fromCrash, isThenable, type Outcome, type Refused } from './outcome.ts'
import type { PipelineParts } from './core.ts'
import { steps } from './steps.ts'
import { runTool, stopOutcome } from './steps/execute.ts'
import { noteRepeats } from './steps/record.ts'
import { giveBack } from './steps/schedule.ts'
import { faultResult, plainResult } from './steps/settle.ts'
import { checkArguments } from './steps/validate.ts'

/** Never rejects. */
export function walk(parts: PipelineParts, invocation: Invocation): Promise<ToolResult> {
  try {
    const found = knownPlan(parts, invocation) ?? steps.resolve(parts, invocation)
    if (found instanceof Promise)
      void found.then(
        (plan) => begin(parts, invocation, plan),
        (error: unknown) => crash(parts, invocation, error),
      )
    else begin(parts, invocation, found)
  } catch (error) {
    crash(parts, invocation, error)
  }
  const { answer } = invocation
  if (answer !== undefined) return Promise.resolve(answer)
  return new Promise((finish) => {
    invocation.finish = finish
  })
}

/** Of a tool that was called before, for a caller who is no agent and was shown no version: `resolve` would find the same. */
function knownPlan(
  { core, plans }: PipelineParts,
  { ticket, thread, startedAt }: Invocation,
): Plan | undefined {
  const { agent, run, fingerprint } = ticket
  if (thread || agent !== undefined || run || fingerprint !== undefined) return undefined
  return core.people.rights.fresh(startedAt) ? undefined : plans.named.get(ticket.tool)
}

function begin(parts: PipelineParts, invocation: Invocation, found: Plan | Refused): void {
  const { core, interrupt } = parts
  try {
    if (found.kind === 'refused') return end(parts, invocation, faultResult(core, invocation, found))
    invocation.plan = found
    invocation.stages = found.stages
    invocation.interrupt = interrupt
    if (core.records.tracer) invocation.span = core.records.tracer.start(spanFacts(invocation, found))
  } catch (error) {
    return crash(parts, invocation, error)
  }
  const { thread, parent, turn, ticket, companion } = invocation
  const isPlain = !thread && !parent && !turn && ticket.agent === undefined && !companion.sink
  if (found.short && isPlain) shortWay(parts, invocation, found.short)
  else takeOn(parts, invocation)
}

/**
 * Validation, a place in line and the tool, one after the other, for a call that nothing is asked about: the same steps without the
 * walk from stage to stage, which costs as much as they do. Any doubt leads back to the stages.
 */
function shortWay(parts: PipelineParts, invocation: Invocation, short: ShortWay): void {
  const { core } = parts
  const { plan, checking, running } = short
  invocation.next = 1
  try {
    const refusal = checkArguments(core, invocation, plan)
    if (refusal !== undefined) return follow(parts, invocation, read(invocation, checking, refusal))
    if (invocation.stopped || !core.limits.places.tryEnter('')) return takeOn(parts, invocation)
    invocation.place = ''
    invocation.next = invocation.stages.length
  } catch (error) {
    return crash(parts, invocation, error)
  }
  let came: unknown
  let later: PromiseLike<unknown> | undefined
  try {
    came = runTool(parts, invocation, plan)
    // What the tool answered may throw when it is looked at.
    if (came instanceof Promise || isThenable(came)) later = came
  } catch (error) {
    fail(invocation, running, error)
    return takeOn(parts, invocation)
  }
  if (later) {
    waitIn(invocation, running, false)
    waitOut(parts, invocation, later)
  } else if (!endShortly(parts, invocation, came)) follow(parts, invocation, read(invocation, running, came))
}

/** A short text without anything odd is the result, as most answers are; false if it has to be looked at. */
function endShortly(parts: PipelineParts, invocation: Invocation, came: unknown): boolean {
  if (typeof came !== 'string' || invocation.chunks || invocation.stopped) return false
  try {
    const result = plainResult(parts.core, invocation, { status: 'ok', output: came })
    if (result) end(parts, invocation, noteRepeats(invocation, result))
    return result !== undefined
  } catch (error) {
    crash(parts, invocation, error)
    return true
  }
}

function follow(parts: PipelineParts, invocation: Invocation, pending?: PromiseLike<unknown>): void {
  if (pending) waitOut(parts, invocation, pending)
  else takeOn(parts, invocation)
}

/** As far as it goes without waiting; the rest follows by itself. */
export function takeOn(parts: PipelineParts, invocation: Invocation): void {
  const pending = advance(parts, invocation)
  if (pending) waitOut(parts, invocation, pending)
}

/** Runs stage after stage until one waits; answers for what. */
function advance(parts: PipelineParts, invocation: Invocation): PromiseLike<unknown> | undefined {
  try {
    for (let stage = nextStage(invocation); stage; stage = nextStage(invocation)) {
      const pending = enter(invocation, stage)
      if (pending) return pending
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
export function conclude(invocation: Invocation, outcome: Outcome): void {
  if (!invocation.plan) return
  invocation.outcome = outcome
  invocation.stages = invocation.plan.settling
  invocation.next = 0
}

function enter(invocation: Invocation, stage: Stage): PromiseLike<unknown> | undefined {
  let came: unknown
  try {
    came = stage.run(invocation)
    if (typeof came === 'object' && (came instanceof Promise || isThenable(came))) {
      waitIn(invocation, stage, false)
      return came
    }
  } catch (error) {
    fail(invocation, stage, error)
    return undefined
  }
  return read(invocation, stage, came)
}

/** What came in a stage becomes undefined, to go on, or an outcome. */
function read(invocation: Invocation, stage: Stage, came: unknown): PromiseLike<unknown> | undefined {
  try {
    const answer = stage.read ? stage.read(invocation, came) : came
    if (answer instanceof Promise) {
      waitIn(invocation, stage, true)
      return answer
    }
    if (answer !== undefined) conclude(invocation, answer as Outcome)
  } catch (error) {
    fail(invocation, stage, error)
  }
  return undefined
}

function fail(invocation: Invocation, stage: Stage, error: unknown): void {
  if (!stage.failed) throw error
  const outcome = stage.failed(invocation, error)
  if (outcome !== undefined) conclude(invocation, outcome)
}

/** `isRead`: the stage has read what came, and what it makes of it is waited for. */
function waitIn(invocation: Invocation, stage: Stage, isRead: boolean): void {
  invocation.waiting = stage
  invocation.waitingSince = 0
  invocation.isRead = isRead
}

/** Waits, and takes the call on. What comes after the call went on without it is not heard. */
function waitOut(parts: PipelineParts, invocation: Invocation, pending: PromiseLike<unknown>): void {
  // Before the call can be taken on without the answer: those of a later era do not hear it.
  const { heard, failed } = (invocation.ears ??= earsOf(parts, invocation))
  const { waiting, stopped } = invocation
  if (waiting?.timeoutMs !== undefined) parts.watchdog.watch(waiting.timeoutMs)
  if (stopped && waiting?.interruptible) parts.interrupt(invocation, stopped)
  try {
    // The prototype's own: a tool may hand out a promise with another `then`.
    void Promise.prototype.then.call(Promise.resolve(pending), heard, failed)
  } catch (error) {
    failed(error)
  }
}

/** What the call did not wait for any longer has answered: the tool's locks are free, a late hook's answer changes nothing. */
function leftBehind({ leave }: Invocation, era: number): void {
  if (leave?.era === era) leave.release()
}

/** One pair for all waits of a call, because it waits for one thing at a time; another once it went on without an answer. */
function earsOf(parts: PipelineParts, invocation: Invocation): Ears {
  const { era } = invocation
  return {
    heard: (came) => {
      if (invocation.era !== era) return leftBehind(invocation, era)
      const { waiting, plan } = invocation
      if (waiting === plan?.short?.running && endShortly(parts, invocation, came)) return
      const next = resume(parts, invocation, came)
      if (next) waitOut(parts, invocation, next)
    },
    failed: (error) => {
      if (invocation.era !== era) return leftBehind(invocation, era)
      const next = recover(parts, invocation, error)
      if (next) waitOut(parts, invocation, next)
    },
  }
}

function resume(
  parts: PipelineParts,
  invocation: Invocation,
  came: unknown,
): PromiseLike<unknown> | undefined {
  const { waiting, isRead } = invocation
  if (!waiting) return undefined
  goOn(parts, invocation, waiting)
  try {
    const pending = isRead ? undefined : read(invocation, waiting, came)
    if (pending) return pending
    if (isRead && came !== undefined) conclude(invocation, came as Outcome)
  } catch (error) {
    crash(parts, invocation, error)
    return undefined
  }
  return advance(parts, invocation)
}

function recover(
  parts: PipelineParts,
  invocation: Invocation,
  thrown: unknown,
): PromiseLike<unknown> | undefined {
  const { waiting } = invocation
  if (!waiting) return undefined
  goOn(parts, invocation, waiting)
  try {
    fail(invocation, waiting, thrown)
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

/** Gives back what was taken, writes down how it ended (step 10), and answers. */
function end(parts: PipelineParts, invocation: Invocation, result: ToolResult): void {
  invocation.stopClock()
  if (invocation.release || invocation.place !== '') giveBack(parts.core, invocation)
  else {
    invocation.place = undefined
    parts.core.limits.places.leave('')
  }
  invocation.turn?.passed()
  invocation.span?.end(result)
  parts.ended(invocation, result)
  invocation.answer = steps.record(parts.core, invocation, result)
  invocation.finish?.(invocation.answer)
}

/** Our own fault, or the store's; still a result. */
function crash(parts: PipelineParts, invocation: Invocation, error: unknown): void {
  end(parts, invocation, faultResult(parts.core, invocation, fromCrash(error, invocation)))
}
