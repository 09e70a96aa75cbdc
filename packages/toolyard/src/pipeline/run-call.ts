/**
 * One call from start to end: the ten steps in their order, and the promise that it ends in a result.
 *
 * Written as plain functions that hand over to each other, because most steps answer at once: a promise is made only where
 * somebody has to be waited for. Whatever is thrown in here, by a tool, a hook, a store or ourselves, comes out as a result;
 * whatever was taken is given back.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import { messageOf } from '../kernel/index.ts'
import type { Core } from './core.ts'
import { isThenable } from './hooks/index.ts'
import type { Invocation } from './invocation.ts'
import type { RunnablePlan } from './make-plan.ts'
import { type Outcome, refuse } from './outcome.ts'
import type { Answer, Run } from './run.ts'
import { sendChunks } from './steps/chunks.ts'
import { execute } from './steps/execute.ts'
import { postHooksFor, runPostHooks } from './steps/post-hooks.ts'
import { noteRepeats, recordOf } from './steps/record.ts'
import { resolve } from './steps/resolve.ts'
import { faultResult, settle } from './steps/settle.ts'

/** Never throws and never rejects. */
export function runCall(run: Run, invocation: Invocation): Answer {
  try {
    const found = resolve(run.core, run.plans, invocation)
    if (found instanceof Promise)
      return guard(
        run,
        invocation,
        found.then((plan) => begin(run, invocation, plan)),
      )
    return begin(run, invocation, found)
  } catch (error) {
    return crash(run, invocation, error)
  }
}

function begin(run: Run, invocation: Invocation, plan: RunnablePlan | Outcome): Answer {
  if ('status' in plan) return end(run, invocation, faultResult(run.core, invocation, plan))
  invocation.plan = plan
  if (run.core.tracer) invocation.span = run.core.tracer.start(spanFacts(invocation, plan))
  return prepare(run, invocation, plan)
}

/** Steps 2 to 6, then the tool. */
function prepare(run: Run, invocation: Invocation, plan: RunnablePlan): Answer {
  const { steps } = plan
  for (let next = 0; next < steps.length; next++) {
    const answer = steps[next]?.(run.core, invocation, plan)
    if (answer === undefined) continue
    if (answer instanceof Promise) return prepareSlowly(run, invocation, { plan, next, answer })
    return conclude(run, invocation, answer)
  }
  return execute(run, invocation, plan)
}

/** The same, from the first step on that had to wait for somebody. */
async function prepareSlowly(
  run: Run,
  invocation: Invocation,
  at: { readonly plan: RunnablePlan; readonly next: number; readonly answer: Promise<Outcome | undefined> },
): Promise<ToolResult> {
  const { plan } = at
  try {
    let outcome = await at.answer
    for (let next = at.next + 1; !outcome && next < plan.steps.length; next++) {
      const answer = plan.steps[next]?.(run.core, invocation, plan)
      outcome = answer instanceof Promise ? await answer : answer
    }
    invocation.clockedAt = run.core.clock.now()
    return await (outcome ? conclude(run, invocation, outcome) : execute(run, invocation, plan))
  } catch (error) {
    return crash(run, invocation, error)
  }
}

/** Steps 8 to 10, once. Never throws. */
export function conclude(run: Run, invocation: Invocation, outcome: Outcome): Answer {
  try {
    if (invocation.chunks)
      return guard(
        run,
        invocation,
        endStream(invocation, outcome).then((whole) => present(run, invocation, whole)),
      )
    return present(run, invocation, outcome)
  } catch (error) {
    return crash(run, invocation, error)
  }
}

function present(run: Run, invocation: Invocation, outcome: Outcome): Answer {
  const settled = settle(run.core, invocation, outcome)
  if (settled instanceof Promise)
    return guard(
      run,
      invocation,
      settled.then((result) => afterwards(run, invocation, result)),
    )
  return afterwards(run, invocation, settled)
}

function afterwards(run: Run, invocation: Invocation, result: ToolResult): Answer {
  const { plan } = invocation
  const hooks = plan && postHooksFor(plan, result)
  if (!plan || !hooks) return end(run, invocation, noteRepeats(invocation, result))
  const changed = runPostHooks(run.core, invocation, { hooks: hooks.hooks, type: hooks.type, plan, result })
  if (changed instanceof Promise) return endSlowly(run, invocation, changed)
  return end(run, invocation, noteRepeats(invocation, changed))
}

async function endSlowly(
  run: Run,
  invocation: Invocation,
  changed: Promise<ToolResult>,
): Promise<ToolResult> {
  try {
    return await end(run, invocation, noteRepeats(invocation, await changed))
  } catch (error) {
    return crash(run, invocation, error)
  }
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

/** Gives back what was taken, then writes down how it ended. */
function end(run: Run, invocation: Invocation, result: ToolResult): Answer {
  invocation.stopClock()
  invocation.release?.()
  invocation.release = undefined
  invocation.turn?.passed()
  invocation.span?.end(result)
  run.ended(invocation)
  const { journal } = run.core
  if (!journal) return result
  try {
    const written = journal.finish(recordOf(run.core, invocation, result))
    if (!isThenable(written)) return result
    return Promise.resolve(written).then(
      () => result,
      (error: unknown) => unrecorded(run.core, invocation, { result, error }),
    )
  } catch (error) {
    return unrecorded(run.core, invocation, { result, error })
  }
}

/** A change that could not be written down is not acknowledged as done; a look is. */
function unrecorded(
  core: Core,
  invocation: Invocation,
  { result, error }: { result: ToolResult; error: unknown },
): ToolResult {
  if (result.status !== 'ok' || invocation.plan?.manifest.permission === 'read') return result
  const message = `"${invocation.name}" ran, but its end could not be recorded: ${messageOf(error)}`
  return faultResult(
    core,
    invocation,
    refuse('unknown', 'internal', {
      message,
      hint: 'Check whether the change was made before you call again.',
    }),
  )
}

function guard(run: Run, invocation: Invocation, answer: Promise<ToolResult>): Promise<ToolResult> {
  return answer.catch((error: unknown) => crash(run, invocation, error))
}

/** Our own fault; still a result. */
function crash(run: Run, invocation: Invocation, error: unknown): Answer {
  const outcome = refuse('error', 'internal', {
    message: `Toolyard failed: ${messageOf(error)}`,
    hint: 'This is a fault of Toolyard; please report it.',
  })
  return end(run, invocation, faultResult(run.core, invocation, outcome))
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
