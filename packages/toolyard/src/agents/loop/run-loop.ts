/**
 * The loop of one run: the model is asked, its calls are made, its results are shown to it, until it has nothing more to
 * do or may do no more.
 *
 * Everything said is saved before the run goes on, and whatever ends it, every call in the thread has its result.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { faultText, ToolyardError } from '../../kernel/index.ts'
import type { MessagePart, ThreadMessage } from '../../store/index.ts'
import type { RunEnd, RunEvent } from '../run/run-event.ts'
import { callTools, stoppedResult } from './call-tools.ts'
import { tokensOfPart, tokensOfText } from './context/estimate.ts'
import type { LoopRun } from './loop-parts.ts'
import { readAnswer, type WantedCall } from './read-calls.ts'
import { type StepOutcome, takeStep } from './take-step.ts'
import type { TurnTools } from './tool-box.ts'

/** Of the context that is kept for the answer if its longest is not configured. */
const answerTokens = 16_000
const answerShare = 0.25
/** How often a conversation is made smaller because the service finds it too long, and by how much. */
const shrinkings = 4
const shrinking = 0.7

/** Ends with the one `done` event; throws if the run has failed. */
export async function* runLoop(run: LoopRun): AsyncGenerator<RunEvent, void, undefined> {
  const { request, view, usage } = run
  const used = usedIds(view.messages)
  let text = ''
  for (;;) {
    await takeArrived(run)
    const end = request.signal.aborted ? 'stopped' : usage.reached(request.limits)
    if (end !== undefined) return yield done(run, end, text)
    const turn = run.tools.turn(await request.tools.snapshot())
    const outcome = yield* askModel(run, turn)
    if (outcome.type === 'stopped') {
      await say(run, outcome.text === '' ? [] : [{ type: 'text', text: outcome.text }])
      return yield done(run, 'stopped', outcome.text || text)
    }
    const { parts, calls } = readAnswer(outcome.parts, turn, { used, ids: run.parts.ids })
    text = textOfParts(parts) || text
    yield { type: 'usage', usage: usage.usage }
    await say(run, parts)
    if (calls.length > 0) yield* makeCalls(run, calls)
    else if (!(await takeArrived(run)))
      return yield done(run, outcome.reason === 'cut' ? 'cut_off' : 'finished', text)
  }
}

type AnsweredStep = Exclude<StepOutcome, { type: 'too_long' }>

/** The model's answer to the conversation as far as it fits; made smaller if the service finds it too long all the same. */
async function* askModel(run: LoopRun, turn: TurnTools): AsyncGenerator<RunEvent, AnsweredStep, undefined> {
  const { model, options, request, view } = run
  const system = request.agent.prompt
  const fixed = tokensOfText(system) + turn.tokens
  const answer = Math.min(options.maxOutputTokens ?? answerTokens, model.contextLimit * answerShare)
  const folding = { canRead: turn.canRead, keep: request.tools.keep?.bind(request.tools) }
  let room = Math.max(model.contextLimit - answer - fixed, 0)
  let complaint = `its context has ${model.contextLimit} tokens`
  for (let tried = 0; tried < shrinkings; tried++) {
    if (!(await view.fit(room, folding))) break
    const estimated = view.tokens + fixed
    const outcome = yield* takeStep(run, { system, messages: view.messages, tools: turn.tools, options })
    if (outcome.type === 'stopped') return outcome
    if (outcome.type === 'finish') {
      const output = outcome.parts.reduce((sum, part) => sum + tokensOfPart(part), 0)
      run.usage.add(outcome.usage, { input: estimated, output })
      view.learn(estimated, outcome.usage.inputTokens ?? 0)
      return outcome
    }
    complaint = outcome.message
    room = Math.min(room, view.tokens) * shrinking
  }
  throw new ToolyardError(
    'budget_exhausted',
    `model "${model.name}": the conversation does not fit any more (${complaint})`,
    { hint: 'Begin a new thread, give the agent fewer tools, or take a model with a longer context.' },
  )
}

/** Also if the reader leaves in between: calls that were written down get their results written down. */
async function* makeCalls(
  run: LoopRun,
  calls: readonly WantedCall[],
): AsyncGenerator<RunEvent, void, undefined> {
  const results = new Map<string, ToolResult>()
  try {
    yield* callTools(run, calls, results)
  } finally {
    const parts = calls.map((call) => resultPart(results.get(call.callId) ?? stoppedResult(call), call))
    await keepMessage(run, 'tool', parts)
  }
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
  if (parts.some(({ type }) => type !== 'reasoning')) await keepMessage(run, 'assistant', parts)
}

async function keepMessage(
  { request, view, parts: { ids, clock } }: LoopRun,
  role: ThreadMessage['role'],
  parts: readonly MessagePart[],
): Promise<void> {
  const message = { id: ids.next('msg'), role, parts, runId: request.runId, at: clock.wall() }
  await request.save([message])
  view.add(message)
}

function resultPart(
  { status, content, error, handle }: ToolResult,
  { callId, tool }: WantedCall,
): MessagePart {
  return {
    type: 'tool_result',
    callId,
    tool,
    status,
    content: content.length > 0 || !error ? content : [{ type: 'text', text: faultText(error) }],
    ...(handle !== undefined && { handle }),
  }
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

function done({ usage }: LoopRun, reason: RunEnd, text: string): RunEvent {
  return { type: 'done', reason, text, usage: usage.usage }
}
