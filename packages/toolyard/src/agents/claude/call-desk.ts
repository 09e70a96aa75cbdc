/**
 * The calls of one answer: the model wants them, the SDK asks for them one by one, and they go through `RunTools` together.
 *
 * What the SDK refuses by itself never gets here, and has its result all the same: every call gets exactly one.
 *
 * @module
 */
import type { ToolEvent, ToolFault, ToolResult } from '../../define/index.ts'
import { type Clock, messageOf, pause, settlesWithin } from '../../kernel/index.ts'
import { faultResult, stoppedResult } from '../loop/call-tools.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { RunCall, RunRequest } from '../run/runner.ts'
import type { UserBlock } from './sdk.ts'

export interface DeskParts {
  readonly request: RunRequest
  readonly clock: Clock
  readonly tell: (event: RunEvent) => void
  /** Every call of an answer has its result, in the order of the calls: whether the model is shown them. Never rejects. */
  readonly answered: (calls: readonly AnsweredCall[]) => Promise<boolean>
}

export interface AnsweredCall {
  readonly call: RunCall
  readonly result: ToolResult
}

/** How long calls of one answer wait for each other, so that they go as one batch. */
const gatherMs = 100
/** How long calls may take to end once the run is over. */
const graceMs = 2000

interface AskedCall {
  readonly call: RunCall
  readonly answer: PromiseWithResolvers<ToolResult>
}

export class CallDesk {
  readonly #parts: DeskParts
  /** The calls of the answer, and their results so far. */
  #calls: readonly RunCall[] = []
  /** Under which the SDK asks for them. */
  #ids: readonly string[] = []
  /** By the ids that the model gave; those inside results may be others. */
  #results = new Map<string, ToolResult>()
  readonly #told = new Set<string>()
  /** What the SDK has not asked for yet. */
  readonly #expected = new Set<string>()
  /** By the ids under which the SDK asks. */
  readonly #announced = new Map<string, PromiseWithResolvers<RunCall>>()
  #asked: AskedCall[] = []
  /** Calls of the answer that the SDK has asked for: twice is once. */
  readonly #answers = new Map<string, Promise<ToolResult>>()
  readonly #running = new Set<Promise<void>>()
  #gathering: { cancel(): void } | undefined

  constructor(parts: DeskParts) {
    this.#parts = parts
  }

