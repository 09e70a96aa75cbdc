/**
 * Step 6: when a call may start. Rate, budget and loop guard refuse; places in line and locks are waited for.
 *
 * A call inside another one takes no place of its own (its parent holds one) and shares its parent's locks.
 *
 * @module
 */
import type { LockRequest } from '../../engine/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { fromThrown, type Outcome, refuse, type StepAnswer } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import { subjectOf } from './authorise.ts'

export function schedule(core: Core, invocation: Invocation, plan: Plan): StepAnswer {
  const wait = plan.rate?.take(invocation.clockedAt) ?? 0
  if (wait === 0) return start(core, invocation, plan)
  if (typeof wait === 'number') return tooOften(plan, wait)
  return wait.then(
    (ms) => (ms > 0 ? tooOften(plan, ms) : start(core, invocation, plan)),
    (error: unknown) => fromThrown(ToolyardError.from(error), invocation.name),
  )
}

function start(core: Core, invocation: Invocation, plan: Plan): StepAnswer {
  const refusal = checkThread(core, invocation, plan)
  if (refusal) return refusal
  const locks = locksOf(core, invocation, plan)
  if ('status' in locks) return locks
  const agent = invocation.parent ? undefined : (invocation.options.agent ?? '')
  if (invocation.turn || (agent !== undefined && !core.limits.places.tryEnter(agent)))
    return waitInLine(core, invocation, { agent, locks })
  const leave = agent === undefined ? undefined : (): void => core.limits.places.leave(agent)
  if (locks.length === 0) {
    invocation.release = leave
    return undefined
  }
  const held = core.limits.lock(locks, invocation.root, () => invocation.signal)
  if (held instanceof Promise) return waitForLocks(core, invocation, { held, leave })
  invocation.release = both(held, leave)
  return undefined
}

function tooOften({ manifest: { name } }: Plan, wait: number): Outcome {
  return refuse('error', 'rate_limited', {
    message: `"${name}" was called too often.`,
    hint: `Try again in ${Math.ceil(wait / 1000)} s.`,
    retryable: true,
    retryAfterMs: wait,
  })
}

/** What one conversation may use, and whether it goes round in circles. */
function checkThread(core: Core, invocation: Invocation, plan: Plan): Outcome | undefined {
  const { name } = plan.manifest
  const { thread, options } = invocation
  if (!thread) return undefined
  if (thread.calls >= core.settings.callsPerThread) {
    return refuse('error', 'budget_exhausted', {
      message: `this conversation has used up its ${core.settings.callsPerThread} calls.`,
      hint: 'Finish with what you have.',
    })
  }
  thread.calls++
  const repeats = options.isOffer ? undefined : thread.guard?.check(name, invocation.input)
  if (repeats === undefined) return undefined
  return refuse('error', 'loop_detected', {
    message: `"${name}" was called ${repeats} times in a row with the same arguments and the same result.`,
    hint: 'The result will not change by calling again: change the arguments, use another tool, or tell the user.',
  })
}

function locksOf(core: Core, invocation: Invocation, plan: Plan): readonly LockRequest[] | Outcome {
  const { tool, manifest } = plan
  const state =
    manifest.type === 'STATEFUL'
      ? [
          {
            key: `state:${invocation.options.threadId ?? ''}:${manifest.name}`,
            access: manifest.permission === 'read' ? 'read' : 'write',
          } as const,
        ]
      : []
  if (tool.resources) {
    const subject = invocation.resources
      ? { resources: invocation.resources }
      : subjectOf(core, plan, invocation)
    if ('status' in subject) return subject
    return [
      ...state,
      ...(subject.resources ?? []).map(({ kind, id, access }) => ({ key: `${kind}:${id}`, access })),
    ]
  }
  if (manifest.permission === 'write' && invocation.options.threadId !== undefined) {
    return [...state, { key: `tool:${invocation.options.threadId}:${manifest.name}`, access: 'write' }]
  }
  return state
}

/** A place first, then the locks: whoever holds a lock can run, so that nobody waits in a circle. */
async function waitInLine(
  core: Core,
  invocation: Invocation,
  at: { agent: string | undefined; locks: readonly LockRequest[] },
): Promise<Outcome | undefined> {
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
      })
    }
  } catch (error) {
    return stoppedOutcome(error, invocation)
  }
  const leave = agent === undefined ? undefined : (): void => core.limits.places.leave(agent)
  const held = core.limits.lock(at.locks, invocation.root, () => invocation.signal)
  invocation.turn?.passed()
  return waitForLocks(core, invocation, { held, leave })
}

async function waitForLocks(
  core: Core,
  invocation: Invocation,
  { held, leave }: { held: (() => void) | Promise<() => void>; leave: (() => void) | undefined },
): Promise<Outcome | undefined> {
  try {
    invocation.release = both(await held, leave)
    invocation.note('schedule', 'waited for its turn', core.clock.now())
    return undefined
  } catch (error) {
    leave?.()
    return stoppedOutcome(error, invocation)
  }
}

function both(first: () => void, second: (() => void) | undefined): () => void {
  return () => {
    first()
    second?.()
  }
}

function stoppedOutcome(error: unknown, invocation: Invocation): Outcome {
  if (invocation.stopped)
    return refuse('cancelled', 'cancelled', {
      message: 'the call was cancelled while it waited for its turn.',
    })
  return fromThrown(ToolyardError.from(error), invocation.name)
}
