/**
 * One run in this process: from its first step, or from where another process left it, until it ends or goes on elsewhere.
 *
 * Everything is written under the attempt that has the run: once another process has taken it up, nothing more of this one counts.
 *
 * @module
 */
import { type JsonSchema, ToolyardError } from '../../kernel/index.ts'
import type { Approver } from '../../pipeline/index.ts'
import { isOpenRun, openRunStatuses, type RunRecord, type ThreadMessage } from '../../store/index.ts'
import type { Agent } from '../bound-tools.ts'
import { chosenTool } from '../step-settings.ts'
import { openBrief, type OpenBrief } from './open-brief.ts'
import type { LiveRun } from './live-run.ts'
import { endOfAnswer, type LastAnswer, lastAnswer } from './last-answer.ts'
import { openCalls, resultPart, withoutPending } from './open-calls.ts'
import type { LastRunEvent, RunEvent } from './run-event.ts'
import type { RunGround } from './run-ground.ts'
import type { RunMail } from './run-mail.ts'
import { shownPaths } from './run-files.ts'
import { goOn, tellCompaction } from './run-moments.ts'
import { isLast } from './run-streams.ts'
import { usageOf } from './run-usage.ts'
import { arrivalOf } from './run-words.ts'
import type { RunCall, Runner, RunTools } from './runner.ts'

/** What runs stand on, with the messages that are queued for them. */
export interface RunCourseGround extends RunGround {
  readonly mail: RunMail
}

export interface RunWork {
  readonly agent: Agent
  readonly model: string
  readonly runner: Runner
  readonly output: JsonSchema | undefined
  /** Where it stands in a trace. */
  readonly trace: string | undefined
  readonly person: Approver | undefined
}

/** Hands events on as they come; answers the last one, which is told when everything is written. */
export async function followCourse(
  ground: RunCourseGround,
  live: LiveRun,
  work: RunWork,
): Promise<LastRunEvent> {
  const { runner, agent, model, output } = work
  const { threadId, principal, attempt } = live.record
  const before = await threadOf(ground, live)
  let view = await ground.store.threads.view(threadId)
  // What a summary stands for is not before the model's eyes.
  const shown = before.slice(before.findIndex(({ id }) => id === view?.upTo) + 1)
  const brief = await openBrief(ground, live, { agent, model, history: shown })
  using tools = withPending(
    live,
    ground.tools({
      runId: live.id,
      threadId,
      agent: agent.name,
      above: live.above,
      principal,
      person: work.person,
      parks: live.parks,
      mode: live.mode,
      history: before,
      wanted: chosenTool(agent.settings['toolChoice']),
      isCut: () => view !== undefined,
      signal: live.signal,
      touched: brief.touched,
      wrote: (files) => live.noteWritten(files),
    }),
  )
  const history = attempt === 1 ? before : await takeUp(ground, live, { history: before, tools, output })
  if ('type' in history) return history
  const events = runner.run({
    runId: live.id,
    threadId,
    agent: { ...agent, prompt: brief.prompt },
    model,
    history,
    attachment: async (handle) => ground.store.attachments.read(threadId, handle),
    tools,
    limits: live.allowance,
    signal: live.signal,
    spent: usageOf(live.record),
    output,
    answerSignal: () => live.answerSignal(),
    reserve: (use) => live.tree.reserve(live.id, use),
    view,
    beforeSummary: () => tellCompaction(ground, live.record),
    async saveView(next) {
      view = next
      if (!live.left) await ground.store.threads.saveView(threadId, next)
    },
    stepTaken: (step) => live.noteStep(step),
    save: (messages) => save(ground, live, messages),
    arrived: () => arrived(ground, live, brief),
  })
  const last = await tellEvents(live, events, () => brief.tellNotices())
  if (last) return last
  throw new ToolyardError('internal', `runner "${runner.name}" ended without a last event`)
}

