/**
 * A call whose client is asked by what its request is answered, as the era without sessions does it: the call stays, the
 * request ends with what has to be known, and the client's next request brings the answers.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SampleModel, ToolEvent, ToolResult } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import { sampleRequest } from './exchange.ts'
import type { Form, FormAnswer } from './forms.ts'
import type { Elicit } from './person.ts'
import type { ReportProgress } from './progress.ts'
import type { InputRequiredResult } from './sdk.ts'

type InputRequests = NonNullable<InputRequiredResult['inputRequests']>

/** Where a call has come to: it ended, or it asks. */
export type CallTurn = { readonly result: ToolResult } | { readonly inputRequests: InputRequests }

/** Something to ask a client for. */
interface ClientQuestion<T> {
  readonly key: string
  /** Whether it may be answered before it is asked. */
  readonly named: boolean
  readonly request: InputRequests[string]
  /** Undefined if a response is no answer to it. */
  readonly read: (response: unknown) => T | undefined
}

interface OpenQuestion {
  readonly request: InputRequests[string]
  /** Whether it was an answer. */
  readonly answer: (response: unknown) => boolean
}

/** Ways to ask the client. */
export interface AskClient {
  readonly elicit: Elicit
  readonly sample: SampleModel
}

export type StartCall = (ask: AskClient, signal: AbortSignal) => Promise<ToolResult>

/** Events that are kept while no request waits; of more, the newest. */
const mostKept = 100

export class AskedCall {
  /** Whom progress is told to: the request that waits now. */
  #report: ReportProgress | undefined
  /** What happened while none did: the next one is told. */
  readonly #untold: ToolEvent[] = []
  #telling: Promise<void> = Promise.resolve()
  readonly #open = new Map<string, OpenQuestion>()
  readonly #stop = new AbortController()
  readonly #result: Promise<ToolResult>
  /** Answers that came before their question. */
  readonly #early: Readonly<Record<string, unknown>>
  #asked = Promise.withResolvers<undefined>()
  #samples = 0

  constructor(start: StartCall, early: Readonly<Record<string, unknown>> = {}) {
    this.#early = early
    const ask: AskClient = {
      elicit: (form, signal) => this.#ask(formAsked(form), signal),
      sample: (params, signal) => this.#ask(sampleAsked(params, ++this.#samples), signal),
    }
    this.#result = start(ask, this.#stop.signal)
  }

  /** Ends the call, also while no request waits for it. */
  stop(): void {
    this.#stop.abort()
  }

  /** What a request brought. Keys that were not asked for count for nothing, and those that are missing are asked again. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { answer }] of this.#open)
      if (Object.hasOwn(responses, key) && answer(responses[key])) this.#open.delete(key)
  }

  /** Tells the request that waits of an event, or the next one. */
  tell(event: ToolEvent): Promise<void> {
    const report = this.#report
    if (report) return (this.#telling = this.#telling.then(() => report(event)))
    this.#untold.push(event)
    if (this.#untold.length > mostKept) this.#untold.shift()
    return Promise.resolve()
  }

  /** Waits until the call has ended or asks something; the signal ends the call. `report` is told of events meanwhile. */
  async turn(signal: AbortSignal, report: ReportProgress | undefined): Promise<CallTurn> {
    // From now on events come here, behind those that waited: one in between would be lost.
    this.#report = report
    for (const event of this.#untold.splice(0)) void this.tell(event)
    try {
      return await this.#untilAsked(signal)
    } finally {
      this.#report = undefined
      // The answer ends the stream on which events go out.
      await this.#telling
    }
  }

  async #untilAsked(signal: AbortSignal): Promise<CallTurn> {
    const stop = (): void => this.stop()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      for (;;) {
        const result = await Promise.race([this.#result, this.#asked.promise])
        if (result) return { result }
        // What is asked in the same moment goes along.
        await nextTurn()
        if (this.#open.size > 0) return { inputRequests: this.#requests() }
        this.#asked = Promise.withResolvers()
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #requests(): InputRequests {
    return Object.fromEntries([...this.#open].map(([key, { request }]) => [key, request]))
  }

  #ask<T>({ key: wanted, named, request, read }: ClientQuestion<T>, signal: AbortSignal): Promise<T> {
    const early = named && Object.hasOwn(this.#early, wanted) ? read(this.#early[wanted]) : undefined
    if (early !== undefined) return Promise.resolve(early)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const key = this.#open.has(wanted) ? `${wanted}_${this.#open.size}` : wanted
    const leave = (): void => {
      this.#open.delete(key)
      reject(signal.reason as Error)
    }
    const answer = (response: unknown): boolean => {
      const given = read(response)
      if (given !== undefined) resolve(given)
      return given !== undefined
    }
    this.#open.set(key, { request, answer })
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    else this.#asked.resolve(undefined)
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }
}

function formAsked({ key, named, params }: Form): ClientQuestion<FormAnswer> {
  const request = { method: 'elicitation/create', params: { mode: 'form', ...params } } as const
  return { key, named, request, read: readAnswer }
}

function sampleAsked(
  params: Parameters<SampleModel>[0],
  index: number,
): ClientQuestion<Record<string, unknown>> {
  return { key: `sampling_${index}`, named: false, request: sampleRequest(params), read: readSample }
}

function readSample(response: unknown): Record<string, unknown> | undefined {
  return isPlainObject(response) && 'content' in response ? response : undefined
}

/** Undefined if it is no answer to a form. */
export function readAnswer(response: unknown): FormAnswer | undefined {
  if (!isPlainObject(response)) return undefined
  const { action, content } = response
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return undefined
  return { action, ...(isPlainObject(content) && { content }) }
}
