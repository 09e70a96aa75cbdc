/**
 * Runs tools that are HTTP endpoints.
 *
 * @module
 */
import type { Executor, RestFacts, Tool, ToolContext } from '../../../define/index.ts'
import { readPlan, type RestPlan } from '../definition/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { buildRequest } from './build-request.ts'
import { resultOf } from './read-answer.ts'
import { readPages } from './read-pages.ts'
import type { RestInput } from './rest-call.ts'
import { send } from './send.ts'
import { Tokens } from './tokens.ts'

export class RestToolExecutor implements Executor {
  readonly #plans = new WeakMap<RestFacts, RestPlan>()
  readonly #tokens = new Tokens()
  readonly #random: () => number

  /** `random` is for tests. */
  constructor({ random = Math.random }: { readonly random?: () => number } = {}) {
    this.#random = random
  }

  execute(tool: Tool, input: unknown, context: ToolContext): unknown {
    const { implementation } = tool
    if (implementation.kind !== 'rest')
      throw new ToolyardError('internal', `"${tool.manifest.name}" is no endpoint`)
    const plan = this.#planOf(implementation.rest)
    const call = {
      tool,
      plan,
      input: input as RestInput,
      context,
      tokens: this.#tokens,
      random: this.#random,
    }
    const request = buildRequest(call)
    const { pagination } = plan.facts
    if (pagination) return readPages(call, request, pagination)
    return send(call, request).then((answer) => resultOf(call, answer))
  }

  #planOf(facts: RestFacts): RestPlan {
    let plan = this.#plans.get(facts)
    if (!plan) this.#plans.set(facts, (plan = readPlan(facts)))
    return plan
  }
}
