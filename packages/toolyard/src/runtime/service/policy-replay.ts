/**
 * What calls of the journal would get under one more rule. Nothing is saved and nothing runs; the time that it takes is bounded, and
 * other work goes on in between.
 *
 * @module
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Pipeline, Policy } from '../../pipeline/index.ts'
import type { CallRecord, Store } from '../../store/index.ts'

export interface TypedRule {
  readonly effect: 'deny' | 'ask' | 'allow'
  readonly rule: string
}

export interface ReplayChange {
  readonly tool: string
  readonly from: TypedRule['effect']
  readonly to: TypedRule['effect']
  readonly count: number
  /** Ids of some of the calls, the newest first. */
  readonly calls: readonly string[]
}

export interface PolicyReplay {
  /** Calls that were looked at. */
  readonly calls: number
  /** Of those, such as would not get as far as policy any more. */
  readonly skipped: number
  /** Whether the time was over before all were looked at. */
  readonly isCut: boolean
  readonly changes: readonly ReplayChange[]
}

interface ReplayParts {
  readonly pipeline: Pipeline
  readonly policy: Policy
  readonly store: Store
}

const mostCalls = 1000
const atOnce = 50
const mostMs = 5000
/** How long others wait at the most, apart from one call that takes longer. */
const sliceMs = 10
const mostIds = 5

/** Throws `invalid_config` if the rule can't be read. */
export async function replayRule(
  { pipeline, policy, store }: ReplayParts,
  { effect, rule }: TypedRule,
): Promise<PolicyReplay> {
  const other = policy.adding(effect, rule)
  const end = performance.now() + mostMs
  const changes = new Map<string, ReplayChange>()
  const sum = { calls: 0, skipped: 0 }
  let sliceEnd = performance.now() + sliceMs
  for await (const call of newestCalls(store)) {
    if (performance.now() > end) return { ...sum, isCut: true, changes: sortedChanges(changes) }
    if (performance.now() > sliceEnd) {
      await breathe()
      sliceEnd = performance.now() + sliceMs
    }
    const said = await pipeline.compare(call, other).catch(() => undefined)
    sum.calls++
    if (!said) sum.skipped++
    else if (said.now.effect !== said.after.effect)
      note(changes, call, { from: said.now.effect, to: said.after.effect })
  }
  return { ...sum, isCut: false, changes: sortedChanges(changes) }
}

async function* newestCalls({ calls }: Store): AsyncGenerator<CallRecord, void, undefined> {
  let before: number | undefined
  for (let looked = 0; looked < mostCalls; looked += atOnce) {
    const page = await calls.list({ limit: atOnce, ...(before !== undefined && { before }) })
    yield* page
    before = page.at(-1)?.position
    if (page.length < atOnce || before === undefined) return
    await breathe()
  }
}

function note(
  changes: Map<string, ReplayChange>,
  { id, tool }: CallRecord,
  { from, to }: Pick<ReplayChange, 'from' | 'to'>,
): void {
  const key = `${tool} ${from} ${to}`
  const { count, calls } = changes.get(key) ?? { count: 0, calls: [] }
  changes.set(key, { tool, from, to, count: count + 1, calls: [...calls, id].slice(0, mostIds) })
}

function sortedChanges(changes: ReadonlyMap<string, ReplayChange>): readonly ReplayChange[] {
  return [...changes.values()].toSorted((left, right) => right.count - left.count)
}
