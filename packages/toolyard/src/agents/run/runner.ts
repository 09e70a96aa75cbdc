/**
 * The port to what makes an agent work: a model in a loop with its tools.
 *
 * A runner never calls a tool itself: every call goes through `RunTools.call`, and so through the pipeline with the agent's
 * binding, policy, hooks, approvals, limits and journal. It never throws: what goes wrong is its last event.
 *
 * @module
 */
import type { ToolEvent, ToolManifest, ToolResult } from '../../define/index.ts'
import type { JsonSchema } from '../../kernel/index.ts'
import type { Attachment, ThreadMessage, ThreadView } from '../../store/index.ts'
import type { RunEnd, RunEvent, RunUsage } from './run-event.ts'
import type { StepNote } from './step-clock.ts'

export interface Runner {
  readonly name: string
  /** It goes on from what stands in the thread, so that another process can take its runs up. */
  readonly resumes?: boolean | undefined
  /** It may be left at every `save`, which then throws: its runs wait for people without a process. */
  readonly parks?: boolean | undefined
  /** It tells of every question to its model by itself; of other runners the answers are known by their `usage` events. */
  readonly tellsAnswers?: boolean | undefined
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
  /** The last answer is to be data of this form. */
  readonly output?: JsonSchema | undefined
  /** How the conversation was shown last, if it was longer than a model takes. */
  readonly view?: ThreadView | undefined
  /** The bytes of a picture or a file that a message of the history names. */
  readonly attachment?: ((handle: string) => Promise<Attachment | undefined>) | undefined
  readonly tools: RunTools
  readonly limits: RunLimits
  readonly signal: AbortSignal
  /** What the run had used when it was taken up. */
  readonly spent?: RunUsage | undefined
  /**
   * Before each step: keeps what it will use from runs that have the same budget, until the run tells its usage. Which limit forbids
   * the step, if one does.
   */
  reserve?(use: Omit<StepUse, 'steps'>): RunEnd | undefined
  /** For an answer of the model that begins: aborts when a message is to be heard before it is whole. */
  answerSignal?(): AbortSignal
  /** To be waited for before the model is shown a summary instead of what was said. */
  beforeSummary?(): Promise<void>
  /** Keeps how the conversation is shown from now on. */
  saveView?(view: ThreadView): Promise<void>
  /** Told of each step: when the model was asked and what that used. It is written with what is saved next. */
  stepTaken?(step: StepNote): void
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

/** What a step uses; `tokens` of input and output. */
export interface StepUse {
  readonly steps: number
  readonly tokens: number
  readonly cost: number
}

export interface RunLimits {
  readonly maxSteps: number
  /** Steps of this run and of all below it together, if a limit is set. */
  readonly sharedSteps?: number | undefined
  /** Input and output of all steps together, with those of runs below; none if it is absent. */
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