  /** Waits for the calls that run, not long: a little longer than calls of a run that was stopped take to give up. */
  async idle(): Promise<void> {
    if (this.#running.size === 0) return
    await settlesWithin(Promise.all(this.#running), 2 * graceMs)
  }

  /**
   * The calls of an answer that is written down, and why some of them cannot be made. All results, if these are all.
   * `askedAs`: the ids under which the SDK may ask for calls that got others.
   */
  begin(
    calls: readonly RunCall[],
    refusals: ReadonlyMap<string, ToolFault>,
    askedAs: ReadonlyMap<string, string> = new Map(),
  ): readonly AnsweredCall[] | undefined {
    for (const id of this.#ids) this.#announced.delete(id)
    this.#ids = calls.map(({ callId }) => askedAs.get(callId) ?? callId)
    this.#calls = calls
    this.#results = new Map()
    this.#answers.clear()
    this.#told.clear()
    for (const call of calls) {
      const fault = refusals.get(call.callId)
      if (fault) this.#settle(call, faultResult(call, fault))
      else this.#expected.add(call.callId)
    }
    for (const [index, call] of calls.entries())
      this.#announcement(this.#ids[index] ?? call.callId).resolve(call)
    return this.#isWhole ? this.#inOrder() : undefined
  }

  /** The SDK asks; answered when all that were asked for with it have their results. */
  async ask(id: string): Promise<ToolResult> {
    const call = await this.#announcement(id).promise
    const { callId } = call
    const known = this.#results.get(callId) ?? this.#answers.get(callId)
    if (known) return known
    const answer = Promise.withResolvers<ToolResult>()
    this.#expected.delete(callId)
    this.#answers.set(callId, answer.promise)
    this.#asked.push({ call, answer })
    this.#gathering?.cancel()
    if (this.#expected.size === 0) this.#flush()
    else this.#gathering = this.#parts.clock.after(gatherMs, () => this.#flush())
    return answer.promise
  }

  /** The SDK has answered a call by itself that it should have asked for. All results, if these are all now. */
  refuse(id: string, text: string): readonly AnsweredCall[] | undefined {
    const call = this.#calls[this.#ids.indexOf(id)]
    if (!call || !this.#expected.delete(call.callId)) return undefined
    const message = text.replace(/^\s*<tool_use_error>(.*)<\/tool_use_error>\s*$/s, '$1')
    this.#settle(call, faultResult(call, { code: 'invalid_arguments', message, retryable: false }))
    if (this.#isWhole) return this.#inOrder()
    if (this.#expected.size === 0) this.#flush()
    return undefined
  }

  /** The run is over: the results of the answer, if they were not all there yet. */
  close(): readonly AnsweredCall[] {
    this.#gathering?.cancel()
    if (this.#isWhole) return []
    for (const call of this.#calls)
      if (!this.#results.has(call.callId)) this.#settle(call, stoppedResult(call))
    return this.#inOrder()
  }

  get #isWhole(): boolean {
    return this.#results.size === this.#calls.length
  }

  #inOrder(): readonly AnsweredCall[] {
    return this.#calls.flatMap((call) => {
      const result = this.#results.get(call.callId)
      return result ? [{ call, result }] : []
    })
  }

  #flush(): void {
    this.#gathering?.cancel()
    const batch = this.#asked
    this.#asked = []
    if (batch.length === 0) return
    const running = this.#run(batch).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #run(batch: readonly AskedCall[]): Promise<void> {
    const results = await this.#call(batch.map(({ call }) => call))
    for (const [index, { call }] of batch.entries()) this.#settle(call, results[index] as ToolResult)
    const mayGoOn = !this.#isWhole || (await this.#parts.answered(this.#inOrder()))
    if (!mayGoOn) return
    for (const [index, { answer }] of batch.entries()) answer.resolve(results[index] as ToolResult)
  }

  /** Never rejects, and does not wait long if the run is stopped. */
  async #call(calls: readonly RunCall[]): Promise<readonly ToolResult[]> {
    const { request, clock } = this.#parts
    const { signal } = request
    if (signal.aborted) return calls.map(stoppedResult)
    const known = new Map<string, ToolResult>()
    const given = Promise.withResolvers<readonly ToolResult[]>()
    const over = new AbortController()
    const giveUp = (): void =>
      void pause(graceMs, { clock, signal: over.signal }).then(
        () => given.resolve([]),
        () => {},
      )
    signal.addEventListener('abort', giveUp, { once: true })
    const tell = (callId: string, event: ToolEvent): void => {
      if (known.has(callId)) return
      if (event.type !== 'result') return this.#parts.tell({ type: 'tool_event', callId, event })
      known.set(callId, event.result)
      this.#tell(callId, event.result)
    }
    request.tools.call(calls, tell).then(given.resolve, (error: unknown) => {
      const fault: ToolFault = { code: 'internal', message: messageOf(error), retryable: false }
      given.resolve(calls.map((call) => faultResult(call, fault)))
    })
    const results = await given.promise
    signal.removeEventListener('abort', giveUp)
    over.abort()
    return calls.map((call, index) => known.get(call.callId) ?? results[index] ?? stoppedResult(call))
  }

  #settle({ callId }: RunCall, result: ToolResult): void {
    this.#results.set(callId, result)
    this.#tell(callId, result)
  }

  /** Once for each call. */
  #tell(callId: string, result: ToolResult): void {
    if (this.#told.has(callId)) return
    this.#told.add(callId)
    this.#parts.tell({ type: 'tool_result', callId, result })
  }

  #announcement(callId: string): PromiseWithResolvers<RunCall> {
    let known = this.#announced.get(callId)
    if (!known) this.#announced.set(callId, (known = Promise.withResolvers()))
    return known
  }
}

/** The results of calls in a message of the SDK. */
export function resultsOf(
  content: string | readonly UserBlock[],
): readonly { readonly callId: string; readonly words: string }[] {
  if (typeof content === 'string') return []
  return content.flatMap(({ type, tool_use_id: callId, content: said = '' }) => {
    if (type !== 'tool_result' || callId === undefined) return []
    const words = typeof said === 'string' ? said : said.map((block) => block.text ?? '').join('\n')
    return [{ callId, words }]
  })
}
