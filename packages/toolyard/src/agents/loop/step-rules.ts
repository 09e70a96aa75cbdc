/**
 * What the settings of a run ask of its steps: which tool the model is made to call, and after which step the run is over.
 *
 * Everything but a function is known from settings and history alone, so that a process which takes the run up goes on in the same way.
 *
 * @module
 */
import { textOf } from '../../define/index.ts'
import { type JsonSchema, ToolyardError } from '../../kernel/index.ts'
import type { ModelToolChoice } from '../models/index.ts'
import type { RunUsage } from '../run/run-event.ts'
import type { RunRequest } from '../run/runner.ts'
import { chosenTool, type StopConditions, type StopFunction, type TakenStep } from '../step-settings.ts'
import { readOutput } from './read-output.ts'
import type { TurnTools } from './tool-box.ts'

/** What the run ends with. Not `fits`: it is not the data that was asked for. */
export interface StopAnswer {
  readonly text: string
  readonly output?: unknown
  readonly fits: boolean
}

type Step = Omit<TakenStep, 'usage'>

export class StepRules {
  readonly #agent: string
  readonly #choice: unknown
  readonly #stopWhen: StopConditions | StopFunction | undefined
  readonly #schema: JsonSchema | undefined
  /** The step before this process took the run up, if its calls have answered. */
  readonly #before: Step | undefined
  /** What had to be called was called. */
  #isCalled: boolean

  constructor({ agent, history, runId, output }: RunRequest) {
    const { toolChoice, stopWhen } = agent.settings
    this.#agent = agent.name
    this.#choice = toolChoice
    this.#stopWhen = stopWhen as StopConditions | StopFunction | undefined
    this.#schema = output
    this.#before = stopWhen === undefined ? undefined : lastStep(history, runId)
    const own = toolChoice === undefined ? [] : history.filter((message) => message.runId === runId)
    this.#isCalled = own.some(({ parts }) =>
      parts.some((part) => part.type === 'tool_result' && this.#counts(part)),
    )
  }

  /** For the step that begins. Throws `invalid_config` if the tool that is to be called is not there. */
  choiceIn({ tools }: TurnTools): ModelToolChoice | undefined {
    const choice = this.#choice
    if (choice === 'none') return 'none'
    if (this.#isCalled || choice === undefined || choice === 'auto') return undefined
    if (choice === 'required') return 'required'
    const shown = tools.find(({ tool }) => tool === choice)
    if (shown) return { tool: shown.name }
    throw new ToolyardError(
      'invalid_config',
      `agent "${this.#agent}" is to call the tool "${chosenTool(choice)}", which it can't be shown now`,
      { hint: 'See whether the tool is enabled and in the version of the agent, or change toolChoice.' },
    )
  }

  /** What the run ends with if it was over when it was taken up. */
  async atStart(usage: RunUsage): Promise<StopAnswer | undefined> {
    return this.#before && this.after({ ...this.#before, usage })
  }

  /** What the run ends with if it is over after this step. Throws what a function throws. */
  async after(step: TakenStep): Promise<StopAnswer | undefined> {
    this.#isCalled ||= step.calls.some(({ tool, result }) => this.#counts({ tool, status: result.status }))
    const text = await this.#stopText(step)
    if (text === undefined) return undefined
    if (this.#schema === undefined) return { text, fits: true }
    const read = await readOutput(text, this.#schema)
    return 'output' in read ? { text, output: read.output, fits: true } : { text, fits: false }
  }

  async #stopText(step: TakenStep): Promise<string | undefined> {
    const stop = this.#stopWhen
    if (stop === undefined) return undefined
    if (typeof stop === 'function') return (await stop(step)) ? step.text : undefined
    const { tools = [], text, output } = stop
    const answered = step.calls.find(({ tool, result }) => tools.includes(tool) && result.status === 'ok')
    if (answered) return textOf(answered.result)
    if (text !== undefined && step.text.includes(text)) return step.text
    if (output !== true || this.#schema === undefined) return undefined
    return 'output' in (await readOutput(step.text, this.#schema)) ? step.text : undefined
  }

  #counts({ tool, status }: { readonly tool: string; readonly status: string }): boolean {
    const chosen = chosenTool(this.#choice)
    return status !== 'cancelled' && (chosen === undefined || chosen === tool)
  }
}

/** The run's last answer, if it has calls and all of them have answered. */
function lastStep(history: RunRequest['history'], runId: string): Step | undefined {
  const from = history.findLastIndex((message) => message.role === 'assistant')
  const answer = history[from]
  if (answer?.runId !== runId) return undefined
  const results = new Map(
    history
      .slice(from + 1)
      .flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'tool_result' ? [[part.callId, part] as const] : [])),
      ),
  )
  const wanted = answer.parts.flatMap((part) => (part.type === 'tool_call' ? [part] : []))
  const calls = wanted.flatMap(({ callId, tool, input }) => {
    const result = results.get(callId)
    return result ? [{ callId, tool, input, result }] : []
  })
  if (calls.length === 0 || calls.length < wanted.length) return undefined
  const text = answer.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  return { text, calls }
}
