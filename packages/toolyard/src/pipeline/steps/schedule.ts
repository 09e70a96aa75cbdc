/**
 * Step 6: when a call may start. Rate, budget and loop guard refuse; places in line and locks are waited for.
 *
 * A call inside another one takes no place of its own (its parent holds one) and shares its parent's locks.
 *
 * @module
 */
import type { ToolResource } from '../../define/index.ts'
import type { LockRequest } from '../../engine/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { Core, Step } from '../core.ts'
import type { Invocation, PlanFacts } from '../invocation.ts'
import { fromThrown, refuse, type Refused } from '../outcome.ts'
import { subjectOf } from './authorise.ts'

type Placed = Refused | undefined | Promise<Refused | undefined>

export const schedule: Step = ({ core }, plan) => [{ run: (invocation) => placeCall(core, invocation, plan) }]

/** Gives back the place in line and the locks. */
export function giveBack({ limits }: Core, held: Pick<Invocation, 'place' | 'release'>): void {
  const { release, place } = held
  held.release = held.place = undefined
  release?.()
  if (place !== undefined) limits.places.leave(place)
}

function placeCall(core: Core, invocation: Invocation, plan: PlanFacts): Placed {
  const wait = plan.rate?.take(invocation.clockedAt) ?? 0
  if (wait === 0) return takePlace(core, invocation, plan)
  if (typeof wait === 'number') return tooOften(plan, wait)
  return wait.then(
    (ms) => (ms > 0 ? tooOften(plan, ms) : takePlace(core, invocation, plan)),
    (error: unknown) => fromThrown(ToolyardError.from(error), invocation.name),
  )
}

function takePlace(core: Core, invocation: Invocation, plan: PlanFacts): Placed {
  const { callsPerThread } = core.settings
  const { threadId } = invocation.ticket
  if (threadId === undefined || callsPerThread === Infinity) return enter(core, invocation, plan)
  const isLeft = core.limits.spend(`thread ${threadId}`, callsPerThread)
  if (typeof isLeft === 'boolean') return isLeft ? enter(core, invocation, plan) : usedUp(callsPerThread)
  return isLeft.then(
    (left) => (left ? enter(core, invocation, plan) : usedUp(callsPerThread)),
    (error: unknown) => fromThrown(ToolyardError.from(error), invocation.name),
  )
}

function enter(core: Core, invocation: Invocation, plan: PlanFacts): Placed {
  const refusal = checkLoop(invocation, plan)
  if (refusal) return refusal
  const needed = locksOf(core, invocation, plan)
  if (needed.kind === 'refused') return needed
  const { locks } = needed
  const agent = invocation.parent ? undefined : (invocation.ticket.agent ?? '')
  if (invocation.turn || (agent !== undefined && !core.limits.places.tryEnter(agent)))
    return waitInLine(core, invocation, { agent, locks })
  invocation.place = agent
  if (locks.length === 0) return undefined
  const held = core.limits.lock(locks, invocation.root, () => invocation.signal)
  if (held instanceof Promise) return waitForLocks(core, invocation, held)
  invocation.release = held
  return undefined
}

function tooOften({ manifest: { name } }: PlanFacts, wait: number): Refused {
  return refuse('error', 'rate_limited', {
    message: `"${name}" was called too often.`,
    hint: `Try again in ${Math.ceil(wait / 1000)} s.`,
    retryable: true,
    retryAfterMs: wait,
    says: { key: 'calledTooOften', values: [name, String(Math.ceil(wait / 1000))] },
  })
}

function usedUp(most: number): Refused {
  return refuse('error', 'budget_exhausted', {
    message: `this conversation has used up its ${most} calls.`,
    hint: 'Finish with what you have.',
    says: { key: 'callsUsedUp', values: [String(most)] },
  })
}

