/**
 * The plans of tools that were called, made on first use and dropped when anything changes that they were made from.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'
import type { RunnablePlan } from './runnable-plan.ts'

export class Plans {
  readonly #make: (tool: Tool) => RunnablePlan
  #plans = new WeakMap<Tool, RunnablePlan>()
  /** The same plans under the names that the registry gives them now: one look instead of three. */
  readonly #byName = new Map<string, RunnablePlan>()

  constructor(make: (tool: Tool) => RunnablePlan) {
    this.#make = make
  }

  for(tool: Tool): RunnablePlan {
    let plan = this.#plans.get(tool)
    if (!plan) this.#plans.set(tool, (plan = this.#make(tool)))
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
