/**
 * The processes that serve many calls: one for each tool, started on first use, replaced when the tool changes.
 *
 * One that fails is started again by the next call, at once the first time and after longer and longer pauses where it keeps
 * failing. A pause that is longer than a call should wait is told as an error that says when to try again.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import { backOffMs, pause, ToolyardError } from '../../../kernel/index.ts'
import { type ProgramCall, requestOf } from './program-call.ts'
import { ProgramServer } from './program-server.ts'

const defaultIdleMs = 5 * 60_000
const pauses = { firstMs: 250, longestMs: 30_000, jitter: 0 }
/** A pause up to this is waited for. */
const patienceMs = 1000

export interface ProgramServers {
  run(call: ProgramCall): AsyncGenerator<unknown, unknown, undefined>
}

export function createProgramServers(): ProgramServers {
  const slots = new Map<string, ServerSlot>()
  const slotOf = ({ tool: { manifest } }: ProgramCall): ServerSlot => {
    const known = slots.get(manifest.name)
    if (known?.fingerprint === manifest.fingerprint) return known
    known?.retire()
    const slot = new ServerSlot(manifest.fingerprint)
    slots.set(manifest.name, slot)
    return slot
  }
  return {
    async *run(call) {
      const server = await slotOf(call).server(call)
      return yield* server.run(call)
    },
  }
}

/** The place of one tool's process. */
class ServerSlot {
  readonly fingerprint: string
  #server: ProgramServer | undefined
  #starting: Promise<ProgramServer> | undefined
  #failures = 0
  #lastFailure = ''
  #notBefore = 0

  constructor(fingerprint: string) {
    this.fingerprint = fingerprint
  }

  async server(call: ProgramCall): Promise<ProgramServer> {
    if (this.#server?.isOpen) return this.#server
    await this.#pause(call)
    // Another call may have started it meanwhile.
    if (this.#server?.isOpen) return this.#server
    this.#starting ??= this.#start(call).finally(() => (this.#starting = undefined))
    return this.#starting
  }

  retire(): void {
    this.#server?.retire()
  }

  async #start(call: ProgramCall): Promise<ProgramServer> {
    const { clock } = call.context
    this.#server = new ProgramServer(call, await requestOf(call), {
      idleMs: call.facts.idleMs ?? defaultIdleMs,
      answered: () => (this.#failures = 0),
      failed: (error) => this.#failed(error, clock),
    })
    return this.#server
  }

  /** Several calls that end with one process are one failure. */
  #failed({ message }: ToolyardError, clock: ToolContext['clock']): void {
    const [sentence = ''] = message.split('\n')
    this.#lastFailure = sentence
    if (this.#server === undefined) return
    this.#server = undefined
    this.#failures++
    this.#notBefore = clock.now() + (this.#failures === 1 ? 0 : backOffMs(this.#failures - 1, pauses))
  }

  async #pause({ tool, context: { clock, signal } }: ProgramCall): Promise<void> {
    const left = Math.ceil(this.#notBefore - clock.now())
    if (left <= 0) return
    if (left > patienceMs)
      throw new ToolyardError(
        'unavailable',
        `the process of "${tool.manifest.name}" has failed ${this.#failures} times in a row and is given a rest. Last: ${this.#lastFailure}`,
        { retryable: true, retryAfterMs: left, hint: `Try again in ${Math.ceil(left / 1000)} s.` },
      )
    await pause(left, { clock, signal })
  }
}