/** Whether a conversation goes round in circles. */
function checkLoop({ thread, ticket, input }: Invocation, plan: PlanFacts): Refused | undefined {
  const { name } = plan.manifest
  if (!thread) return undefined
  thread.calls++
  const repeats = ticket.isOffer ? undefined : thread.guard?.check(name, input)
  if (repeats === undefined) return undefined
  return refuse('error', 'loop_detected', {
    message: `"${name}" was called ${repeats} times in a row with the same arguments and the same result.`,
    hint: 'The result will not change by calling again: change the arguments, use another tool, or tell the user.',
    says: { key: 'loop', values: [name, String(repeats)] },
  })
}

/** Whether some call of the tool takes a lock. */
export function mayLock({ tool, manifest }: PlanFacts): boolean {
  return tool.resources !== undefined || manifest.type === 'STATEFUL' || manifest.permission === 'write'
}

interface Needed {
  readonly kind: 'locks'
  readonly locks: readonly LockRequest[]
}

const noLocks: Needed = { kind: 'locks', locks: [] }

function locksOf(core: Core, invocation: Invocation, plan: PlanFacts): Needed | Refused {
  const { tool, manifest } = plan
  if (!mayLock(plan)) return noLocks
  const { threadId } = invocation.ticket
  const locks: LockRequest[] = []
  if (manifest.type === 'STATEFUL')
    locks.push({
      key: `state:${threadId ?? ''}:${manifest.name}`,
      access: manifest.permission === 'read' ? 'read' : 'write',
    })
  if (tool.resources) {
    const touched = touchedBy(core, invocation, plan)
    if (touched.kind === 'refused') return touched
    for (const { kind, id, access } of touched.resources)
      locks.push({ key: `${kind}:${id}`, access, isEverywhere: kind === 'url' || kind === 'name' })
  } else if (manifest.permission === 'write' && threadId !== undefined)
    locks.push({ key: `tool:${threadId}:${manifest.name}`, access: 'write' })
  return locks.length === 0 ? noLocks : { kind: 'locks', locks }
}

interface Touched {
  readonly kind: 'touched'
  readonly resources: readonly ToolResource[]
}

/** As policy saw it, if it looked. */
function touchedBy(core: Core, invocation: Invocation, plan: PlanFacts): Touched | Refused {
  if (invocation.resources) return { kind: 'touched', resources: invocation.resources }
  const subject = subjectOf(core, plan, invocation)
  return subject.kind === 'refused' ? subject : { kind: 'touched', resources: subject.resources ?? [] }
}

/** A place first, then the locks: a call that holds a lock can run, so that none waits in a circle. */
async function waitInLine(
  core: Core,
  invocation: Invocation,
  at: { agent: string | undefined; locks: readonly LockRequest[] },
): Promise<Refused | undefined> {
  const { agent } = at
  try {
    await invocation.turn?.wait
    if (
      agent !== undefined &&
      !core.limits.places.tryEnter(agent) &&
      !(await core.limits.places.enter(agent, invocation.signal))
    ) {
      return refuse('error', 'rate_limited', {
        message: 'too many calls are waiting already.',
        hint: 'Try again later, with fewer calls at once.',
        retryable: true,
        retryAfterMs: 1000,
        says: { key: 'tooManyWaiting', values: [] },
      })
    }
  } catch (error) {
    return stoppedOutcome(error, invocation)
  }
  invocation.place = agent
  const held = core.limits.lock(at.locks, invocation.root, () => invocation.signal)
  invocation.turn?.passed()
  return waitForLocks(core, invocation, held)
}

async function waitForLocks(
  core: Core,
  invocation: Invocation,
  held: (() => void) | Promise<() => void>,
): Promise<Refused | undefined> {
  try {
    invocation.release = await held
    invocation.note('schedule', 'waited for its turn', core.clock.now())
    return undefined
  } catch (error) {
    giveBack(core, invocation)
    return stoppedOutcome(error, invocation)
  }
}

function stoppedOutcome(error: unknown, invocation: Invocation): Refused {
  if (invocation.stopped)
    return refuse('cancelled', 'cancelled', {
      message: 'the call was cancelled while it waited for its turn.',
      says: { key: 'cancelledInLine', values: [] },
    })
  return fromThrown(ToolyardError.from(error), invocation.name)
}
