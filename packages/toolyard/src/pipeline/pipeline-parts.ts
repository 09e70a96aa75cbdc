/**
 * What the steps of one pipeline share beside the call itself.
 *
 * @module
 */
import type { Tool, ToolResult } from '../define/index.ts'
import type { Core } from './core.ts'
import type { Invocation, Plan, PlanFacts, Stage, StopReason } from './invocation.ts'
import type { Watchdog } from './watchdog.ts'

/** Runs a call inside another one. */
export type SubCall = (parent: Invocation, tool: string, input: unknown) => Promise<ToolResult>

export interface PipelineParts {
  readonly core: Core
  readonly plans: Plans
  readonly watchdog: Watchdog
  readonly subCall: SubCall
  /** Takes a call on that was stopped while it waited. */
  readonly interrupt: (invocation: Invocation, reason: StopReason) => void
  /** Told when a call has ended, whichever way. */
  readonly ended: (invocation: Invocation, result: ToolResult) => void
}

/** A step: what it does about calls of one tool, worked out once. No stages if it has nothing to do for this tool. */
export type Step = (parts: PipelineParts, plan: PlanFacts) => readonly Stage[]

/** The plans of tools that were called, made on first use and dropped when anything changes that they were made from. */
export class Plans {
  readonly #make: (tool: Tool) => Plan
  #plans = new WeakMap<Tool, Plan>()
  /** The same plans under the names that the registry gives them now: one look instead of three. */
  readonly #byName = new Map<string, Plan>()

  constructor(make: (tool: Tool) => Plan) {
    this.#make = make
  }

  for(tool: Tool): Plan {
    let plan = this.#plans.get(tool)
    if (!plan) this.#plans.set(tool, (plan = this.#make(tool)))
    return plan
  }

  /** The plan of a tool that was called before, in the version that is registered now. */
  named(name: string): Plan | undefined {
    return this.#byName.get(name)
  }

  remember(name: string, plan: Plan): Plan {
    this.#byName.set(name, plan)
    return plan
  }

  clear(): void {
    this.#byName.clear()
    this.#plans = new WeakMap()
  }
}
