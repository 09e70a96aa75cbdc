/**
 * One step: the model is asked until it has answered whole, and what it says is passed on as it comes.
 *
 * A service that fails is asked again, always before anything of the step was acted on: calls begin when the whole answer
 * is there. What was passed on of a failed answer is declared void by a `retry` event.
 *
 * @module
 */
import { pause, ToolyardError } from '../../kernel/index.ts'
import type { ModelAnswer, ModelRequest } from '../models/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import { delayBefore } from './back-off.ts'
import type { LoopRun } from './loop-parts.ts'

export type StepOutcome =
  | ModelAnswer
  | { readonly type: 'too_long'; readonly message: string }
  /** With what the model had said by then. */
  | { readonly type: 'stopped'; readonly text: string }

type ModelQuestion = Omit<ModelRequest, 'signal'>

/** Throws a `ToolyardError` if the service has failed for good. */
export async function* takeStep(
  run: LoopRun,
  question: ModelQuestion,
): AsyncGenerator<RunEvent, StepOutcome, undefined> {
  const { signal } = run.request
  const { clock, retry, random } = run.parts
  for (let number = 1; ; number++) {
    const said = { text: '' }
    try {
      return yield* ask(run, question, said)
    } catch (error) {
      if (signal.aborted) return { type: 'stopped', text: said.text }
      const fault = ToolyardError.isInstance(error) ? error : unexpected(error)
      const delayMs = delayBefore(fault, { number, settings: retry, random })
      if (delayMs === undefined) throw fault
      yield { type: 'retry', reason: fault.message, delayMs }
      await pause(delayMs, { clock, signal }).catch(() => {})
      if (signal.aborted) return { type: 'stopped', text: '' }
    }
  }
}

async function* ask(
  run: LoopRun,
  question: ModelQuestion,
  said: { text: string },
): AsyncGenerator<RunEvent, StepOutcome, undefined> {
  const watch = watchSilence(run)
  try {
    for await (const event of run.model.stream({ ...question, signal: watch.signal })) {
      watch.heard()
      if (event.type === 'finish' || event.type === 'too_long') return event
      if (event.type === 'text') said.text += event.delta
      yield event
      watch.heard()
    }
  } catch (error) {
    throw watch.isSilent() ? silentService(run) : error
  } finally {
    watch.end()
  }
  throw new ToolyardError('unavailable', `model "${run.model.name}": the answer has no end`, {
    retryable: true,
  })
}

interface SilenceWatch {
  /** Aborts with the run, or when the service says nothing for too long. */
  readonly signal: AbortSignal
  heard(): void
  isSilent(): boolean
  end(): void
}

function watchSilence({ request, parts: { clock, retry } }: LoopRun): SilenceWatch {
  const stop = new AbortController()
  const onAbort = (): void => stop.abort(request.signal.reason)
  if (request.signal.aborted) onAbort()
  else request.signal.addEventListener('abort', onAbort, { once: true })
  let isSilent = false
  let heardAt = clock.now()
  const check = (): void => {
    const left = heardAt + retry.silenceMs - clock.now()
    if (left > 0) deadline = clock.after(left, check)
    else {
      isSilent = true
      stop.abort()
    }
  }
  let deadline = clock.after(retry.silenceMs, check)
  return {
    signal: stop.signal,
    heard: () => void (heardAt = clock.now()),
    isSilent: () => isSilent,
    end: () => {
      deadline.cancel()
      request.signal.removeEventListener('abort', onAbort)
    },
  }
}

function silentService({ model, parts: { retry } }: LoopRun): ToolyardError {
  const seconds = Math.round(retry.silenceMs / 1000)
  return new ToolyardError('timeout', `model "${model.name}": the service said nothing for ${seconds} s`, {
    retryable: true,
    hint: 'Try again later, or use another model.',
  })
}

function unexpected(error: unknown): ToolyardError {
  return new ToolyardError('internal', ToolyardError.from(error).message, { cause: error })
}
