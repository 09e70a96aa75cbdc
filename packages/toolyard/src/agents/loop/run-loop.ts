/**
 * The loop of one run: the model is asked, its calls are made, its results are shown to it, until it has nothing more to
 * do or may do no more.
 *
 * Everything said is saved before the run goes on, and whatever ends it, every call in the thread has its result.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { type ErrorCode, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { MessagePart, ThreadMessage } from '../../store/index.ts'
import { resultPart } from '../run/open-calls.ts'
import type { CompactedBy, RunEnd, RunEvent } from '../run/run-event.ts'
import type { ModelOptions } from '../models/index.ts'
import { callTools, stoppedResult } from './call-tools.ts'
import { endAfter, mostCuts, notMade, stepEndAfter } from './cut-answer.ts'
import { tokensOfPart, tokensOfText } from './context/estimate.ts'
import { summarise } from './context/summarise.ts'
import type { LoopRun } from './loop-parts.ts'
import { type LoopSign, LoopWatch, loopWarning } from './loop-watch.ts'
import { readAnswer, type WantedCall } from './read-calls.ts'
import { outputWords, readOutput, repairWords } from './read-output.ts'
import type { StopAnswer } from './step-rules.ts'
import { type StepOutcome, takeStep } from './take-step.ts'
import type { TurnTools } from './tool-box.ts'

/** Of the context that is kept for the answer if its longest is not configured. */
const answerTokens = 16_000
const answerShare = 0.25
/** How often a conversation is made smaller because the service finds it too long, and by how much. */
const shrinkings = 4
const shrinking = 0.7
/** Of one service; another may do better. */
const serviceFaults: readonly ErrorCode[] = ['unavailable', 'rate_limited', 'timeout']

/** Ends with the one `done` event; throws if the run has failed. */
export async function* runLoop(run: LoopRun): AsyncGenerator<RunEvent, void, undefined> {
  const { request, view, usage } = run
  const used = usedIds(view.messages)
  const watch = new LoopWatch()
  let cuts = 0
  /** What it said last, for a run that ends before it has finished. */
  let text = ''
  const over = stopEvent(run, await run.rules.atStart(usage.usage))
  if (over) return yield over
  for (;;) {
    await takeArrived(run)
    const end = request.signal.aborted ? 'stopped' : usage.reached(request.limits)
    if (end !== undefined) return yield done(run, end, text)
    run.manifests = await request.tools.snapshot()
    const outcome = yield* timed(run, askModels(run))
    const turn = run.tools.turn(run.manifests)
    if (outcome.type === 'over') return yield done(run, outcome.reason, text)
    if (outcome.type === 'stopped') {
      await say(run, outcome.text === '' ? [] : [{ type: 'text', text: outcome.text }])
      return yield done(run, 'stopped', outcome.text || text)
    }
    if (outcome.type === 'interrupted') {
      yield { type: 'usage', usage: usage.usage }
      await say(run, outcome.text === '' ? [] : [{ type: 'text', text: outcome.text }])
      continue
    }
    const { parts, calls } = readAnswer(outcome.parts, turn, { used, ids: run.parts.ids })
    run.steps.end(stepEndAfter[outcome.reason], {
      calls: calls.map(({ callId: id, tool }) => ({ id, tool })),
    })
    const said = textOfParts(parts)
    text = said || text
    yield { type: 'usage', usage: usage.usage }
    await say(run, parts)
    if (calls.length === 0) {
      if (await takeArrived(run)) continue
      const last =
        outcome.reason === 'stop' ? await lastAnswer(run, said) : done(run, endAfter[outcome.reason], said)
      if (last) return yield last
    } else if (outcome.reason === 'stop') {
      cuts = 0
      const sign = yield* makeCalls(run, { calls, text: said }, watch)
      if (sign === 'loop') return yield done(run, 'loop', text)
      if (typeof sign === 'object') return yield sign
    } else {
      yield* leaveCalls(run, calls, outcome.reason)
      if (outcome.reason === 'refused' || ++cuts >= mostCuts)
        return yield done(run, endAfter[outcome.reason], text)
    }
  }
}

/** How the run ends with an answer that is whole; undefined if the model was asked to answer once more, with data. */
async function lastAnswer(run: LoopRun, said: string): Promise<RunEvent | undefined> {
  const { output: schema } = run.request
  if (schema === undefined) return done(run, 'finished', said)
  const read = await readOutput(said, schema)
  if ('output' in read) return done(run, 'finished', said, read.output)
  if (run.repaired.has('output')) return done(run, 'invalid_output', said)
  run.repaired.add('output')
  const parts = [{ type: 'text', text: repairWords(read.problem) } as const]
  await keepMessage(run, { role: 'user', parts, from: 'toolyard' })
  return undefined
}