/** Hands events on; answers the last one. */
async function tellEvents(
  live: LiveRun,
  events: AsyncIterable<RunEvent>,
  started: () => void,
): Promise<LastRunEvent | undefined> {
  const isFirst = live.record.attempt === 1
  for await (const event of events) {
    if (live.left) throw leftError()
    live.note(event)
    if (isLast(event)) return event
    // Those who follow it have heard that it started.
    if (event.type !== 'started' || isFirst) live.feed.push(event)
    if (event.type === 'started' && isFirst) started()
  }
  return undefined
}

/** What was said, with the results of runs below that did not get there. */
async function threadOf(
  { store, ids, clock, mail }: RunCourseGround,
  live: LiveRun,
): Promise<readonly ThreadMessage[]> {
  const { id, threadId, attempt } = live.record
  const history = await store.threads.messages(threadId)
  if (attempt === 1) return history
  // What stands in the thread already is not heard again.
  const queued = await mail.collect(live, history)
  for (const { id: one } of queued) live.collected.delete(one)
  const below = await store.runs.list({ parentId: id, limit: mostBelow })
  const lost = below.filter(
    (run) =>
      run.plan?.reports && !isOpenRun(run) && !history.some(({ runId, from }) => runId === run.id && from),
  )
  if (lost.length === 0) return history
  const messages = lost.map((run) => ({ ...arrival(run), id: ids.next('msg'), at: clock.wall() }))
  if (!(await store.runs.step(live.record, messages))) throw lose(live)
  return [...history, ...messages]
}

const mostBelow = 1000

interface TakenUp {
  readonly history: readonly ThreadMessage[]
  readonly tools: RunTools
  readonly output: JsonSchema | undefined
}

/** Makes the calls that have no result; a call that was answered says the same again. The last event if nothing is left to do. */
async function takeUp(
  ground: RunCourseGround,
  live: LiveRun,
  { history, tools, output }: TakenUp,
): Promise<readonly ThreadMessage[] | LastRunEvent> {
  const calls = openCalls(history, live.id)
  if (calls.length === 0) {
    const answer = await lastAnswer(ground.store.runs, live.id, history)
    if (answer) return afterLast(ground, live, { answer, history, output })
    live.feed.push({ type: 'step_restarted', step: live.record.steps + 1, attempt: live.record.attempt })
    return history
  }
  for (const call of calls) live.feed.push({ type: 'tool_call', ...call })
  const results = await tools.call(calls, (callId, event) => {
    if (event.type !== 'result') live.feed.push({ type: 'tool_event', callId, event })
  })
  await noteEarlier(ground, live, calls)
  const parts = calls.flatMap((call, index) => {
    const result = results[index]
    if (result && result.status !== 'pending')
      live.feed.push({ type: 'tool_result', callId: call.callId, result })
    return result ? [resultPart(result, call)] : []
  })
  const message: ThreadMessage = {
    id: ground.ids.next('msg'),
    role: 'tool',
    parts,
    runId: live.id,
    at: ground.clock.wall(),
  }
  await save(ground, live, [message])
  return [...history, message]
}

/** After an answer without calls: what its model still has to hear, else how the run ends. */
async function afterLast(
  ground: RunCourseGround,
  live: LiveRun,
  { answer, history, output }: Pick<TakenUp, 'history' | 'output'> & { readonly answer: LastAnswer },
): Promise<readonly ThreadMessage[] | LastRunEvent> {
  const hear = async (messages: readonly ThreadMessage[]): Promise<readonly ThreadMessage[]> => {
    await save(ground, live, messages)
    return [...history, ...messages]
  }
  const { id: runId, record } = live
  if (answer.end !== 'stopped') {
    const queued = await ground.mail.collect(live)
    if (queued.length > 0) return hear(queued)
    await waitForThoseBelow(ground, live)
    const asked = await goOn(ground, record)
    if (asked.length > 0) return hear(asked)
  }
  const end = await endOfAnswer(answer, output, { history, runId })
  if ('reason' in end) return { type: 'done', ...end, text: answer.text, usage: usageOf(record) }
  const parts = [{ type: 'text', text: end.again } as const]
  const at = ground.clock.wall()
  return hear([{ id: ground.ids.next('msg'), role: 'user', parts, from: 'toolyard', runId, at }])
}

