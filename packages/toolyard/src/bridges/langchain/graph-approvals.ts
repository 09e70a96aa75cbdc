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
  readonly state?: unknown
}

export interface GraphCall {
  readonly input: unknown
  readonly config: GraphConfig
}

export interface GraphDecision {
  readonly said: Verdict
  /** Of the call; if it has none, the same when the step runs again, so that what was done is not done twice. */
  readonly id: string
}

type Verdict = { readonly isAgreed: true } | { readonly isAgreed: false; readonly reason: Error }

/** A call as the model's message has it. */
interface ModelToolCall {
  readonly id?: string | undefined
  readonly name: string
  readonly args: unknown
}

/** What is known of a step while it runs. */
interface GraphStep {
  /** Settles when the call before has been decided. */
  turn: Promise<unknown>
  answers: Verdicts
  /** How many calls without an id were asked about. */
  nameless: number
}

type Verdicts = ReadonlyMap<string, Verdict>

/**
 * LangGraph hands answers to interrupts by their order in a step, and calls of one step run at once. So they are asked about
 * together, or one after another if the step does not tell which they are: else they might take each other's answers.
 */
export class GraphApprovals {
  readonly #tools: ReadonlyMap<string, YardTool>
  readonly #steps = new WeakMap<object, GraphStep>()

  constructor(tools: readonly YardTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
  }

  /** Undefined if policy does not ask, or there is no graph to interrupt: then the people of the yard are asked. */
  async ask(tool: YardTool, { input, config }: GraphCall): Promise<GraphDecision | undefined> {
    const step = this.#stepOf(config)
    const asked = step.turn.then(() => this.#decide(tool, step, { input, config }))
    step.turn = asked.then(noop, noop)
    return asked
  }

  #stepOf(config: GraphConfig): GraphStep {
    const task = taskOf(config)
    const known = task && this.#steps.get(task)
    const step = known ?? { turn: Promise.resolve(), answers: new Map(), nameless: 0 }
    if (task) this.#steps.set(task, step)
    return step
  }

  async #decide(
    tool: YardTool,
    step: GraphStep,
    { input, config }: GraphCall,
  ): Promise<GraphDecision | undefined> {
    const { interrupt } = config
    if (!interrupt || !(await tool.asksAbout({ input }))) return undefined
    const call: ModelToolCall = { id: config.toolCall?.id, name: tool.name, args: input }
    const key = keyOf(call)
    // Without an id, an equal call is another call.
    const known = call.id ? step.answers.get(key) : undefined
    const id = call.id || nameOf(config, step.nameless++)
    if (known) return { said: known, id }
    const together = callsOfStep(config)
    const answers = await this.#interrupt(together.has(key) ? together : new Map([[key, call]]), interrupt)
    step.answers = new Map([...step.answers, ...answers])
    const said = answers.get(key)
    return said && { said, id }
  }

  async #interrupt(
    calls: ReadonlyMap<string, ModelToolCall>,
    interrupt: (value: unknown) => unknown,
  ): Promise<Verdicts> {
    const asking: ModelToolCall[] = []
    for (const call of calls.values())
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
      if ((error as { lc_error_code?: unknown }).lc_error_code === 'MISSING_CHECKPOINTER') return new Map()
      throw error
    }
  }

  #described(name: string): string {
    return `Tool execution requires approval: ${this.#tools.get(name)?.title ?? name}`
  }
}

function nameOf({ configurable }: GraphConfig, index: number): string {
  const place: unknown = configurable?.['checkpoint_ns']
  return typeof place === 'string' && place !== '' ? `${place}:${index}` : crypto.randomUUID()
}

interface GraphTask {
  readonly currentTaskInput?: unknown
}

/** What LangGraph counts interrupts with: one for each time that a step runs, shared by its calls. */
function taskOf({ configurable }: GraphConfig): GraphTask | undefined {
  const scratchpad: unknown = configurable?.['__pregel_scratchpad']
  return typeof scratchpad === 'object' && scratchpad !== null ? scratchpad : undefined
}

/** The calls that run in one step with this one, as `ToolNode` takes them from the messages; none for a step of one call. */
function callsOfStep(config: GraphConfig): ReadonlyMap<string, ModelToolCall> {
  const { state } = config
  const sent = taskOf(config)?.currentTaskInput
  if (typeof sent === 'object' && sent !== null && 'lg_tool_call' in sent) return new Map()
  const given: unknown = Array.isArray(state) ? state : (state as { messages?: unknown } | null)?.messages
  const messages = Array.isArray(given) ? (given as readonly GraphMessage[]) : []
  const calls = messages.findLast((message) => Array.isArray(message.tool_calls))?.tool_calls ?? []
  const answered = new Set(messages.flatMap((message) => message.tool_call_id ?? []))
  return new Map(calls.flatMap((call) => (call.id && !answered.has(call.id) ? [[keyOf(call), call]] : [])))
}

interface GraphMessage {
  readonly tool_calls?: readonly ModelToolCall[]
  readonly tool_call_id?: string
}

function keyOf({ id, name, args }: ModelToolCall): string {
  return canonicalJson([id ?? null, name, args ?? null])
}

function noop(): void {}

/** Whatever is no clear approval of exactly these calls is a refusal. */
function saidOf(asking: readonly ModelToolCall[], answer: unknown): Verdicts {
  const given: unknown = isPlainObject(answer) ? answer['decisions'] : undefined
  const decisions: readonly unknown[] = Array.isArray(given) && given.length === asking.length ? given : []
  return new Map(asking.map((call, index) => [keyOf(call), decisionOf(call, decisions[index])]))
}

function decisionOf({ name }: ModelToolCall, decision: unknown): Verdict {
  if (!isPlainObject(decision) || (decision['type'] !== 'approve' && decision['type'] !== 'reject')) {
    const reason = `"${name}" was not run: the graph was resumed without a decision on it. Resume it with { decisions: [{ type: 'approve' }] }, one for each action.`
    return { isAgreed: false, reason: new Error(reason) }
  }
  if (decision['type'] === 'approve') return { isAgreed: true }
  const { message } = decision
  const reason = typeof message === 'string' && message !== '' ? message : 'no reason was given'
  return { isAgreed: false, reason: new Error(`A person rejected the call of "${name}": ${reason}`) }
}
