/**
 * Mode `server`: one process that serves many calls, told apart by their ids.
 *
 * In: a line `{"id":"7","callId":"…","arguments":{…}}` for each call, `{"id":"7","cancel":true}` for one that is no longer
 * wanted. Out: the events of mode `events`, each with the id of its call. A call that was cancelled must be answered soon, by
 * a result or an error that no caller hears; else the process is replaced, because what it works on has no owner any more.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import type { Program, ProgramOutcome, ProgramRequest } from '../../../host/index.ts'
import { type Deadline, isPlainObject, messageOf, ToolyardError } from '../../../kernel/index.ts'
import { createEventQueue, type EventQueue } from './event-queue.ts'
import { JsonLines } from './json-lines.ts'
import { LastWords } from './last-words.ts'
import { failureOf, type ProgramCall } from './program-call.ts'
import { isFinal, toEvent } from './program-event.ts'
import { relayEvents } from './relay-events.ts'

/** How long a process may take to let go of a call that was cancelled. */
const cancelMs = 3000
/** How long one call may hold up the others because its events are not read. */
const holdMs = 5000
/** Between the end of its standard input and TERM. */
const lingerMs = 1000

export interface ServerOptions {
  readonly idleMs: number
  /** Told of each call that the process has answered. */
  readonly answered: () => void
  /** Told once, when it takes no more calls because something went wrong. */
  readonly failed: (error: ToolyardError) => void
}

export class ProgramServer {
  readonly #program: Program
  readonly #clock: ToolContext['clock']
  readonly #options: ServerOptions
  readonly #words = new LastWords()
  readonly #lines = new JsonLines((value, size) => this.#take(value, size))
  readonly #calls = new Map<string, { readonly call: ProgramCall; readonly queue: EventQueue }>()
  readonly #cancelled = new Map<string, Deadline>()
  #held: Promise<void>[] = []
  #count = 0
  #isOpen = true
  #idle: NodeJS.Timeout | undefined

  constructor({ context }: ProgramCall, request: ProgramRequest, options: ServerOptions) {
    this.#clock = context.clock
    this.#options = options
    this.#program = context.host.programs.start({
      ...request,
      interactive: true,
      onOutput: (chunk, stream) => this.#hear(chunk, stream),
    })
    void this.#program.exited.then((outcome) => this.#ended(outcome))
  }

  /** Whether it takes new calls. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  async *run(call: ProgramCall): AsyncGenerator<unknown, unknown, undefined> {
    const { context, input } = call
    const { signal } = context
    const id = String(++this.#count)
    const queue = createEventQueue()
    const abort = (): void => queue.end(signal.reason)
    clearTimeout(this.#idle)
    this.#calls.set(id, { call, queue })
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    else this.#say({ id, callId: context.callId, arguments: input })
    try {
      return yield* relayEvents(queue, call)
    } finally {
      signal.removeEventListener('abort', abort)
      if (this.#calls.has(id)) this.#cancel(id)
      this.#rest()
    }
  }

  /** Takes no more calls; ends when those that run are done. */
  retire(): void {
    this.#isOpen = false
    this.#rest()
  }

  #say(line: object): void {
    void this.#program.write(`${JSON.stringify(line)}\n`)
  }

  #cancel(id: string): void {
    this.#forget(id)
    if (!this.#isOpen && this.#calls.size === 0) return
    this.#say({ id, cancel: true })
    this.#cancelled.set(
      id,
      this.#clock.after(cancelMs, () => {
        this.#cancelled.delete(id)
        this.retire()
      }),
    )
  }

  #forget(id: string): void {
    this.#calls.get(id)?.queue.end()
    this.#calls.delete(id)
  }

  #hear(chunk: Buffer, stream: 'stdout' | 'stderr'): Promise<void> | undefined {
    if (stream === 'stderr') {
      this.#words.add(chunk)
      return undefined
    }
    this.#held = []
    try {
      this.#lines.add(chunk)
    } catch (error) {
      this.#break(error)
    }
    return this.#held.length === 0 ? undefined : Promise.all(this.#held).then(() => undefined)
  }

  #take(value: unknown, size: number): void {
    const given = isPlainObject(value) ? value['id'] : undefined
    if (typeof given !== 'string' && typeof given !== 'number') throw new Error('an event has no "id"')
    const id = String(given)
    const event = toEvent(value)
    const waiting = this.#calls.get(id)
    if (waiting) {
      waiting.queue.push(event, size)
      if (isFinal(event)) this.#answered(id)
      else this.#hold(id, waiting.queue)
    } else if (isFinal(event)) {
      this.#cancelled.get(id)?.cancel()
      this.#cancelled.delete(id)
      this.#rest()
    }
  }

  #answered(id: string): void {
    this.#forget(id)
    this.#options.answered()
  }

  /** The others wait for a slow reader, too; so not for long. */
  #hold(id: string, queue: EventQueue): void {
    const room = queue.room()
    if (!room) return
    const { name } = this.#calls.get(id)?.call.tool.manifest ?? { name: '' }
    const late = this.#clock.after(holdMs, () => {
      const message = `nobody took the events of "${name}" for ${holdMs / 1000} s`
      queue.end(
        new ToolyardError('tool_failed', message, { hint: 'Read the events of a call as they come.' }),
      )
      if (this.#calls.has(id)) this.#cancel(id)
    })
    this.#held.push(room.then(() => late.cancel()))
  }

  #break(error: unknown): void {
    const message = `did not keep to the protocol of events: ${messageOf(error)}.${this.#words.tell()}`
    const hint =
      'This is a fault of the tool, not of the call: it must print one JSON object a line, and its log to standard error.'
    this.#fail(({ tool }) => new ToolyardError('tool_failed', `"${tool.manifest.name}" ${message}`, { hint }))
    void this.#program.stop()
  }

  #ended(outcome: ProgramOutcome): void {
    this.#fail((call) =>
      failureOf(call, outcome, { words: this.#words, before: 'in the middle of the call' }),
    )
    clearTimeout(this.#idle)
    for (const deadline of this.#cancelled.values()) deadline.cancel()
    this.#cancelled.clear()
  }

  #fail(tell: (call: ProgramCall) => ToolyardError): void {
    this.#isOpen = false
    for (const [id, { call, queue }] of this.#calls) {
      const error = tell(call)
      queue.end(error)
      this.#calls.delete(id)
      this.#options.failed(error)
    }
  }

  /** With nothing to do it is kept for a while, or ended at once where it takes no more calls. */
  #rest(): void {
    if (this.#calls.size > 0) return
    clearTimeout(this.#idle)
    if (!this.#isOpen) return this.#leave()
    this.#idle = setTimeout(() => this.retire(), this.#options.idleMs).unref()
  }

  #leave(): void {
    this.#program.end()
    const deadline = this.#clock.after(lingerMs, () => void this.#program.stop())
    void this.#program.exited.then(() => deadline.cancel())
  }
}
