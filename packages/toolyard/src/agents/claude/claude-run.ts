/**
 * One run with the Claude Agent SDK: its messages become events, its calls go to the desk, and what was said is saved
 * before the run goes on.
 *
 * The model's loop is in the program of the SDK. It waits for us at every answer that has calls: there limits hold, what
 * came in is told, and the list of tools is taken anew.
 *
 * @module
 */
import type { ToolFault } from '../../define/index.ts'
import { type Clock, type Ids, ToolyardError } from '../../kernel/index.ts'
import type { MessagePart, ThreadMessage } from '../../store/index.ts'
import type { EventQueue } from '../loop/event-queue.ts'
import { goodId } from '../loop/read-calls.ts'
import type { ToolBox, TurnTools } from '../loop/tool-box.ts'
import type { UsageMeter } from '../loop/usage-meter.ts'
import type { RunEnd, RunEvent } from '../run/run-event.ts'
import type { RunRequest } from '../run/runner.ts'
import { type AnsweredCall, CallDesk } from './call-desk.ts'
import type { PromptStream } from './prompt-stream.ts'
import type { SdkMessage, SdkResult } from './sdk.ts'
import { type SaidBlock, type SaidStep, StepReader } from './step-reader.ts'
import { listedName, type ServedTools, type ToolServer } from './tool-server.ts'
import { tellMessage } from './transcript.ts'

export interface ClaudeRunParts {
  readonly request: RunRequest
  readonly clock: Clock
  readonly ids: Ids
  readonly queue: EventQueue
  readonly usage: UsageMeter
  readonly box: ToolBox
  readonly prompt: PromptStream
  /** With secrets taken out. */
  readonly faultOf: (thrown: unknown) => ToolFault
}

