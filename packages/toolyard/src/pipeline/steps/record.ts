/**
 * Step 10: writes down how the call ended, whichever way it did: journal, span, loop guard.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { CallRecord, CallStep } from '../../store/index.ts'
import type { Core } from '../core.ts'
import { isThenable } from '../hooks/index.ts'
import type { Invocation } from '../invocation.ts'
import { fromStore } from '../outcome.ts'
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
    ...toldOf(core, invocation),
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
    ran: invocation.ran,
    result,
    steps: invocation.steps && tellSteps(core, invocation.steps),
  }
}

/** What a person approved is told as it was shown; all else without what looks like a secret, with how much that is. */
function toldOf(core: Core, invocation: Invocation): Pick<CallRecord, 'input' | 'explanation'> {
  const { redactor } = core
  const { input, raw, explanation, approvedBy } = invocation
  if (approvedBy === undefined)
    return {
      input: input === undefined ? bounded(core, raw) : redactor.redactCounted(input),
      explanation: explanation && redactor.redact(explanation),
    }
  return { input: shownData(redactor, input), explanation: explanation && shownWords(redactor, explanation) }
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
  const note = `\n\n[This is call ${repeats} in a row with the same arguments and the same result.]`
  return { ...result, content: [{ type: 'text', text: first.text + note }, ...result.content.slice(1)] }
}
