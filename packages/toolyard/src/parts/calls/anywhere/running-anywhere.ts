/**
 * Follows and cancels calls in whichever process they run, and lets others do so here.
 *
 * @module
 */
import type { ToolResult } from '../../../define/index.ts'
import type { Bus, Engine } from '../../../engine/index.ts'
import { faultText, jsonText, settlesWithin } from '../../../kernel/index.ts'
import type { Pipeline, RunningCall } from '../../../pipeline/index.ts'
import type { CallJournal, CallRecord } from '../../../store/index.ts'
import {
  type CallOwner,
  type CallsAnywhere,
  type CancelAnswer,
  type FindsStream,
  type FollowedCall,
  type FollowOptions,
  isOwnCall,
  type ToldEvent,
} from './calls-anywhere.ts'
import { askOthers, type CallAnswer, type CallQuestion, hearOthers } from './calls-line.ts'
import { askForCalls, tellCalls } from './list-calls.ts'
import { ToldCalls } from './told-calls.ts'

export interface AnywhereParts {
  readonly pipeline: Pipeline
  readonly journal: CallJournal | undefined
  readonly engine: () => Promise<Engine>
  /** The engine of this process: what `engine` answers if processes share none. */
  readonly here: Engine
  readonly isDurable: boolean
  readonly failed: (error: unknown) => void
}

/** How often others are asked about a call of which nothing is known, and about one that runs. */
const [fewTimes, manyTimes] = [2, 8]
/** A process that tells nothing for so long is asked whether it is there. */
const silenceMs = 3000
/** Before it is tried again to listen. */
const againMs = 10_000

export class RunningAnywhere implements CallsAnywhere {
  readonly #parts: AnywhereParts
  readonly #told: ToldCalls
  #listening: Promise<(() => void) | undefined> | undefined
  #isClosed = false

  constructor(parts: AnywhereParts) {
    this.#parts = parts
    this.#told = new ToldCalls(parts.here.bus, parts.pipeline)
    if (parts.isDurable) parts.pipeline.onLong = () => this.listen()
  }

  cancelHere(id: string, own?: CallOwner): boolean {
    const { pipeline } = this.#parts
    const ticket = pipeline.find(id)
    const { agent, principal = 'local' } = ticket ?? {}
    return ticket !== undefined && isOwnCall(own, { agent, principal }) && pipeline.cancel(id)
  }

