/**
 * One call from start to end: the ten steps in their order, and the promise that it ends in a result.
 *
 * A step that answers at once costs no turn of the event loop. Whatever is thrown in here, by a tool, a hook, a store or
 * ourselves, comes out as a result; whatever was taken is given back.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import { messageOf } from '../kernel/index.ts'
import type { SubCall } from './call-context.ts'
import type { Core } from './core.ts'
import { isThenable } from './hooks/index.ts'
import type { Invocation } from './invocation.ts'
import { type Outcome, refuse } from './outcome.ts'
import type { Plan } from './plan.ts'
import type { Plans } from './plans.ts'
import { sendChunks } from './steps/chunks.ts'
import { execute } from './steps/execute.ts'
import { postHooksFor, runPostHooks } from './steps/post-hooks.ts'
import { noteRepeats, recordOf } from './steps/record.ts'
import { resolve } from './steps/resolve.ts'
import { faultResult, settle } from './steps/settle.ts'

export interface Run {
  readonly core: Core
  readonly plans: Plans
  readonly subCall: SubCall
}

export async function runCall(run: Run, invocation: Invocation): Promise<ToolResult> {
  const { core } = run
  let result: ToolResult
  try {
    const found = resolve(core, run.plans, invocation)
    const plan = found instanceof Promise ? await found : found
    if ('status' in plan) result = faultResult(core, invocation, plan)
    else {
      invocation.plan = plan
      const span = core.tracer?.start(spanFacts(invocation, plan))
      let outcome: Outcome | undefined
      for (const step of plan.steps) {
        const answer = step(core, invocation, plan)
        outcome = answer instanceof Promise ? await answer : answer
        if (outcome) break
      }
      if (!outcome) {
        const executed = execute(core, invocation, { plan, subCall: run.subCall })
        outcome = executed instanceof Promise ? await executed : executed
        invocation.stopClock()
        invocation.onStop = undefined
        if (invocation.chunks) outcome = await endStream(invocation, outcome)
      }
      const settled = finish(core, invocation, { plan, outcome })
      result = settled instanceof Promise ? await settled : settled
      span?.end(result)
    }
  } catch (error) {
    result = faultResult(
      core,
      invocation,
      refuse('error', 'internal', {
        message: `Toolyard failed: ${messageOf(error)}`,
        hint: 'This is a fault of Toolyard; please report it.',
      }),
    )
  }
  invocation.stopClock()
  invocation.release?.()
  invocation.turn?.passed()
  return record(core, invocation, result)
}

/** Steps 8 and 9. */
function finish(
  core: Core,
  invocation: Invocation,
  { plan, outcome }: { plan: Plan; outcome: Outcome },
): ToolResult | Promise<ToolResult> {
  const settled = settle(core, invocation, outcome)
  if (settled instanceof Promise)
    return settled.then((result) => afterwards(core, invocation, { plan, result }))
  return afterwards(core, invocation, { plan, result: settled })
}

function afterwards(
  core: Core,
  invocation: Invocation,
  { plan, result }: { plan: Plan; result: ToolResult },
): ToolResult | Promise<ToolResult> {
  const hooks = postHooksFor(plan, result)
  if (!hooks) return noteRepeats(invocation, result)
  const changed = runPostHooks(core, invocation, { ...hooks, plan, result })
  return changed instanceof Promise
    ? changed.then((value) => noteRepeats(invocation, value))
    : noteRepeats(invocation, changed)
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

function record(core: Core, invocation: Invocation, result: ToolResult): ToolResult | Promise<ToolResult> {
  try {
    const written = core.journal.finish(recordOf(core, invocation, result))
    if (!isThenable(written)) return result
    return written.then(
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
