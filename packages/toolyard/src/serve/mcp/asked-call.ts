/**
 * A call whose client is asked by what its request is answered, as the era without sessions does it: the call stays, the
 * request ends with what has to be known, and the client's next request brings the answers.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToolEvent, ToolResult } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import type { Elicit, Form, FormAnswer } from './person.ts'
import type { Report } from './progress.ts'
import type { InputRequiredResult } from './sdk.ts'

type InputRequests = NonNullable<InputRequiredResult['inputRequests']>

/** Where a call has come to: it ended, or it asks. */
export type Turn = { readonly result: ToolResult } | { readonly inputRequests: InputRequests }

interface Open {
  readonly form: Form
  readonly answer: (answer: FormAnswer) => void
}

export type StartCall = (elicit: Elicit, signal: AbortSignal) => Promise<ToolResult>

/** Events that are kept while no request waits; of more, the newest. */
const mostKept = 100

export class AskedCall {
  /** Whom progress is told to: the request that waits now. */
  #report: Report | undefined
  /** What happened while none did: the next one is told. */
  readonly #untold: ToolEvent[] = []
  #telling: Promise<void> = Promise.resolve()
  readonly #open = new Map<string, Open>()
  readonly #stop = new AbortController()
  readonly #result: Promise<ToolResult>
  /** Answers that came before their question. */
  readonly #early: Readonly<Record<string, unknown>>
  #asked = Promise.withResolvers<undefined>()

  constructor(start: StartCall, early: Readonly<Record<string, unknown>> = {}) {
    this.#early = early
    this.#result = start((form, signal) => this.#elicit(form, signal), this.#stop.signal)
  }

  /** Ends the call, also while nobody's request waits for it. */
  stop(): void {
    this.#stop.abort()
  }

  /** What a request brought. Keys that were not asked for count for nothing, and those that are missing are asked again. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { answer }] of this.#open) {
      const given = Object.hasOwn(responses, key) ? readAnswer(responses[key]) : undefined
      if (!given) continue
      this.#open.delete(key)
      answer(given)
    }
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
  async turn(signal: AbortSignal, report: Report | undefined): Promise<Turn> {
    // From now on events come here, behind those that waited: one in between would be told to nobody.
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

  async #untilAsked(signal: AbortSignal): Promise<Turn> {
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
    const requests = [...this.#open].map(
      ([key, { form }]) =>
        [key, { method: 'elicitation/create', params: { mode: 'form', ...form.params } }] as const,
    )
    return Object.fromEntries(requests)
  }

  #elicit(form: Form, signal: AbortSignal): Promise<FormAnswer> {
    const early = form.named && Object.hasOwn(this.#early, form.key) && readAnswer(this.#early[form.key])
    if (early) return Promise.resolve(early)
    const { promise, resolve, reject } = Promise.withResolvers<FormAnswer>()
    const key = this.#open.has(form.key) ? `${form.key}_${this.#open.size}` : form.key
    const leave = (): void => {
      this.#open.delete(key)
      reject(signal.reason as Error)
    }
    this.#open.set(key, { form, answer: resolve })
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    else this.#asked.resolve(undefined)
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }
}

function readAnswer(response: unknown): FormAnswer | undefined {
  if (!isPlainObject(response)) return undefined
  const { action, content } = response
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return undefined
  return { action, ...(isPlainObject(content) && { content }) }
}
