/**
 * What judges calls that were asked for elsewhere, in a stricter mode than that of this process: a call that another process hands
 * over, or takes up where one left it, may do no more here than there.
 *
 * @module
 */
import { type PipelineParts, Plans } from './core.ts'
import { makePlan } from './steps.ts'
import { interruptCall } from './take-over.ts'

export class StricterParts {
  readonly #byMode = new Map<string, PipelineParts>()

  /** Those of this process, if its own mode is as strict. */
  for(own: PipelineParts, mode: string): PipelineParts {
    const policy = own.core.policy.within(mode)
    if (policy === own.core.policy) return own
    const known = this.#byMode.get(policy.mode)
    if (known) return known
    const parts: PipelineParts = {
      ...own,
      core: { ...own.core, policy },
      plans: new Plans((tool) => makePlan(parts, tool)),
      interrupt: (invocation, reason) => interruptCall(parts, invocation, reason),
    }
    this.#byMode.set(policy.mode, parts)
    return parts
  }

  /** Tools, hooks or policy changed. */
  clear(): void {
    this.#byMode.clear()
  }
}
