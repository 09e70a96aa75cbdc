/**
 * The plans of tools that were called, made on first use and dropped when anything changes that they were made from.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'
import type { Core } from './core.ts'
import type { RateLimit } from './limits/index.ts'
import { makePlan, type RunnablePlan } from './make-plan.ts'

export class Plans {
  readonly #core: Core
  #plans = new WeakMap<Tool, RunnablePlan>()
  /** The same plans under the names that the registry gives them now: one look instead of three. */
  readonly #byName = new Map<string, RunnablePlan>()

  /** How often each tool was called: outlives its plans, or any change would lift the limit. */
  readonly #rates = new Map<string, RateLimit>()

  constructor(core: Core) {
    this.#core = core
  }

  for(tool: Tool): RunnablePlan {
    let plan = this.#plans.get(tool)
    if (!plan) this.#plans.set(tool, (plan = makePlan(this.#core, tool, this.#rates)))
    return plan
  }

  /** The plan of a tool that was called before and is nobody's pinned version. */
  named(name: string): RunnablePlan | undefined {
    return this.#byName.get(name)
  }

  remember(name: string, plan: RunnablePlan): RunnablePlan {
    this.#byName.set(name, plan)
    return plan
  }

  clear(): void {
    this.#byName.clear()
    this.#plans = new WeakMap()
  }
}
