/**
 * The port to what makes an agent work: a model in a loop with its tools.
 *
 * A runner never calls a tool itself: every call goes through `RunTools.call`, and so through the pipeline with the agent's
 * binding, policy, hooks, approvals, limits and journal. It never throws: what goes wrong is its last event.
 *
 * @module
 */
import type { ToolEvent, ToolManifest, ToolResult } from '../../define/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunEvent } from './run-event.ts'

export interface Runner {
  readonly name: string
  run(request: RunRequest): AsyncIterable<RunEvent>
}

export interface RunRequest {
  readonly runId: string
  readonly threadId: string
  readonly agent: RunAgent
  /** As the configuration names it: `anthropic/claude-sonnet-5`, `openai/gpt-6`, `scripted/demo.json`. */
  readonly model: string
  /** What was said before, the prompt of this run included as the last message. */
  readonly history: readonly ThreadMessage[]
  readonly tools: RunTools
  readonly limits: RunLimits
  readonly signal: AbortSignal
  /** Writes down what was said, before the run goes on. */
  save(messages: readonly ThreadMessage[]): Promise<void>
  /**
   * What came in for the thread meanwhile, such as the result of a sub-agent: asked before each step, and before the run
   * ends. Each message is given once and is not in the thread yet: the runner saves it where it comes in, never between a
   * call and its result.
   */
  arrived(): Promise<readonly ThreadMessage[]>
}

export interface RunAgent {
  readonly id: string
  readonly name: string
  readonly prompt: string
  readonly settings: Readonly<Record<string, unknown>>
}

export interface RunLimits {
  readonly maxSteps: number
  /** Steps of this run and of all below it together, if a limit is set. */
  readonly sharedSteps?: number | undefined
  /** Input and output of all steps together; none if it is absent. */
  readonly maxTokens?: number | undefined
  readonly maxCost?: number | undefined
}

/** The tools of one agent in one thread. */
export interface RunTools {
  /** What the model is shown in this turn: calls of the turn run these versions. */
  snapshot(): Promise<readonly ToolManifest[]>
  /** A batch through the pipeline: results in order, never rejects. */
  call(calls: readonly RunCall[], tell: (callId: string, event: ToolEvent) => void): Promise<ToolResult[]>
  /** Keeps the text of an older result that leaves the model's view, for `read_result`: its handle, if there is a place for it. */
  keep?(result: { readonly tool: string; readonly text: string }): Promise<string | undefined>
}

export interface RunCall {
  /** The id that the model gave; the same for a repeat. */
  readonly callId: string
  readonly tool: string
  /** As it came: perhaps a text that is no JSON. */
  readonly input: unknown
}