/** A call that was made before the process ended is not made again, whether it had ended or not: what it wrote is known by what can be undone. */
async function noteEarlier(
  { store, files }: RunCourseGround,
  live: LiveRun,
  calls: readonly RunCall[],
): Promise<void> {
  for (const { callId, tool } of calls) {
    const changes = await store.changes.list({
      threadId: live.record.threadId,
      callId: `${live.id}.${callId}`,
    })
    const paths = shownPaths(
      files(),
      changes.map(({ path }) => path),
    )
    live.noteWritten(paths.map((path) => ({ path, tool })))
  }
}

/** Notes what calls wait for. */
function withPending(live: LiveRun, tools: RunTools & Disposable): RunTools & Disposable {
  return {
    ...tools,
    async call(calls, tell) {
      const results = await tools.call(calls, tell)
      for (const [index, { callId }] of calls.entries()) {
        const { status, error } = results[index] ?? {}
        if (status === 'pending' && error?.waitsFor !== undefined) live.pending.set(callId, error.waitsFor)
        else live.pending.delete(callId)
      }
      return results
    },
    [Symbol.dispose]: () => tools[Symbol.dispose](),
  }
}

/** Throws if the run goes on elsewhere. */
async function save(
  ground: RunCourseGround,
  live: LiveRun,
  messages: readonly ThreadMessage[],
): Promise<void> {
  const { store } = ground
  if (live.left) throw leftError()
  const { kept, waitsFor } = live.parks
    ? withoutPending(messages, live.pending)
    : { kept: messages, waitsFor: undefined }
  const record: RunRecord =
    waitsFor === undefined
      ? { ...live.record, ...(live.isLeaving && { status: 'queued' }) }
      : { ...live.record, status: 'waiting', waitsFor }
  if (!(await store.runs.step(record, kept, { steps: live.takeSteps() }))) throw lose(live)
  const { files } = live.record
  live.record = { ...record, ...(files && { files }) }
  live.noteSaved(kept)
  await ground.mail.heard(live, kept)
  if (waitsFor !== undefined) live.leave({ parkedOn: waitsFor })
  else if (live.isLeaving) live.leave('handed over')
  if (live.left) throw leftError()
}

async function arrived(
  ground: RunCourseGround,
  live: LiveRun,
  brief: OpenBrief,
): Promise<readonly ThreadMessage[]> {
  const told = await brief.arrived()
  if (told.length > 0) return [...told, ...live.takeMail()]
  const mail = [...(await live.arrived()), ...(await ground.mail.collect(live))]
  await live.tree.look(ground.store.runs)
  if (live.left) throw leftError()
  if (mail.length > 0 || !live.isAtItsEnd || live.signal.aborted) return mail
  await waitForThoseBelow(ground, live)
  return goOn(ground, live.record)
}

/** A run whose model is done waits for those below it that go on elsewhere and will report: then it throws. */
async function waitForThoseBelow({ store }: RunCourseGround, live: LiveRun): Promise<void> {
  if (!live.parks) return
  const below = await store.runs.list({ parentId: live.id, status: openRunStatuses })
  const awaited = below.find(({ plan }) => plan?.reports)
  if (!awaited) return
  const record: RunRecord = { ...live.record, status: 'waiting', waitsFor: awaited.id }
  if (!(await store.runs.step(record, [], { steps: live.takeSteps() }))) throw lose(live)
  live.record = record
  live.leave({ parkedOn: awaited.id })
  throw leftError()
}

/** What a run came to, as it is told in the thread of the run above. */
export function arrival(run: RunRecord): Omit<ThreadMessage, 'id' | 'at'> {
  return {
    role: 'user',
    parts: [{ type: 'text', text: arrivalOf(run) }],
    runId: run.id,
    from: `agent ${run.agent}`,
  }
}

function lose(live: LiveRun): ToolyardError {
  live.leave('lost')
  return leftError()
}

function leftError(): ToolyardError {
  return new ToolyardError('closed', 'the run goes on elsewhere')
}
