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
import { tokensOfText } from './context/estimate.ts'
import type { LoopRun } from './loop-parts.ts'

export type StepOutcome =
  | ModelAnswer
  | { readonly type: 'too_long'; readonly message: string }
  /** With what the model had said by then. */
  | { readonly type: 'stopped'; readonly text: string }
  | { readonly type: 'interrupted'; readonly text: string }

type ModelQuestion = Omit<ModelRequest, 'signal'>

/** Throws a `ToolyardError` if the service has failed for good. `estimated`: tokens of the question. */
export async function* takeStep(
  run: LoopRun,
  question: ModelQuestion,
  estimated: number,
): AsyncGenerator<RunEvent, StepOutcome, undefined> {
  const { signal } = run.request
  const { clock, retry, random } = run.parts
  const answer = run.request.answerSignal?.() ?? signal
  const given = { ...question, signal: answer === signal ? signal : AbortSignal.any([signal, answer]) }
  for (let number = 1; ; number++) {
    const said = { text: '', all: '' }
    try {
      return yield* ask(run, given, said)
    } catch (error) {
      if (said.all !== '') run.usage.addBroken({ input: estimated, output: tokensOfText(said.all) })
      if (signal.aborted) return { type: 'stopped', text: said.text }
      if (answer.aborted) return { type: 'interrupted', text: said.text }
      const fault = ToolyardError.isInstance(error) ? error : unexpected(error)
      const delayMs = delayBefore(fault, { number, settings: retry, random })
      if (delayMs === undefined) throw fault
      yield { type: 'retry', reason: fault.message, delayMs }
      await pause(delayMs, { clock, signal: given.signal }).catch(() => {})
      if (signal.aborted) return { type: 'stopped', text: '' }
      if (answer.aborted) return { type: 'interrupted', text: '' }
    }
  }
}

/** One answer that nobody hears, tried once. Throws if there is none. */
export async function askQuietly(run: LoopRun, question: ModelQuestion): Promise<ModelAnswer> {
  const events = ask(run, { ...question, signal: run.request.signal }, { text: '', all: '' })
  for (;;) {
    const next = await events.next()
    if (next.done !== true) continue
    if (next.value.type === 'finish') return next.value
    throw new ToolyardError('unavailable', `model "${run.model.name}" gave no answer`)
  }
}

async function* ask(
  run: LoopRun,
  question: ModelRequest,
  said: { text: string; all: string },
): AsyncGenerator<RunEvent, StepOutcome, undefined> {
  const watch = watchSilence(run, question.signal)
  try {
    const asked = { ...question, signal: watch.signal, runId: run.request.runId }
    for await (const event of run.model.stream(asked)) {
      watch.heard()
      if (event.type === 'finish' || event.type === 'too_long') return event
      if (event.type !== 'notice') said.all += event.delta
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
  /** Aborts with the question, or when the service says nothing for too long. */
  readonly signal: AbortSignal
  heard(): void
  isSilent(): boolean
  end(): void
}

function watchSilence(run: LoopRun, signal: AbortSignal): SilenceWatch {
  const { clock, retry } = run.parts
  const stop = new AbortController()
  const onAbort = (): void => stop.abort(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  let isSilent = false
  let heardAt = clock.now()
  const check = (): void => {
    const left = heardAt + retry.silenceMs - clock.now()
    if (left > 0) deadline = clock.after(left, check)
    else {
      isSilent = true
      stop.abort(silentService(run))
    }
  }
  let deadline = clock.after(retry.silenceMs, check)
  return {
    signal: stop.signal,
    heard: () => void (heardAt = clock.now()),
    isSilent: () => isSilent,
    end: () => {
      deadline.cancel()
      signal.removeEventListener('abort', onAbort)
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