type AnsweredStep =
  | Exclude<StepOutcome, { type: 'too_long' }>
  /** A limit leaves no room for the step. */
  | { readonly type: 'over'; readonly reason: RunEnd }

/** Notes when the model is asked and what comes of it; of a whole answer once its calls are known. */
async function* timed(
  { steps }: LoopRun,
  asking: AsyncGenerator<RunEvent, AnsweredStep, undefined>,
): AsyncGenerator<RunEvent, AnsweredStep, undefined> {
  steps.begin()
  try {
    for (let next = await asking.next(); ; next = await asking.next()) {
      if (next.done === true) {
        const { type } = next.value
        if (type === 'stopped' || type === 'interrupted') steps.end(type)
        return next.value
      }
      steps.heard(next.value)
      yield next.value
    }
  } catch (error) {
    steps.end('failed', { error: messageOf(error) })
    throw error
  } finally {
    await asking.return?.({ type: 'over', reason: 'stopped' })
  }
}

/** A model whose service fails for good gives way to the next one that the agent names. */
async function* askModels(run: LoopRun): AsyncGenerator<RunEvent, AnsweredStep, undefined> {
  for (;;)
    try {
      return yield* askModel(run)
    } catch (error) {
      if (!ToolyardError.isInstance(error) || !serviceFaults.includes(error.code)) throw error
      const next = yield* nextModel(run)
      if (next === undefined) throw error
      yield { type: 'retry', reason: `${error.message}; going on with model "${next}"`, delayMs: 0 }
    }
}

/** One that can't be asked at all, such as one without a key, is passed over. */
async function* nextModel(run: LoopRun): AsyncGenerator<RunEvent, string | undefined, undefined> {
  for (;;)
    try {
      return await run.nextModel()
    } catch (error) {
      yield { type: 'notice', text: `A fallback model is passed over: ${messageOf(error)}` }
    }
}

/** The model's answer to the conversation as far as it fits; made smaller if the service finds it too long all the same. */
async function* askModel(run: LoopRun): AsyncGenerator<RunEvent, AnsweredStep, undefined> {
  const { model, request, view } = run
  const system = systemOf(run)
  const { options, answer } = answerRoom(run)
  let most = model.contextLimit
  let complaint = `its context has ${model.contextLimit} tokens`
  for (let tried = 0; tried < shrinkings; tried++) {
    const turn = yield* fitWithTools(run, { system, answer, most })
    if (request.signal.aborted) return { type: 'stopped', text: '' }
    if (!turn) break
    const fixed = tokensOfText(system) + turn.tokens
    const estimated = view.tokens + fixed
    const over = request.reserve?.({ tokens: estimated, cost: run.usage.costOf({ inputTokens: estimated }) })
    if (over !== undefined) return { type: 'over', reason: over }
    const { messages, answers } = view
    const toolChoice = run.rules.choiceIn(turn)
    const { attachment } = request
    const question = { system, messages, attachment, tools: turn.tools, answers, options, toolChoice }
    const outcome = yield* takeStep(run, question, estimated)
    if (outcome.type === 'stopped' || outcome.type === 'interrupted') return outcome
    if (outcome.type === 'finish') {
      const output = outcome.parts.reduce((sum, part) => sum + tokensOfPart(part), 0)
      run.usage.add(outcome.usage, { input: estimated, output })
      view.learn(estimated, outcome.usage.inputTokens ?? 0)
      return outcome
    }
    complaint = outcome.message
    most = view.tokens * shrinking
  }
  throw new ToolyardError(
    'budget_exhausted',
    `model "${model.name}": the conversation does not fit any more (${complaint})`,
    { hint: 'Give the agent a shorter prompt or fewer tools, or take a model with a longer context.' },
  )
}

function systemOf({ request: { agent, output } }: LoopRun): string {
  return [agent.prompt, ...(output ? [outputWords(output)] : [])].filter((text) => text !== '').join('\n\n')
}

/**
 * The tools of a step whose conversation fits beside them; undefined if it can't be made to. Who is not shown everything any more gets tools
 * to look at the rest, in this very step: it is told of them.
 */
async function* fitWithTools(
  run: LoopRun,
  { system, answer, most }: { readonly system: string; readonly answer: number; readonly most: number },
): AsyncGenerator<RunEvent, TurnTools | undefined, undefined> {
  const { model, request, view } = run
  for (;;) {
    const turn = run.tools.turn(run.manifests)
    const left = model.contextLimit - answer - tokensOfText(system) - turn.tokens
    const { kept } = view
    if (!(yield* fit(run, Math.max(Math.min(left, most), 0)))) return undefined
    if (view.kept === kept || request.signal.aborted) return turn
    const manifests = await request.tools.snapshot()
    if (run.tools.turn(manifests) === turn) return turn
    run.manifests = manifests
  }
}

