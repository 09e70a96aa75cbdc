/**
 * Asks about calls by an interrupt of LangGraph, in the form of LangChain's human-in-the-loop middleware. The graph is resumed by
 * `new Command({ resume: { decisions: [{ type: 'approve' }] } })`, one decision for each action that was asked about.
 *
 * @module
 */
import type { ToolRunnableConfig } from '@langchain/core/tools'
import { canonicalJson, isPlainObject } from '../../kernel/index.ts'
import type { YardTool } from '../yard-tools.ts'

/** What LangGraph adds to the config of a call. */
export interface GraphConfig extends ToolRunnableConfig {
  /** Throws what ends the step; answers what the graph is resumed with, when the step runs again. */
  readonly interrupt?: (value: unknown) => unknown
  readonly writer?: (chunk: unknown) => void
  /** The config of the step, the same for all calls of it. */
  readonly config?: object
  readonly state?: unknown
}

export interface GraphCall {
  readonly input: unknown
  readonly config: GraphConfig
}

export type Said = { readonly isAgreed: true } | { readonly isAgreed: false; readonly reason: Error }

/** A call as the model's message has it. */
interface Wanted {
  readonly id?: string | undefined
  readonly name: string
  readonly args: unknown
}

type Answers = ReadonlyMap<string, Said>

/**
 * LangGraph hands answers to interrupts by their order in a step. Calls of one step run at once, so they ask together: by
 * themselves they might take each other's answers.
 */
export class GraphApprovals {
  readonly #tools: ReadonlyMap<string, YardTool>
  readonly #asked = new WeakMap<object, Promise<Answers | undefined>>()

  constructor(tools: readonly YardTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
  }

  /** Nothing if policy does not ask, or there is no graph to interrupt: then the people of the yard are asked. */
  async ask(tool: YardTool, { input, config }: GraphCall): Promise<Said | undefined> {
    const { interrupt } = config
    if (!interrupt || !(await tool.asksAbout({ input }))) return undefined
    const call: Wanted = { id: config.toolCall?.id, name: tool.name, args: input }
    const together = callsOfStep(config)
    if (!config.config || !together.some((one) => keyOf(one) === keyOf(call)))
      return (await this.#interrupt([call], interrupt))?.get(keyOf(call))
    const asked = this.#asked.get(config.config) ?? this.#interrupt(together, interrupt)
    this.#asked.set(config.config, asked)
    return (await asked)?.get(keyOf(call))
  }

  async #interrupt(
    calls: readonly Wanted[],
    interrupt: (value: unknown) => unknown,
  ): Promise<Answers | undefined> {
    const asking: Wanted[] = []
    for (const call of calls)
      if (await this.#tools.get(call.name)?.asksAbout({ input: call.args })) asking.push(call)
    try {
      const answer = interrupt({
        actionRequests: asking.map(({ name, args }) => ({ name, args, description: this.#described(name) })),
        reviewConfigs: asking.map(({ name }) => ({
          actionName: name,
          allowedDecisions: ['approve', 'reject'],
        })),
      })
      return saidOf(asking, answer)
    } catch (error) {
      if ((error as { lc_error_code?: unknown }).lc_error_code === 'MISSING_CHECKPOINTER') return undefined
      throw error
    }
  }

  #described(name: string): string {
    return `Tool execution requires approval: ${this.#tools.get(name)?.title ?? name}`
  }
}

/** The calls that run in one step with this one; none for a step that was sent one call alone. */
function callsOfStep({ metadata, state }: GraphConfig): readonly Wanted[] {
  const triggers: unknown = metadata?.['langgraph_triggers']
  if (Array.isArray(triggers) && triggers.includes('__pregel_push')) return []
  const messages: unknown = Array.isArray(state) ? state : (state as { messages?: unknown } | null)?.messages
  if (!Array.isArray(messages)) return []
  const last = messages.findLast((message: { tool_calls?: unknown }) => Array.isArray(message.tool_calls))
  return (last as { readonly tool_calls: readonly Wanted[] } | undefined)?.tool_calls ?? []
}

function keyOf({ id, name, args }: Wanted): string {
  return canonicalJson([id ?? null, name, args ?? null])
}

/** Whatever is no clear approval of exactly these calls is a refusal. */
function saidOf(asking: readonly Wanted[], answer: unknown): Answers {
  const given: unknown = isPlainObject(answer) ? answer['decisions'] : undefined
  const decisions: readonly unknown[] = Array.isArray(given) && given.length === asking.length ? given : []
  return new Map(asking.map((call, index) => [keyOf(call), decisionOf(call, decisions[index])]))
}

function decisionOf({ name }: Wanted, decision: unknown): Said {
  if (!isPlainObject(decision) || (decision['type'] !== 'approve' && decision['type'] !== 'reject')) {
    const reason = `"${name}" was not run: the graph was resumed without a decision on it. Resume it with { decisions: [{ type: 'approve' }] }, one for each action.`
    return { isAgreed: false, reason: new Error(reason) }
  }
  if (decision['type'] === 'approve') return { isAgreed: true }
  const { message } = decision
  const reason = typeof message === 'string' && message !== '' ? message : 'no reason was given'
  return { isAgreed: false, reason: new Error(`A person rejected the call of "${name}": ${reason}`) }
}
