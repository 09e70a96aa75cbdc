/**
 * One run with the Claude Agent SDK: its messages become events, its calls go to the desk, and what was said is saved
 * before the run goes on.
 *
 * The model's loop is in the program of the SDK. It waits for us at every answer that has calls: there limits hold, what
 * came in is told, and the list of tools is taken anew.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { endAfter, mostCuts, stepEndAfter } from '../loop/cut-answer.ts'
import { LoopWatch, loopWarning } from '../loop/loop-watch.ts'
import { wasRepaired } from '../loop/read-output.ts'
import type { TurnTools } from '../loop/tool-box.ts'
import type { ModelAnswer } from '../models/index.ts'
import type { RunEnd, RunEvent } from '../run/run-event.ts'
import { type AnswerParts, noted, readParts, textIn, toolMessage } from './answer-parts.ts'
import { AnswerWatch } from './answer-watch.ts'
import { type AnsweredCall, CallDesk, resultsOf } from './call-desk.ts'
import type { ClaudeRunParts, ClaudeStart } from './claude-run-parts.ts'
import { isTooLong, resultFault } from './result-fault.ts'
import { RunTalk } from './run-talk.ts'
import type { SdkMessage, SdkResult } from './sdk.ts'
import { resultKey } from './session-log.ts'
import { StepBudget } from './step-budget.ts'
import { type SaidStep, StepReader } from './step-reader.ts'
import { OutputCheck, usesOutputTool } from './structured-output.ts'
import { systemEvent } from './system-event.ts'
import type { ServedTools, ToolServer } from './tool-server.ts'
import { tellThread, text } from './transcript.ts'

export class ClaudeRun {
  readonly budget: StepBudget
  readonly #parts: ClaudeRunParts
  readonly #talk: RunTalk
  readonly #reader = new StepReader()
  readonly #desk: CallDesk
  readonly #ended = Promise.withResolvers<RunEvent>()
  readonly #seen = new Set<string>()
  readonly #watch: AnswerWatch
  readonly #circles = new LoopWatch()
  readonly #check: OutputCheck | undefined
  #turn: TurnTools
  #server: ToolServer | undefined
  #answer: AnswerParts | undefined
  #reason: ModelAnswer['reason'] = 'stop'
  #cuts = 0
  /** What was said last, and what the last answer said. */
  #text = ''
  #said = ''
  /** The service has answered something. */
  #hasBegun = false
  #last: SdkResult | undefined
  #isOver = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(parts: ClaudeRunParts, turn: TurnTools) {
    const { request, clock, queue } = parts
    this.#parts = parts
    this.#talk = new RunTalk(parts)
    this.#turn = turn
    this.budget = new StepBudget(request, parts.usage, turn.tokens)
    const isRepaired = wasRepaired(request.history, request.runId)
    this.#check = request.output === undefined ? undefined : new OutputCheck(request.output, isRepaired)
    this.#watch = new AnswerWatch(parts)
    this.#desk = new CallDesk({
      request,
      clock,
      tell: (event) => queue.push(event),
      answered: (results) => this.#inTurn(() => this.#answered(results)).then(() => !this.#isOver),
    })
  }

  /** What the server in this process serves. */
  get tools(): ServedTools {
    return { list: () => this.#turn.tools, call: (callId) => this.#ask(callId) }
  }

  /** A run that is over answers nothing: its program would ask the model once more. */
  async #ask(callId: string): Promise<ToolResult> {
    const result = await this.#desk.ask(callId)
    await this.#work
    return this.#isOver ? new Promise(() => {}) : result
  }

  /** Nothing came of it, and it may be the session that leads nowhere: it is too long, or the service or the program do not take it. */
  get isStuck(): boolean {
    const { api_error_status: status } = this.#last ?? {}
    if (this.#last && isTooLong(this.#last)) return true
    return !this.#hasBegun && (typeof status !== 'number' || status === 400)
  }

  /** Reads until the run is over: its last event. Never rejects. */
  async follow({ query, server, said }: ClaudeStart): Promise<RunEvent> {
    const { signal } = this.#parts.request
    this.#server = server
    const stop = (): void => void this.stop()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    this.#watch.interrupts(() => query.interrupt())
    this.#talk.say(said)
    this.#watch.asks()
    void this.#read(query)
    const last = await this.#ended.promise
    signal.removeEventListener('abort', stop)
    this.#watch.end()
    return last
  }

  /** Ends the run, with what was said so far and a result for every call. */
  async stop(): Promise<void> {
    await this.#desk.idle()
    await this.#inTurn(() => {
      this.#parts.usage.broken(this.#reader.spent)
      return this.#end(this.#done('stopped', this.#reader.begun || this.#text))
    })
  }

  async #read(messages: AsyncIterable<SdkMessage>): Promise<void> {
    try {
      for await (const message of messages) {
        if (this.#isOver) return
        await this.#inTurn(() => this.#handle(message))
      }
      await this.#inTurn(() =>
        this.#fail(new ToolyardError('unavailable', 'the program of the SDK ended early')),
      )
    } catch (error) {
      await this.#inTurn(() => this.#fail(error))
    }
  }

  /** One thing at a time, each in the order in which it came. Never rejects: what fails ends the run. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(async () => {
      if (this.#isOver) return
      try {
        await work()
      } catch (error) {
        await this.#fail(error)
      }
    })
    this.#work = done
    return done
  }

  async #handle(message: SdkMessage): Promise<void> {
    const { usage } = this.#parts
    if (message.type === 'result') return this.#result(message)
    if (message.type === 'system') return this.#system(message)
    if (message.type === 'user') return this.#refusals(message)
    if (message.parent_tool_use_id !== null) return
    if (message.type === 'assistant') return this.#reader.keep(message.message.content, message.uuid)
    const { event } = message
    if (event.type === 'message_start') {
      this.#hasBegun = true
      usage.answersAs(event.message.model)
      this.#watch.asks()
    }
    const reading = this.#reader.read(event)
    if (reading?.type === 'delta') this.#tell(reading.event)
    else if (reading?.type === 'again') {
      usage.broken(reading.spent)
      this.#tell({ type: 'retry', reason: 'the answer broke off', delayMs: 0 })
    } else if (reading?.type === 'step') await this.#step(reading.step)
  }

  #system(message: Extract<SdkMessage, { type: 'system' }>): void {
    const { usage } = this.#parts
    const event = systemEvent(message, this.#talk)
    if (!event) return
    if (event.type === 'retry') {
      usage.broken(this.#reader.spent)
      this.#reader.drop()
      usage.answersAs(message.fallback_model)
    }
    this.#tell(event)
  }

  async #step(step: SaidStep): Promise<void> {
    const { queue, usage, ids, request, log } = this.#parts
    // An answer that was broken off on purpose has no calls: the SDK makes none of them.
    const blocks = this.#watch.isInterrupted ? step.blocks.filter(({ type }) => type !== 'call') : step.blocks
    const takesData = usesOutputTool(request.output)
    const ground = { turn: this.#turn, ids, seen: this.#seen, takesData }
    const answer = readParts({ ...step, blocks }, ground)
    const { parts, calls, askedAs, data } = answer
    this.#answer = answer
    this.#reason = step.reason
    this.#watch.answered(calls.length > 0)
    usage.step(step.usage)
    this.budget.counted(step.usage)
    this.#watch.steps.end(this.#watch.isInterrupted ? 'interrupted' : stepEndAfter[step.reason], {
      calls: calls.map(({ callId: id, tool }) => ({ id, tool })),
    })
    this.#said = textIn(parts)
    this.#text = this.#said || this.#text
    if (data) queue.push({ type: 'text', delta: data.json })
    await this.#parts.tellUsage()
    const entries = [...step.entries, ...(data ? [resultKey(data.callId)] : [])]
    if (parts.some(({ type }) => type !== 'reasoning'))
      await this.#talk.keep({ role: 'assistant', parts }, calls.length === 0 ? entries : undefined)
    for (const { callId, tool, input } of calls) queue.push({ type: 'tool_call', callId, tool, input })
    // An id that stands in the session already does not tell whether this call has its result there.
    if ([...askedAs.values()].some((asked) => log?.has(resultKey(asked)))) log?.lose()
    const results = this.#desk.begin(calls, answer.refusals, askedAs)
    if (calls.length > 0) return results && this.#answered(results)
    if (step.reason !== 'stop') return this.#endUnlessArrived(endAfter[step.reason])
    if (takesData && !this.#watch.isInterrupted) await this.#readData(data !== undefined)
  }

  /** The SDK asks again by itself for data that does not fit, and for data instead of words. */
  async #readData(isGiven: boolean): Promise<void> {
    const read = await this.#check?.read(this.#said)
    if (!read) return
    if ('invalid' in read) return this.#end(this.#done('invalid_output'))
    if ('again' in read) return void (await this.#talk.keepOurs(read.again))
    if (!isGiven) await this.#endUnlessArrived('finished')
  }

  /** Answers of the SDK to calls that it did not hand on; those of calls that we made are known. */
  async #refusals(said: Extract<SdkMessage, { type: 'user' }>): Promise<void> {
    if (said.parent_tool_use_id !== null) return
    this.#watch.noteEntry(said.uuid)
    for (const { callId, words } of resultsOf(said.message.content)) {
      const results = this.#desk.refuse(callId, words)
      if (results) await this.#answered(results)
    }
  }

  /** All calls of an answer have their results, and the model is about to be shown them. */
  async #answered(results: readonly AnsweredCall[]): Promise<void> {
    const { request, box, clock, log } = this.#parts
    const message = toolMessage(results)
    const id = await this.#talk.keep(message)
    this.budget.added(message)
    const sign = this.#reason === 'stop' ? this.#circles.note(...noted(results)) : 'none'
    this.#cuts = this.#reason === 'length' ? this.#cuts + 1 : 0
    const hasFailed = this.#reason === 'refused' || this.#cuts >= mostCuts
    const end = hasFailed ? endAfter[this.#reason] : sign === 'loop' ? 'loop' : this.budget.over()
    if (end !== undefined) return this.#end(this.#done(end, this.#text))
    // From here on the SDK is given them; results of its own, of a run that ends, are others.
    const asked = results.map(({ call }) => this.#answer?.askedAs.get(call.callId) ?? call.callId)
    log?.reaches(id, asked.map(resultKey))
    if (this.#watch.callsEnded())
      this.#talk.say(tellThread({ messages: [{ ...message, id, at: 0 }], isKnown: true }))
    if (sign === 'told') await this.#talk.tellOurs(loopWarning)
    await this.#talk.takeArrived()
    this.#watch.asks()
    const turn = box.turn(await request.tools.snapshot())
    if (turn === this.#turn) return
    this.#turn = turn
    await this.#server?.tellChanged(clock)
  }

  async #result(result: SdkResult): Promise<void> {
    const { usage } = this.#parts
    usage.totals(result.modelUsage)
    this.#last = result
    const end = this.#watch.turnEnded()
    if (end === 'halted') return
    if (end === 'interrupted') return this.#goOn()
    if (result.subtype === 'error_max_turns') return this.#end(this.#done('max_steps', this.#text))
    if (result.subtype !== 'success' || result.is_error) throw resultFault(result)
    if ((result.queued_turn_count ?? 0) > 0) return
    if (this.#check && this.#check.output === undefined) {
      const read = await this.#check.read(this.#said)
      if ('invalid' in read) return this.#end(this.#done('invalid_output'))
      if ('again' in read) {
        await this.#talk.tellOurs(read.again)
        return this.#askMore()
      }
    }
    await this.#endUnlessArrived('finished')
  }

  /** After an answer that was broken off so that something is heard. */
  async #goOn(): Promise<void> {
    const { usage } = this.#parts
    const { begun, spent } = this.#reader
    this.#reader.drop()
    usage.broken(spent)
    this.#watch.steps.end('interrupted')
    await this.#parts.tellUsage()
    const { entry } = this.#watch
    if (begun !== '')
      await this.#talk.keep(
        { role: 'assistant', parts: [{ type: 'text', text: begun }] },
        entry === undefined ? undefined : [entry],
      )
    this.#text = begun || this.#text
    if (!(await this.#talk.takeArrived())) this.#talk.say([text('Go on.')])
    return this.#askMore()
  }

  /** Ends the run, unless something has come in that the model has to hear. */
  async #endUnlessArrived(reason: RunEnd): Promise<void> {
    if (!(await this.#talk.takeArrived())) return this.#end(this.#done(reason))
    if (this.#check) this.#check.output = undefined
    return this.#askMore()
  }

  /** The model is asked once more, if it may be. */
  async #askMore(): Promise<void> {
    const end = this.budget.over()
    if (end !== undefined) return this.#end(this.#done(end, this.#text))
    this.#watch.asks()
  }

  #fail(error: unknown): Promise<void> {
    return this.#end(this.#failed(error))
  }

  #failed(error: unknown): RunEvent {
    const { usage, faultOf } = this.#parts
    return { type: 'error', error: faultOf(error), usage: usage.meter.usage }
  }

  #done(reason: RunEnd, words = this.#said): RunEvent {
    const output = reason === 'finished' ? this.#check?.output : undefined
    const { usage } = this.#parts.usage.meter
    return { type: 'done', reason, text: words, ...(output !== undefined && { output }), usage }
  }

  async #end(last: RunEvent): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    const { begun } = this.#reader
    this.#watch.over(last, begun)
    try {
      if (begun !== '' && last.type === 'done')
        await this.#talk.keep({ role: 'assistant', parts: [{ type: 'text', text: begun }] })
      const results = this.#desk.close()
      if (results.length > 0) await this.#talk.keep(toolMessage(results))
      this.#ended.resolve(last)
    } catch (error) {
      this.#ended.resolve(this.#failed(error))
    }
  }

  /** What the model says, and that it is asked again. */
  #tell(event: RunEvent): void {
    this.#watch.steps.heard(event)
    this.#parts.queue.push(event)
  }
}