/** Makes the conversation fit, keeps how it is shown, and tells of it. Whether it fits. */
async function* fit(run: LoopRun, room: number): AsyncGenerator<RunEvent, boolean, undefined> {
  const { request, view } = run
  const [before, kept] = [view.tokens, view.kept]
  let by: CompactedBy = 'cuts'
  const fits = await view.fit(room, {
    keep: request.tools.keep?.bind(request.tools),
    async summarise(messages, earlier) {
      await request.beforeSummary?.()
      const summary = await summarise(run, messages, earlier)
      by = summary.by
      return summary.text
    },
  })
  if (view.kept === kept || request.signal.aborted) return fits
  await request.saveView?.(view.kept)
  yield {
    type: 'compacted',
    by,
    messages: view.kept.messages,
    tokensBefore: before,
    tokensAfter: view.tokens,
  }
  return fits
}

/** What is kept of the context for the answer: what is asked for, as far as half of the context goes. */
function answerRoom({ model, options }: LoopRun): {
  readonly options: ModelOptions
  readonly answer: number
} {
  const { maxOutputTokens } = options
  if (maxOutputTokens === undefined)
    return { options, answer: Math.min(answerTokens, model.contextLimit * answerShare) }
  const answer = Math.min(maxOutputTokens, Math.floor(model.contextLimit / 2))
  return { options: { ...options, maxOutputTokens: answer }, answer }
}

/**
 * Also if the reader leaves in between: calls that were written down get their results written down. The last event if the run is over
 * after this step.
 */
async function* makeCalls(
  run: LoopRun,
  { calls, text }: { readonly calls: readonly WantedCall[]; readonly text: string },
  watch: LoopWatch,
): AsyncGenerator<RunEvent, LoopSign | RunEvent, undefined> {
  const results = new Map<string, ToolResult>()
  try {
    yield* callTools(run, calls, results)
  } finally {
    const parts = calls.map((call) => resultPart(results.get(call.callId) ?? stoppedResult(call), call))
    await keepMessage(run, { role: 'tool', parts })
  }
  const over = run.request.signal.aborted ? undefined : await overAfter(run, { calls, text }, results)
  if (over) return over
  const sign = watch.note(calls, results)
  if (sign === 'told')
    await keepMessage(run, {
      role: 'user',
      parts: [{ type: 'text', text: loopWarning }],
      from: 'toolyard',
    })
  return sign
}

async function overAfter(
  run: LoopRun,
  { calls, text }: { readonly calls: readonly WantedCall[]; readonly text: string },
  results: ReadonlyMap<string, ToolResult>,
): Promise<RunEvent | undefined> {
  const answered = calls.map((call) => ({ ...call, result: results.get(call.callId) ?? stoppedResult(call) }))
  return stopEvent(run, await run.rules.after({ text, calls: answered, usage: run.usage.usage }))
}

function stopEvent(run: LoopRun, answer: StopAnswer | undefined): RunEvent | undefined {
  return answer && done(run, answer.fits ? 'stop_condition' : 'invalid_output', answer.text, answer.output)
}

/** Calls of an answer that is not whole are not made, and have a result that says so. */
async function* leaveCalls(
  run: LoopRun,
  calls: readonly WantedCall[],
  reason: 'length' | 'refused',
): AsyncGenerator<RunEvent, void, undefined> {
  const results = calls.map((call) => notMade(call, reason))
  for (const { callId, tool, input } of calls) yield { type: 'tool_call', callId, tool, input }
  for (const result of results) yield { type: 'tool_result', callId: result.callId, result }
  const parts = results.map((result) => resultPart(result, result))
  await keepMessage(run, { role: 'tool', parts })
}

/** Whether anything had come in. */
async function takeArrived({ request, view }: LoopRun): Promise<boolean> {
  const arrived = await request.arrived()
  if (arrived.length === 0) return false
  await request.save(arrived)
  for (const message of arrived) view.add(message)
  return true
}

/** An answer without words or calls is not a message: services refuse it. */
async function say(run: LoopRun, parts: readonly MessagePart[]): Promise<void> {
  if (parts.some(({ type }) => type !== 'reasoning')) await keepMessage(run, { role: 'assistant', parts })
}

async function keepMessage(
  { request, view, parts: { ids, clock } }: LoopRun,
  said: Pick<ThreadMessage, 'role' | 'parts' | 'from'>,
): Promise<void> {
  const message = { ...said, id: ids.next('msg'), runId: request.runId, at: clock.wall() }
  await request.save([message])
  view.add(message)
}

function usedIds(messages: readonly ThreadMessage[]): Set<string> {
  return new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool_call' ? [part.callId] : [])),
    ),
  )
}

function textOfParts(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

function done(
  { usage }: LoopRun,
  reason: RunEnd,
  ...[text, output]: [text: string, output?: unknown]
): RunEvent {
  return { type: 'done', reason, text, ...(output !== undefined && { output }), usage: usage.usage }
}