  async cancel(ids: readonly string[], own?: CallOwner): Promise<CancelAnswer> {
    if (ids.some((id) => this.cancelHere(id, own))) return { cancelled: true }
    const bus = await this.#sharedBus()
    const known = await this.#look(ids, own)
    if (!bus || (known && known.status !== 'running')) return notCancelled(known)
    const times = known ? manyTimes : fewTimes
    const answer = await askOthers(bus, { want: 'cancel', ids, own }, async (asked) => {
      const now = known && (await this.#look(ids, own))
      return asked < times && now?.status === known?.status
    })
    return answer ? { cancelled: true } : notCancelled(await this.#look(ids, own))
  }

  async follow(
    ids: readonly string[],
    { own, after = 0, signal }: FollowOptions = {},
  ): Promise<FollowedCall | undefined> {
    for (const id of ids) {
      const kept = await this.#told.find(id, own)
      if (kept) return { id, shownId: kept.shownId, events: this.#told.read(kept.stream, after, signal) }
    }
    const bus = await this.#sharedBus()
    const known = bus && (await this.#look(ids, own))
    if (!bus) return undefined
    const times = known?.status === 'running' ? manyTimes : fewTimes
    const question: CallQuestion = { want: 'follow', ids, own }
    const answer = await askOthers(bus, question, async (asked) => asked < times && !signal?.aborted)
    if (!answer) return undefined
    const { id, shownId } = answer
    return { id, shownId, events: this.#eventsOf(bus, { answer, question, after, signal }) }
  }

  keep(find: FindsStream): () => void {
    return this.#told.keep(find)
  }

  async running(): Promise<readonly RunningCall[]> {
    const bus = await this.#sharedBus()
    const elsewhere = bus ? await askForCalls(bus) : []
    return [...elsewhere, ...this.#parts.pipeline.list()]
  }

  listen(): void {
    if (this.#listening || this.#isClosed || !this.#parts.isDurable) return
    const listening = this.#sharedBus().then((bus) => bus && this.#hear(bus))
    this.#listening = listening
    listening.catch(() => setTimeout(() => (this.#listening = undefined), againMs).unref())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const stop = await this.#listening?.catch(() => undefined)
    stop?.()
    this.#told.close()
  }

  async #hear(bus: Bus): Promise<() => void> {
    const stops = await Promise.all([
      hearOthers(bus, (asked) => this.#answer(asked)),
      tellCalls(bus, () => this.#parts.pipeline.list()),
    ])
    return () => stops.forEach((stop) => stop())
  }

  /** Undefined if processes share none. */
  async #sharedBus(): Promise<Bus | undefined> {
    const { isDurable, engine, here } = this.#parts
    const shared = isDurable ? await engine() : here
    return shared === here ? undefined : shared.bus
  }

  /** What the journal says of the call. */
  async #look(ids: readonly string[], own: CallOwner | undefined): Promise<CallRecord | undefined> {
    for (const id of ids) {
      const record = await this.#parts.journal?.find(id)
      if (record && isOwnCall(own, record)) return record
    }
    return undefined
  }

  async #answer({ want, ids, own }: CallQuestion): Promise<CallAnswer | undefined> {
    for (const id of ids) {
      if (want === 'cancel') {
        if (this.cancelHere(id, own)) return { id, shownId: id, stream: '' }
        continue
      }
      const kept = await this.#told.find(id, own)
      const bus = kept && (await this.#sharedBus())
      if (!kept || !bus) continue
      return { id, shownId: kept.shownId, stream: this.#told.copy(bus, kept.stream, this.#parts.failed) }
    }
    return undefined
  }

  /** Ends with the result; if the process that runs the call is gone, with what the journal says of that. */
  async *#eventsOf(
    bus: Bus,
    { answer, question, after, signal }: Followed,
  ): AsyncGenerator<ToldEvent, void, undefined> {
    const over = new AbortController()
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
    const events = bus.watch(answer.stream, 0, either)[Symbol.asyncIterator]()
    let last = after
    try {
      for (let next = events.next(); !either.aborted;) {
        if (!(await settlesWithin(next, silenceMs))) {
          if (await this.#isThere(bus, question, signal)) continue
          over.abort()
          yield await this.#lastWord(answer, last + 1)
          return
        }
        const { done, value } = await next
        if (done) return
        next = events.next()
        const isMissed = value.type === 'missed'
        if (isMissed) yield { sequence: last, missed: value.count }
        const told = isMissed ? undefined : (value.data as ToldEvent | undefined)
        if (!told || told.sequence <= last) continue
        last = told.sequence
        yield told
      }
    } finally {
      over.abort()
    }
  }

  async #isThere(bus: Bus, question: CallQuestion, signal: AbortSignal | undefined): Promise<boolean> {
    const goesOn = async (asked: number): Promise<boolean> => asked < manyTimes && !signal?.aborted
    return (await askOthers(bus, question, goesOn)) !== undefined || signal?.aborted === true
  }

  async #lastWord({ id, shownId }: CallAnswer, sequence: number): Promise<ToldEvent> {
    const record = await this.#parts.journal?.find(id)
    const result = record?.result ?? lostResult(shownId, record?.tool)
    const event = { type: 'result', callId: shownId, result: { ...result, callId: shownId } }
    return { sequence, type: 'result', json: jsonText(event) }
  }
}

interface Followed {
  readonly answer: CallAnswer
  readonly question: CallQuestion
  readonly after: number
  readonly signal: AbortSignal | undefined
}

function notCancelled(record: CallRecord | undefined): CancelAnswer {
  if (record?.status === 'unknown')
    return {
      cancelled: false,
      reason: 'The process that ran it is gone: whether the call did its work is not known.',
    }
  if (record?.status !== 'running') return { cancelled: false }
  return {
    cancelled: false,
    reason:
      'The process that runs it does not answer. If it has ended, the call is marked unknown within ten seconds; otherwise try again.',
  }
}

function lostResult(callId: string, tool = ''): ToolResult {
  const error = {
    code: 'unavailable',
    message: `the process that ran call ${callId} is gone; whether it did its work is not known.`,
    hint: 'Look into the journal, then call again with a new id.',
    retryable: false,
  } as const
  const content = [{ type: 'text' as const, text: faultText(error) }]
  return { callId, tool, status: 'unknown', content, error, durationMs: 0 }
}
