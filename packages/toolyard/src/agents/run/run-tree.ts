/**
 * What a run and all below it have used together, and what is left of their budgets.
 *
 * A limit of a run holds for everything below it. A step reserves what it will use, so that steps that begin at the same time do not
 * each take all that is left. Runs of the tree that are elsewhere are known by their rows, as of the last look.
 *
 * @module
 */
import type { RunRecord, RunStore } from '../../store/index.ts'
import type { RunEnd } from './run-event.ts'
import type { RunLimits, StepUse } from './runner.ts'

/** More runs than a tree has. */
const mostRuns = 10_000

const nothing: StepUse = { steps: 0, tokens: 0, cost: 0 }

export class RunTree {
  readonly rootId: string
  readonly #rows = new Map<string, RunRecord>()
  readonly #limits = new Map<string, RunLimits>()
  readonly #reserved = new Map<string, StepUse>()
  /** Runs of this process: what they have used is known here first. */
  readonly #here = new Set<string>()

  constructor(rootId: string) {
    this.rootId = rootId
  }

  get isEmpty(): boolean {
    return this.#here.size === 0
  }

  join(run: RunRecord, limits: RunLimits): void {
    this.#here.add(run.id)
    this.#limits.set(run.id, limits)
    this.#rows.set(run.id, run)
  }

  leave(runId: string): void {
    this.#here.delete(runId)
    this.#reserved.delete(runId)
  }

  /** What a run of this process has used; the step that it had reserved for is over. */
  note(run: RunRecord): void {
    this.#rows.set(run.id, run)
    this.#reserved.delete(run.id)
  }

  /** Looks at the runs that are elsewhere, if it matters what they use. */
  async look(runs: RunStore): Promise<void> {
    if (!this.#isLimited && this.#rows.has(this.rootId)) return
    for (const run of await runs.list({ rootId: this.rootId, limit: mostRuns })) {
      if (this.#here.has(run.id)) continue
      this.#rows.set(run.id, run)
      if (run.plan) this.#limits.set(run.id, run.plan.limits)
    }
  }

  /** What a run may still use, by its own limits and those above it; infinite where nothing limits it. */
  left(runId: string): StepUse {
    let left: StepUse = { steps: Infinity, tokens: Infinity, cost: Infinity }
    const seen = new Set<string>()
    for (
      let id: string | undefined = runId;
      id !== undefined && !seen.has(id);
      id = this.#rows.get(id)?.parentId
    ) {
      seen.add(id)
      const { sharedSteps = Infinity, maxTokens = Infinity, maxCost = Infinity } = this.#limits.get(id) ?? {}
      if (Math.min(sharedSteps, maxTokens, maxCost) === Infinity) continue
      const used = this.#usedBelow(id)
      left = {
        steps: Math.min(left.steps, sharedSteps - used.steps),
        tokens: Math.min(left.tokens, maxTokens - used.tokens),
        cost: Math.min(left.cost, maxCost - used.cost),
      }
    }
    return left
  }

  /** Keeps what a step will use from those beside it. Which limit forbids the step, if one does. */
  reserve(runId: string, use: Omit<StepUse, 'steps'>): RunEnd | undefined {
    this.#reserved.delete(runId)
    const { steps, tokens, cost } = this.left(runId)
    if (steps <= 0) return 'max_steps'
    if (tokens <= 0) return 'token_budget'
    if (cost <= 0) return 'cost_budget'
    this.#reserved.set(runId, { ...use, steps: 1 })
    return undefined
  }

  get #isLimited(): boolean {
    return this.#limits
      .values()
      .some(({ sharedSteps, maxTokens, maxCost }) => (sharedSteps ?? maxTokens ?? maxCost) !== undefined)
  }

  /** With what steps that run now have reserved. */
  #usedBelow(runId: string): StepUse {
    let used = nothing
    for (const run of this.#rows.values()) {
      if (!this.#isBelow(run, runId)) continue
      const reserved = this.#reserved.get(run.id) ?? nothing
      used = {
        steps: used.steps + run.steps + reserved.steps,
        tokens: used.tokens + run.inputTokens + run.outputTokens + reserved.tokens,
        cost: used.cost + (run.cost ?? 0) + reserved.cost,
      }
    }
    return used
  }

  #isBelow(run: RunRecord, aboveId: string): boolean {
    const seen = new Set<string>()
    for (
      let id: string | undefined = run.id;
      id !== undefined && !seen.has(id);
      id = this.#rows.get(id)?.parentId
    ) {
      if (id === aboveId) return true
      seen.add(id)
    }
    return false
  }
}
