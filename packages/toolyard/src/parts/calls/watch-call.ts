/**
 * Follows one background call: the events of its job's stream, then the result from its row.
 *
 * The row is the truth. If the stream is lost, or is in a process that can't be reached, the row alone says how the call ended.
 *
 * @module
 */
import type { Bus } from '../../engine/index.ts'
import type { ToolEvent } from '../../define/index.ts'
import { type Clock, pause } from '../../kernel/index.ts'
import type { RequestStore } from '../../store/index.ts'
import type { NumberedEvent } from './background-calls.ts'
import { jobIdOf } from './call-jobs.ts'

export interface WatchParts {
  readonly bus: Bus
  readonly requests: Pick<RequestStore, 'find'>
  readonly clock: Clock
}

export interface Watched {
  readonly callId: string
  readonly after: number
  readonly signal?: AbortSignal | undefined
}

/** How often the row is looked at while nothing comes. */
const lookMs = 1000

export async function* watchCall(
  { bus, requests, clock }: WatchParts,
  { callId, after, signal }: Watched,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const id = jobIdOf(callId)
  const hasEnded = async (): Promise<boolean> => ((await requests.find(callId))?.state ?? 'ended') === 'ended'
  let at = after
  const stream = await bus.find(id)
  // Who has heard the result is not told again.
  if (stream?.hasEnded && after >= stream.last && (await hasEnded())) return
  using idle = new IdleWatch(clock, hasEnded)
  const either = signal ? AbortSignal.any([signal, idle.over]) : idle.over
  let last: number | undefined
  // Nothing comes of a stream that is not kept any more.
  const events = stream || !(await hasEnded()) ? bus.watch(id, after, either) : []
  for await (const event of idle.during(events)) {
    at = event.sequence
    if (event.type === 'end') last = at
    else
      yield {
        sequence: at,
        event: event.type === 'missed' ? missed(callId, event.count) : (event.data as ToolEvent),
      }
  }
  while (!(await hasEnded())) {
    if (signal?.aborted) return
    await pause(lookMs, { clock, signal }).catch(() => {})
  }
  const result = (await requests.find(callId))?.result
  if (!result || signal?.aborted) return
  yield { sequence: last ?? at + 1, event: { type: 'result', callId, result } }
}

function missed(callId: string, count: number): ToolEvent {
  return { type: 'progress', callId, message: `${count} earlier events are not kept any more` }
}

/** Ends the wait for a stream of a call that has ended, if nothing comes of it between two looks. */
class IdleWatch implements Disposable {
  readonly #clock: Clock
  readonly #hasEnded: () => Promise<boolean>
  readonly #over = new AbortController()
  #deadline: { cancel(): void } | undefined
  #isWaiting = false
  #wasEnded = false
  #isDisposed = false

  constructor(clock: Clock, hasEnded: () => Promise<boolean>) {
    this.#clock = clock
    this.#hasEnded = hasEnded
    this.#plan()
  }

  get over(): AbortSignal {
    return this.#over.signal
  }

  async *during<T>(events: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void, undefined> {
    this.#isWaiting = true
    for await (const event of events) {
      this.#isWaiting = this.#wasEnded = false
      yield event
      this.#isWaiting = true
    }
    this.#isWaiting = false
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#deadline?.cancel()
  }

  #plan(): void {
    if (!this.#isDisposed) this.#deadline = this.#clock.after(lookMs, () => void this.#look())
  }

  async #look(): Promise<void> {
    const hasEnded = this.#isWaiting && (await this.#hasEnded().catch(() => false))
    if (hasEnded && this.#wasEnded && this.#isWaiting) this.#over.abort()
    this.#wasEnded = hasEnded
    this.#plan()
  }
}
