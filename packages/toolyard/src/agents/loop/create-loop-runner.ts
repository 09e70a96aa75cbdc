/**
 * `createLoopRunner`: the built-in runner, with any model.
 *
 * @module
 */
import type { ToolFault } from '../../define/index.ts'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Model, ModelOptions } from '../models/index.ts'
import type { RunEvent, RunUsage } from '../run/run-event.ts'
import type { RunAgent, Runner, RunRequest } from '../run/runner.ts'
import { StepClock } from '../run/step-clock.ts'
import { type ReasoningEffort, reasoningEfforts, type RetryChoice } from '../step-settings.ts'
import { usualRetry } from './back-off.ts'
import { ContextView } from './context/context-view.ts'
import type { LoopParts, LoopRun, RetrySettings } from './loop-parts.ts'
import { wasRepaired } from './read-output.ts'
import { runLoop } from './run-loop.ts'
import { StepRules } from './step-rules.ts'
import { type CompiledTools, ToolBox } from './tool-box.ts'
import { UsageMeter } from './usage-meter.ts'

const noUsage: RunUsage = { steps: 0, inputTokens: 0, outputTokens: 0 }

export function createLoopRunner(parts: LoopParts): Runner {
  const compiled = new Map<string, CompiledTools>()
  const toolsFor = (model: Model): ToolBox => {
    const key = `${model.dialect} ${model.strict}`
    let tools = compiled.get(key)
    if (!tools) compiled.set(key, (tools = new WeakMap()))
    return new ToolBox(model, parts.explanation, tools)
  }
  return {
    name: 'loop',
    resumes: true,
    parks: true,
    tellsAnswers: true,
    run: (request) => run({ ...parts, toolsFor }, request),
  }
}

interface RunnerParts extends LoopParts {
  readonly toolsFor: (model: Model) => ToolBox
}

async function* run(parts: RunnerParts, request: RunRequest): AsyncGenerator<RunEvent, void, undefined> {
  const { runId, threadId, agent, model } = request
  let begun: LoopRun | undefined
  try {
    yield { type: 'started', runId, threadId, agent: agent.name, model }
    begun = begin(parts, request, await parts.models.open(model))
    yield* runLoop(begun)
  } catch (error) {
    const usage = begun?.usage.usage ?? noUsage
    const isStop = request.signal.aborted && isCancellation(error)
    if (isStop) yield { type: 'done', reason: 'stopped', text: '', usage }
    else yield { type: 'error', error: faultOf(error), usage }
  }
}

/** What a part may throw if it is asked for something while the run is stopped. */
function isCancellation(error: unknown): boolean {
  if (ToolyardError.isInstance(error)) return error.code === 'cancelled'
  return error instanceof Error && error.name === 'AbortError'
}

function begin(parts: RunnerParts, request: RunRequest, model: Model): LoopRun {
  checkPrice(request, model)
  const others = [...((request.agent.settings['fallbackModels'] as readonly string[] | undefined) ?? [])]
  const begun: LoopRun = {
    parts: {
      clock: parts.clock,
      ids: parts.ids,
      random: parts.random ?? Math.random,
      retry: retryOf(parts, request.agent),
    },
    request,
    model,
    options: optionsOf(request.agent),
    tools: parts.toolsFor(model),
    manifests: [],
    view: new ContextView(request.history, request.view),
    usage: new UsageMeter(model.price, request.spent),
    steps: new StepClock({
      clock: parts.clock,
      usage: () => begun.usage.usage,
      model: () => begun.model.name,
      note: request.stepTaken?.bind(request),
    }),
    repaired: new Set(wasRepaired(request.history, request.runId) ? ['output'] : []),
    rules: new StepRules(request),
    async nextModel() {
      const name = others.shift()
      if (name === undefined) return undefined
      const next = await parts.models.open(name)
      checkPrice(request, next)
      begun.model = next
      begun.tools = parts.toolsFor(next)
      begun.usage.reprice(next.price)
      return name
    },
  }
  return begun
}

function checkPrice({ limits: { maxCost } }: RunRequest, model: Model): void {
  if (maxCost !== undefined && model.price === undefined)
    throw new ToolyardError(
      'invalid_config',
      `the run may cost ${maxCost}, and model "${model.name}" has no price`,
      { hint: `Add it under models.prices of the configuration: "${model.name}": { input, output }.` },
    )
}

/** What the agent's settings say, over what the installation says, over what stands. */
function retryOf({ retry }: LoopParts, { settings }: RunAgent): RetrySettings {
  const { attempts, maxDelayMs, errors } = (settings['retry'] ?? {}) as RetryChoice
  return {
    ...usualRetry,
    ...retry,
    ...(attempts !== undefined && { attempts }),
    ...(maxDelayMs !== undefined && { longestMs: maxDelayMs }),
    ...(errors && { errors }),
  }
}

/** `temperature`, `maxOutputTokens` and `reasoning` of the agent's settings. */
function optionsOf({ name, settings }: RunAgent): ModelOptions {
  const { temperature, maxOutputTokens, reasoning } = settings
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0))
    throw wrongSetting(name, 'temperature', 'a number from 0')
  if (maxOutputTokens !== undefined && !(typeof maxOutputTokens === 'number' && maxOutputTokens >= 1))
    throw wrongSetting(name, 'maxOutputTokens', 'a number of tokens from 1')
  if (reasoning !== undefined && !reasoningEfforts.some((effort) => effort === reasoning))
    throw wrongSetting(name, 'reasoning', `one of ${reasoningEfforts.join(', ')}`)
  return { temperature, maxOutputTokens, reasoning: reasoning as ReasoningEffort | undefined }
}

function wrongSetting(agent: string, setting: string, expected: string): ToolyardError {
  return new ToolyardError('invalid_config', `agent "${agent}": the setting ${setting} is not ${expected}`, {
    hint: `Give ${expected}, or leave it out.`,
  })
}

function faultOf(thrown: unknown): ToolFault {
  if (!ToolyardError.isInstance(thrown))
    return { code: 'internal', message: messageOf(thrown), retryable: false }
  const { code, message, hint, retryable, retryAfterMs, says } = thrown
  return {
    code,
    message,
    retryable,
    ...(hint !== undefined && { hint }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(says && { says }),
  }
}
