/**
 * Mode `events`: a process for each call, its arguments as JSON on standard input, events as lines of JSON on standard output.
 *
 * The call ends with the program's result, or with its error. Where the program breaks the protocol, ends too early or is no
 * longer wanted, it is ended with everything that it started before the call is.
 *
 * @module
 */
import type { Program, ProgramOutcome } from '../../../host/index.ts'
import { messageOf, ToolyardError } from '../../../kernel/index.ts'
import { createEventQueue } from './event-queue.ts'
import { JsonLines } from './json-lines.ts'
import { LastWords } from './last-words.ts'
import { failureOf, type ProgramCall, requestOf } from './program-call.ts'
import { isFinal, type ProgramEvent, toEvent } from './program-event.ts'
import { relayEvents } from './relay-events.ts'

/** How long a program may go on after its result. */
const lingerMs = 1000

export async function* runEvents(call: ProgramCall): AsyncGenerator<unknown, unknown, undefined> {
  const { context, input } = call
  const talk = new ProgramTalk(call)
  const request = await requestOf(call)
  const program = context.host.programs.start({
    ...request,
    env: { ...request.env, TOOLYARD_CALL_ID: context.callId },
    stdin: `${JSON.stringify(input)}\n`,
    signal: context.signal,
    onOutput: (chunk, stream) => talk.hear(chunk, stream),
  })
  try {
    void program.exited.then((outcome) => talk.end(outcome))
    return yield* relayEvents(talk.queue, call)
  } finally {
    talk.queue.end()
    await (talk.isAnswered ? endSoon(program, call) : program.stop())
  }
}

/** What one process says, until it has said how the call ends. */
class ProgramTalk {
  readonly queue = createEventQueue()
  readonly #call: ProgramCall
  readonly #words = new LastWords()
  readonly #lines = new JsonLines((value, size) => this.#take(toEvent(value), size))
  #isOver = false
  #isAnswered = false

  constructor(call: ProgramCall) {
    this.#call = call
  }

  /** Whether it has said how the call ends. */
  get isAnswered(): boolean {
    return this.#isAnswered
  }

  hear(chunk: Buffer, stream: 'stdout' | 'stderr'): Promise<void> | undefined {
    if (stream === 'stderr') this.#words.add(chunk)
    else if (!this.#isOver) {
      try {
        this.#lines.add(chunk)
      } catch (error) {
        this.#break(error)
      }
    }
    return this.queue.room()
  }

  end(outcome: ProgramOutcome): void {
    if (this.#isOver) return
    try {
      this.#lines.end()
    } catch (error) {
      // Of a program that failed, half a line says less than how it ended.
      if (outcome.exitCode === 0) this.#break(error)
    }
    if (!this.#isOver) this.#fail(this.#tooEarly(outcome))
  }

  #take(event: ProgramEvent, size: number): void {
    if (this.#isOver) return
    this.queue.push(event, size)
    if (!isFinal(event)) return
    this.#isOver = true
    this.#isAnswered = true
    this.queue.end()
  }

  #break(error: unknown): void {
    const { name } = this.#call.tool.manifest
    const message = `"${name}" did not keep to the protocol of events: ${messageOf(error)}.${this.#words.tell()}`
    this.#fail(
      new ToolyardError('tool_failed', message, {
        hint: 'This is a fault of the tool, not of the call: it must print one JSON object a line, and its log to standard error.',
      }),
    )
  }

  #tooEarly(outcome: ProgramOutcome): ToolyardError {
    if (outcome.exitCode !== 0)
      return failureOf(this.#call, outcome, { words: this.#words, before: 'before its result' })
    const { name } = this.#call.tool.manifest
    return new ToolyardError('tool_failed', `"${name}" ended without a result.${this.#words.tell()}`, {
      hint: 'This is a fault of the tool, not of the call: its last line must be {"type":"result","data":…}.',
    })
  }

  #fail(error: ToolyardError): void {
    this.#isOver = true
    this.queue.end(error)
  }
}

async function endSoon(program: Program, { context }: ProgramCall): Promise<void> {
  const deadline = context.clock.after(lingerMs, () => void program.stop())
  await program.exited
  deadline.cancel()
}
