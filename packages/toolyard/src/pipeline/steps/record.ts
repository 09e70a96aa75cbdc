/**
 * Step 10: writes down how the call ended, whichever way it did: journal, span, loop guard.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { CallRecord, CallStep } from '../../store/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { repeatNote } from '../limits/index.ts'
import { fromStore, isThenable } from '../outcome.ts'
import { faultResult } from './settle.ts'
import { shownData, shownWords } from './shown-text.ts'

/** Answers the result, once it is written down. */
export function record(
  core: Core,
  invocation: Invocation,
  result: ToolResult,
): ToolResult | Promise<ToolResult> {
  if (!core.records.journal || invocation.isAnothers) return result
  try {
    const written = core.records.journal.finish(recordOf(core, invocation, result))
    if (written === undefined || !isThenable(written)) return result
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

/** The journal's row of a call that runs (`result` absent) or has ended. */
export function recordOf(core: Core, invocation: Invocation, result: ToolResult | undefined): CallRecord {
  const { ticket, plan } = invocation
  const { approvedBy } = invocation
  const decision = invocation.decision ?? plan?.constant
  return {
    id: invocation.id,
    tool: invocation.name,
    fingerprint: plan?.manifest.fingerprint ?? '',
    permission: plan?.manifest.permission ?? 'read',
    input: toldInput(core, invocation),
    explanation: toldExplanation(core, invocation),
    threadId: ticket.threadId,
    agent: ticket.agent,
    principal: ticket.principal ?? 'local',
    origin: ticket.origin ?? 'typescript',
    parentId: ticket.parentId,
    decision:
      decision &&
      (approvedBy ? `${decision.rule}: approved by ${approvedBy}` : `${decision.rule}: ${decision.effect}`),
    requestDigest: invocation.requestDigest,
    startedAt: core.clock.wall(invocation.startedAt),
    status: result?.status ?? 'running',
    durationMs: result?.durationMs ?? 0,
    ...(result && waitedOf(invocation, result)),
    ran: invocation.ran,
    result,
    steps: invocation.steps && tellSteps(core, invocation.steps),
    ...(invocation.stack !== undefined && { stack: invocation.stack }),
  }
}

/** What was waited for people, and what is left of the time without it; undefined if no one was asked. */
function waitedOf(
  { waitedHereMs = 0, waitedBeforeMs = 0 }: Invocation,
  { durationMs, status }: ToolResult,
): Pick<CallRecord, 'waitedMs' | 'activeMs'> | undefined {
  // What still waits is told once it is over.
  if (status === 'pending' || (waitedHereMs === 0 && waitedBeforeMs === 0)) return undefined
  return { waitedMs: waitedHereMs + waitedBeforeMs, activeMs: Math.max(0, durationMs - waitedHereMs) }
}

/** What a person approved is told as it was shown; all else without what looks like a secret, with how much that is. */
function toldInput(core: Core, { input, raw, approvedBy }: Invocation): unknown {
  if (approvedBy !== undefined) return shownData(core.redactor, input)
  return input === undefined ? bounded(core, raw) : core.redactor.redactCounted(input)
}

function toldExplanation({ redactor }: Core, { explanation, approvedBy }: Invocation): string | undefined {
  if (!explanation) return explanation
  return approvedBy === undefined ? redactor.redact(explanation) : shownWords(redactor, explanation)
}

function tellSteps(core: Core, steps: readonly CallStep[]): CallStep[] {
  return steps.map(({ at, step, text }) => ({ at, step, text: core.redactor.redact(text) }))
}

/** Arguments that never became valid may be anything, of any size. A secret is taken out before a text is cut through it. */
function bounded(core: Core, raw: unknown): unknown {
  const cut = (value: unknown, most: number): string =>
    core.redactor.redact(String(value).slice(0, most * 4)).slice(0, most)
  if (typeof raw === 'string') return cut(raw, 2000)
  if (typeof raw !== 'object' || raw === null) return typeof raw
  const row: Record<string, unknown> = {}
  let count = 0
  for (const key in raw) {
    if (++count > 50) break
    const value = (raw as Record<string, unknown>)[key]
    row[cut(key, 200)] = typeof value === 'object' && value !== null ? '…' : cut(value, 500)
  }
  return core.redactor.redactValue(row)
}

/** Adds to the result what the loop guard has to say. */
export function noteRepeats(invocation: Invocation, result: ToolResult): ToolResult {
  const { guard } = invocation.thread ?? {}
  const [first] = result.content
  if (
    !guard ||
    invocation.ticket.isOffer ||
    first?.type !== 'text' ||
    result.status === 'denied' ||
    result.error?.code === 'loop_detected' ||
    result.error?.code === 'rate_limited'
  )
    return result
  const repeats = guard.note(invocation.name, invocation.input, first.text)
  if (repeats === undefined) return result
  const text = first.text + repeatNote(repeats)
  return { ...result, content: [{ type: 'text', text }, ...result.content.slice(1)] }
}
