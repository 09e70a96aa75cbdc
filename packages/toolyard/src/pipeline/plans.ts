/**
 * The plans of tools that were called, made on first use and dropped when anything changes that they were made from.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'
import type { Core } from './core.ts'
import { makePlan, type RunnablePlan } from './make-plan.ts'

export class Plans {
  readonly #core: Core
  #plans = new WeakMap<Tool, RunnablePlan>()

  constructor(core: Core) {
    this.#core = core
  }

  for(tool: Tool): RunnablePlan {
    let plan = this.#plans.get(tool)
    if (!plan) this.#plans.set(tool, (plan = makePlan(this.#core, tool)))
    return plan
  }

  clear(): void {
    this.#plans = new WeakMap()
  }
}
