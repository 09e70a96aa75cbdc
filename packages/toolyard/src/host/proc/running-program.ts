/**
 * A program that runs: its output on the way to its readers, its time limit, its end.
 *
 * @module
 */
import { maxDelayMs, messageOf } from '../../kernel/index.ts'
import type { Launched, Launcher, ProcessEnd, ProcessOrder } from './launcher.ts'
import { KeptOutput } from './kept-output.ts'
import type { OutputStream, Program, ProgramOutcome, ProgramRequest, SandboxFacts } from './program.ts'

/** Between TERM and KILL. */
const graceMs = 300

/** Finds out how a program is to be started; answers why it can't be. */
export type Prepare = (request: ProgramRequest) => Promise<PreparedLaunch | string> | PreparedLaunch | string

export interface PreparedLaunch {
  readonly launcher: Launcher
  readonly order: ProcessOrder
  /** To be called once when it has ended, or could not be started. */
  readonly after?: () => SandboxFacts | Promise<SandboxFacts>
}

export class RunningProgram implements Program {
  readonly exited: Promise<ProgramOutcome>
  readonly #request: ProgramRequest
  readonly #kept: KeptOutput
  #startedAt = performance.now()
  #timer: NodeJS.Timeout | undefined
  #launched: Launched | undefined
  #timedOut = false
  #stopped = false
  #isOver = false
  #after: PreparedLaunch['after']
  #sandbox: SandboxFacts | undefined
  #started = Promise.withResolvers<void>()
  /** Parts of the output that a reader has not taken yet: the program is held back. */
  #holding = 0
  #taken: Promise<unknown> = Promise.resolve()
  /** Who waits for the program to take something. A race with its end would keep every one of them until then. */
  readonly #writing = new Set<() => void>()

  constructor(request: ProgramRequest, prepare: Prepare) {
    this.#request = request
    this.#kept = new KeptOutput(request.maxOutput)
    this.exited = this.#run(prepare)
  }

  get pid(): number | undefined {
    return this.#launched?.pid
  }

  async write(data: string | Uint8Array): Promise<void> {
    await this.#started.promise
    const input = this.#launched?.input
    if (!input || input.destroyed || input.writableEnded || this.#isOver) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#writing.add(resolve)
    input.write(data, () => {
      this.#writing.delete(resolve)
      resolve()
    })
    await promise
  }

  end(): void {
    void this.#started.promise.then(() => this.#launched?.input?.end())
  }

  kill(signal: NodeJS.Signals): void {
    void this.#started.promise.then(() => this.#isOver || this.#launched?.kill(signal))
  }

  stop(): Promise<ProgramOutcome> {
    if (!this.#isOver) {
      this.#stopped = true
      this.#end()
    }
    return this.exited
  }

  async #run(prepare: Prepare): Promise<ProgramOutcome> {
    const { timeoutMs, signal } = this.#request
    const abort = (): void => void this.stop()
    try {
      checkTime(timeoutMs)
      if (signal?.aborted) this.#stopped = true
      signal?.addEventListener('abort', abort, { once: true })
      return this.#outcome(await this.#runToEnd(prepare))
    } catch (error) {
      return this.#outcome({ exitCode: null, signal: null, problem: messageOf(error) })
    } finally {
      void this.#after?.()
      this.#isOver = true
      clearTimeout(this.#timer)
      signal?.removeEventListener('abort', abort)
      this.#started.resolve()
      for (const resolve of this.#writing) resolve()
    }
  }

  async #runToEnd(prepare: Prepare): Promise<ProcessEnd> {
    const launched = await this.#launch(prepare)
    if (!('ended' in launched)) return launched
    const { timeoutMs } = this.#request
    this.#launched = launched
    this.#started.resolve()
    if (this.#isEnding) launched.end(graceMs)
    else if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.#timeOut(), timeoutMs)
    const end = await launched.ended
    if (!this.#isEnding) await this.#taken
    await this.#leave()
    return end
  }

  async #leave(): Promise<void> {
    const after = this.#after
    this.#after = undefined
    this.#sandbox = await after?.()
  }

  /** A launcher whose helper has gone is asked once; the next one is a new one. */
  async #launch(prepare: Prepare): Promise<Launched | ProcessEnd> {
    const neverStarted: ProcessEnd = { exitCode: null, signal: null }
    for (let attempt = 1; ; attempt++) {
      if (this.#isEnding) return neverStarted
      const prepared = prepare(this.#request)
      const launch = prepared instanceof Promise ? await prepared : prepared
      if (typeof launch === 'string') return { ...neverStarted, problem: launch }
      this.#after = launch.after
      if (this.#isEnding) return neverStarted
      this.#startedAt = performance.now()
      try {
        return await launch.launcher.launch({
          ...launch.order,
          stdin: this.#request.stdin,
          interactive: this.#request.interactive ?? false,
          merge: this.#request.merge ?? false,
          onOutput: (chunk, stream) => this.#take(chunk, stream),
        })
      } catch (error) {
        await this.#leave()
        if (attempt === 2) throw error
      }
    }
  }

  get #isEnding(): boolean {
    return this.#stopped || this.#timedOut
  }

  #timeOut(): void {
    this.#timedOut = true
    this.#end()
  }

  #end(): void {
    this.#launched?.end(graceMs)
    this.#launched?.resume()
  }

  #take(chunk: Buffer, stream: OutputStream): boolean {
    const { onOutput, reuseBuffer } = this.#request
    if (!onOutput) {
      this.#kept.add(chunk, stream)
      return true
    }
    const taken = onOutput(reuseBuffer ? chunk : Buffer.from(chunk), stream)
    if (!(taken instanceof Promise) || this.#isEnding) return true
    this.#holding++
    const goOn = (): void => {
      if (--this.#holding === 0) this.#launched?.resume()
    }
    this.#taken = Promise.all([this.#taken, taken.then(goOn, goOn)])
    return false
  }

  #outcome({ exitCode, signal, problem }: ProcessEnd): ProgramOutcome {
    return {
      exitCode,
      signal,
      ...this.#kept.texts(),
      timedOut: this.#timedOut,
      stopped: this.#stopped,
      durationMs: performance.now() - this.#startedAt,
      ...(problem !== undefined && { problem }),
      ...(this.#sandbox && { sandbox: this.#sandbox }),
    }
  }
}

function checkTime(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || (Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= maxDelayMs))
    return
  throw new RangeError(`a time limit of ${timeoutMs} ms is not a whole number from 1 to ${maxDelayMs}`)
}
