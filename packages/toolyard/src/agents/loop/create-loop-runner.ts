/**
 * `createLoopRunner`: the built-in runner, with any model.
 *
 * @module
 */
import type { ToolFault } from '../../define/index.ts'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Model, ModelOptions, ReasoningEffort } from '../models/index.ts'
import type { RunEvent, RunUsage } from '../run/run-event.ts'
import type { RunAgent, Runner, RunRequest } from '../run/runner.ts'
import { usualRetry } from './back-off.ts'
import { ContextView } from './context/context-view.ts'
import type { LoopParts, LoopRun } from './loop-parts.ts'
import { runLoop } from './run-loop.ts'
import { type CompiledTools, ToolBox } from './tool-box.ts'
import { UsageMeter } from './usage-meter.ts'

const noUsage: RunUsage = { steps: 0, inputTokens: 0, outputTokens: 0 }
const efforts: readonly unknown[] = ['none', 'minimal', 'low', 'medium', 'high'] satisfies ReasoningEffort[]

export function createLoopRunner(parts: LoopParts): Runner {
  const compiled = new Map<string, CompiledTools>()
  const toolsFor = (model: Model): ToolBox => {
    const key = `${model.dialect} ${model.strict}`
    let tools = compiled.get(key)
    if (!tools) compiled.set(key, (tools = new WeakMap()))
    return new ToolBox(model, parts.explanation, tools)
  }
  return { name: 'loop', run: (request) => run({ ...parts, toolsFor }, request) }
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
  const { maxCost } = request.limits
  if (maxCost !== undefined && model.price === undefined)
    throw new ToolyardError(
      'invalid_config',
      `the run may cost ${maxCost}, and model "${model.name}" has no price`,
      { hint: `Add it under models.prices of the configuration: "${model.name}": { input, output }.` },
    )
  return {
    parts: {
      clock: parts.clock,
      ids: parts.ids,
      random: parts.random ?? Math.random,
      retry: { ...usualRetry, ...parts.retry },
    },
    request,
    model,
    options: optionsOf(request.agent),
    tools: parts.toolsFor(model),
    view: new ContextView(request.history),
    usage: new UsageMeter(model.price),
  }
}

/** `temperature`, `maxOutputTokens` and `reasoning` of the agent's settings. */
function optionsOf({ name, settings }: RunAgent): ModelOptions {
  const { temperature, maxOutputTokens, reasoning } = settings
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0))
    throw wrongSetting(name, 'temperature', 'a number from 0')
  if (maxOutputTokens !== undefined && !(typeof maxOutputTokens === 'number' && maxOutputTokens >= 1))
    throw wrongSetting(name, 'maxOutputTokens', 'a number of tokens from 1')
  if (reasoning !== undefined && !efforts.includes(reasoning))
    throw wrongSetting(name, 'reasoning', `one of ${efforts.join(', ')}`)
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
  const { code, message, hint, retryable, retryAfterMs } = thrown
  return {
    code,
    message,
    retryable,
    ...(hint !== undefined && { hint }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}