export class ClaudeRun {
  readonly #parts: ClaudeRunParts
  readonly #reader = new StepReader()
  readonly #desk: CallDesk
  readonly #ended = Promise.withResolvers<RunEvent>()
  readonly #seen = new Set<string>()
  #turn: TurnTools
  #server: ToolServer | undefined
  #text = ''
  #isCut = false
  #isOver = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(parts: ClaudeRunParts, turn: TurnTools) {
    const { request, clock, queue } = parts
    this.#parts = parts
    this.#turn = turn
    this.#desk = new CallDesk({
      request,
      clock,
      tell: (event) => queue.push(event),
      answered: (results) => this.#inTurn(() => this.#answered(results)).then(() => !this.#isOver),
    })
  }

  /** What the server in this process serves. */
  get tools(): ServedTools {
    return { list: () => this.#turn.tools, call: (callId) => this.#desk.ask(callId) }
  }

  /** Reads until the run is over: its last event. Never rejects. */
  async follow(messages: AsyncIterable<SdkMessage>, server: ToolServer): Promise<RunEvent> {
    const { signal } = this.#parts.request
    this.#server = server
    const stop = (): void => void this.stop()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    void this.#read(messages)
    const last = await this.#ended.promise
    signal.removeEventListener('abort', stop)
    return last
  }

  /** Ends the run, with what was said so far and a result for every call. */
  async stop(): Promise<void> {
    await this.#desk.idle()
    await this.#inTurn(() => this.#end(this.#done('stopped')))
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
    const { queue } = this.#parts
    if (message.type === 'result') return this.#result(message)
    if (message.type === 'system') {
      if (message.subtype !== 'api_retry') return
      this.#reader.drop()
      const reason = `${message.error ?? 'the service failed'}${message.error_status ? ` (${message.error_status})` : ''}`
      return queue.push({ type: 'retry', reason, delayMs: Math.round(message.retry_delay_ms ?? 0) })
    }
    if (message.type === 'user') return this.#refusals(message)
    if (message.parent_tool_use_id !== null) return
    if (message.type === 'assistant') return this.#reader.keep(message.message.content)
    const reading = this.#reader.read(message.event)
    if (reading?.type === 'delta') queue.push(reading.event)
    else if (reading?.type === 'again')
      queue.push({ type: 'retry', reason: 'the answer broke off', delayMs: 0 })
    else if (reading?.type === 'step') await this.#step(reading.step)
  }

  async #step({ blocks, usage, isCut }: SaidStep): Promise<void> {
    const { queue, usage: meter } = this.#parts
    const refusals = new Map<string, ToolFault>()
    const askedAs = new Map<string, string>()
    const parts = blocks.map((block) => this.#part(block, refusals, askedAs))
    const calls = parts.filter((part) => part.type === 'tool_call')
    meter.add(usage, { input: 0, output: 0 })
    this.#text = textIn(parts) || this.#text
    this.#isCut = isCut
    queue.push({ type: 'usage', usage: meter.usage })
    if (parts.some(({ type }) => type !== 'reasoning')) await this.#keep('assistant', parts)
    for (const { callId, tool, input } of calls) queue.push({ type: 'tool_call', callId, tool, input })
    const results = this.#desk.begin(calls, refusals, askedAs)
    if (calls.length > 0 && results) await this.#answered(results)
  }

  #part(block: SaidBlock, refusals: Map<string, ToolFault>, askedAs: Map<string, string>): MessagePart {
    if (block.type !== 'call') return block
    const { name, json } = block
    const listed = listedName(name)
    const parsed = parse(json)
    const isRepeated = this.#seen.has(block.callId)
    const callId = isRepeated || !goodId.test(block.callId) ? this.#parts.ids.next('call') : block.callId
    this.#seen.add(block.callId)
    askedAs.set(callId, block.callId)
    const refuse = (code: ToolFault['code'], message: string, hint: string): void =>
      void refusals.set(callId, { code, message, hint, retryable: false })
    if (isRepeated)
      refuse(
        'duplicate_call',
        `the id "${block.callId.slice(0, 64)}" stands before two calls`,
        'Call again with an id of its own.',
      )
    else if (listed === name || !this.#turn.tools.some((tool) => tool.name === listed))
      refuse(
        'tool_not_found',
        `there is no tool "${listed}" for this agent`,
        'Call one of the tools that are listed.',
      )
    else if (parsed === undefined)
      refuse(
        'invalid_arguments',
        `the arguments of "${listed}" are not JSON`,
        'Send them again as one JSON object.',
      )
    const call = parsed === undefined ? { tool: listed, input: json } : this.#turn.read(listed, parsed.value)
    return { type: 'tool_call', callId, ...call }
  }

  /** Answers of the SDK to calls that it did not hand on; those of calls that we made are known. */
  async #refusals({
    message,
    parent_tool_use_id: parent,
  }: Extract<SdkMessage, { type: 'user' }>): Promise<void> {
    if (typeof message.content === 'string' || parent !== null) return
    for (const { type, tool_use_id: callId, content = '' } of message.content) {
      if (type !== 'tool_result' || callId === undefined) continue
      const text = typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n')
      const results = this.#desk.refuse(callId, text)
      if (results) await this.#answered(results)
    }
  }

  /** All calls of an answer have their results, and the model is about to be shown them. */
  async #answered(results: readonly AnsweredCall[]): Promise<void> {
    const { request, usage, box, clock } = this.#parts
    await this.#keep('tool', results.map(resultPart))
    const end = request.signal.aborted ? 'stopped' : usage.reached(request.limits)
    if (end !== undefined) return this.#end(this.#done(end))
    await this.#takeArrived()
    const turn = box.turn(await request.tools.snapshot())
    if (turn === this.#turn) return
    this.#turn = turn
    await this.#server?.tellChanged(clock)
  }

  async #result(result: SdkResult): Promise<void> {
    const { request, usage } = this.#parts
    const isFine = result.subtype === 'success' && !result.is_error
    if (isFine && (result.queued_turn_count ?? 0) > 0) return
    if (isFine && (await this.#takeArrived())) {
      const end = usage.reached(request.limits)
      return end === undefined ? undefined : this.#end(this.#done(end))
    }
    if (result.subtype === 'error_max_turns') return this.#end(this.#done('max_steps'))
    // If an answer is cut the SDK lets the model go on a few times, and then calls it an error.
    if (!isFine && !(this.#isCut && !result.api_error_status)) throw resultFault(result)
    return this.#end(this.#done(this.#isCut ? 'cut_off' : 'finished'))
  }

  /** Whether anything had come in. */
  async #takeArrived(): Promise<boolean> {
    const { request, prompt } = this.#parts
    const arrived = await request.arrived()
    if (arrived.length === 0) return false
    await request.save(arrived)
    prompt.say(arrived.map(tellMessage))
    return true
  }

  #fail(error: unknown): Promise<void> {
    return this.#end({ type: 'error', error: this.#parts.faultOf(error), usage: this.#parts.usage.usage })
  }

  #done(reason: RunEnd): RunEvent {
    const text = this.#reader.begun || this.#text
    return { type: 'done', reason, text, usage: this.#parts.usage.usage }
  }

  async #end(last: RunEvent): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    const begun = this.#reader.begun
    try {
      if (begun !== '' && last.type === 'done') await this.#keep('assistant', [{ type: 'text', text: begun }])
      const results = this.#desk.close()
      if (results.length > 0) await this.#keep('tool', results.map(resultPart))
      this.#ended.resolve(last)
    } catch (error) {
      this.#ended.resolve({
        type: 'error',
        error: this.#parts.faultOf(error),
        usage: this.#parts.usage.usage,
      })
    }
  }

  async #keep(role: ThreadMessage['role'], parts: readonly MessagePart[]): Promise<void> {
    const { request, ids, clock } = this.#parts
    await request.save([{ id: ids.next('msg'), role, parts, runId: request.runId, at: clock.wall() }])
  }
}

function parse(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json === '' ? '{}' : json) as unknown }
  } catch {
    return undefined
  }
}

function resultPart({ call, result }: AnsweredCall): MessagePart {
  const { callId, tool } = call
  const { status, content, handle } = result
  return { type: 'tool_result', callId, tool, status, content, ...(handle !== undefined && { handle }) }
}

function textIn(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

function resultFault({ result, errors = [], subtype, api_error_status: status }: SdkResult): ToolyardError {
  const said = result ?? (errors.join('; ') || subtype)
  const isRefusal = typeof status === 'number' && status < 500 && status !== 429 && status !== 408
  return new ToolyardError(status === 429 ? 'rate_limited' : 'unavailable', said, {
    hint: isRefusal
      ? 'Check the key, the name of the model and the base URL.'
      : 'Try again later, or use another model.',
    retryable: typeof status === 'number' && !isRefusal,
  })
}
