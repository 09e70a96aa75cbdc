/**
 * Starts programs through a helper process, and reads their output itself.
 *
 * The helper is started on first use and dies with us. A program writes into a named pipe that only this process reads: what it
 * prints takes no detour, and it finds real pipes where it looks for them.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { extname, join } from 'node:path'
import type { Writable } from 'node:stream'
import type { LaunchOrder, Launched, Launcher, ProcessEnd } from '../launcher.ts'
import { withoutInherited } from '../inherited-descriptors.ts'
import { OutputPipe } from '../output-pipe.ts'
import { endTree } from '../process-tree.ts'
import {
  createMessageReader,
  encodeMessage,
  type FromBroker,
  type PipePaths,
  type ToBroker,
} from './messages.ts'

const fewPipes = 24
const pipesAtOnce = 64
const patienceMs = 10_000
const goneText = 'the helper that starts programs has ended'

export interface BrokerSettings {
  /** Ours alone; the helper takes it away when it ends. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

interface BrokerRun {
  readonly order: LaunchOrder
  readonly started: PromiseWithResolvers<void>
  readonly ended: PromiseWithResolvers<ProcessEnd>
  pid?: number | undefined
}

/** Rejects where the helper can't be started. */
export async function startBroker(settings: BrokerSettings): Promise<BrokerLauncher> {
  const launcher = new BrokerLauncher(settings)
  await launcher.ready
  return launcher
}

export class BrokerLauncher implements Launcher {
  readonly ready: Promise<void>
  readonly #child: ChildProcess
  readonly #runs = new Map<string, BrokerRun>()
  readonly #pipes: string[] = []
  readonly #folder: string
  #files = 0
  #waiting: (() => void)[] = []
  #wanted = 0
  #isGone = false
  readonly #gone = Promise.withResolvers<void>()

  constructor({ folder, environment }: BrokerSettings) {
    this.#folder = folder
    const file = join(import.meta.dirname, `main${extname(import.meta.filename)}`)
    const args = ['--max-semi-space-size=1', '--max-old-space-size=64', file, folder]
    this.#child = withoutInherited(['pipe', 'pipe', 'ignore'], (stdio) =>
      spawn(process.execPath, args, { cwd: folder, env: environment, detached: true, stdio }),
    )
    const read = createMessageReader((message) => this.#hear(message as FromBroker))
    this.#child.stdout?.setEncoding('utf8').on('data', read)
    this.#child.stdin?.on('error', () => {})
    this.#child.once('error', () => this.#lost())
    this.#child.once('exit', () => this.#lost())
    this.ready = this.#firstPipes()
  }

  get isGone(): boolean {
    return this.#isGone
  }

  async launch(order: LaunchOrder): Promise<Launched> {
    if (this.#isGone) throw new Error(goneText)
    const { stdin, interactive, merge } = order
    const count = 1 + (merge ? 0 : 1) + (interactive ? 1 : 0)
    while (this.#pipes.length < count) await this.#morePipes()
    const [stdout = '', ...rest] = this.#pipes.splice(0, count)
    if (this.#pipes.length < fewPipes) this.#askForPipes()
    const stderr = merge ? undefined : rest.shift()
    const input = interactive ? rest.shift() : await this.#inputFile(stdin)
    return this.#start(order, { stdout, ...(stderr && { stderr }), ...(input && { stdin: input }) })
  }

  async close(): Promise<void> {
    this.#child.stdin?.end()
    this.#child.ref()
    await this.#gone.promise
  }

  /**
   * A pipe without a writer can't be opened again by its name, as `cat /dev/stdin` does; a file can. The
   * helper takes it away.
   */
  async #inputFile(content: string | Uint8Array | undefined): Promise<string | undefined> {
    if (content === undefined) return undefined
    const path = join(this.#folder, `in-${this.#files++}`)
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    return path
  }

  async #start(order: LaunchOrder, paths: PipePaths): Promise<Launched> {
    const outputs = [
      new OutputPipe(openReading(paths.stdout), (chunk) => order.onOutput(chunk, 'stdout')),
      ...(paths.stderr === undefined
        ? []
        : [new OutputPipe(openReading(paths.stderr), (chunk) => order.onOutput(chunk, 'stderr'))]),
    ]
    const input = order.interactive ? openInput(paths.stdin ?? '') : undefined
    const run: BrokerRun = { order, started: Promise.withResolvers(), ended: Promise.withResolvers() }
    this.#runs.set(order.run, run)
    this.#hold()
    const { onOutput: _, stdin, interactive: _open, merge: _merge, ...plain } = order
    this.#say({ type: 'start', order: plain, pipes: paths, isWaited: input !== undefined })
    if (this.#isGone) this.#abandon(run)
    if (input) await run.started.promise
    if (stdin !== undefined) input?.write(stdin)
    let hurry = false
    return {
      get pid() {
        return run.pid
      },
      input,
      resume: () => outputs.forEach((output) => output.resume()),
      kill: (signal) => this.#say({ type: 'kill', run: order.run, signal }),
      end: (graceMs) => {
        hurry = true
        this.#say({ type: 'end', run: order.run, graceMs })
      },
      ended: run.ended.promise.then(async (end) => {
        input?.destroy()
        await Promise.all(outputs.map((output) => output.finish(() => hurry)))
        this.#runs.delete(order.run)
        this.#hold()
        return end
      }),
    }
  }

  #hear(message: FromBroker): void {
    if (message.type === 'pipes') {
      this.#wanted -= message.paths.length
      this.#pipes.push(...message.paths)
      return this.#wake()
    }
    const run = this.#runs.get(message.run)
    if (!run) return
    run.pid = message.pid
    run.started.resolve()
    if (message.type === 'ended') run.ended.resolve(message.end)
  }

  #say(message: ToBroker): void {
    if (!this.#isGone) this.#child.stdin?.write(encodeMessage(message))
  }

  async #firstPipes(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs)
    try {
      while (this.#pipes.length === 0) await this.#morePipes()
    } finally {
      clearTimeout(timer)
    }
  }

  #askForPipes(): void {
    if (this.#wanted > 0) return
    this.#wanted = pipesAtOnce
    this.#say({ type: 'pipes', count: pipesAtOnce })
  }

  /** Rejects where there will be none. */
  async #morePipes(): Promise<void> {
    this.#askForPipes()
    if (!this.#isGone) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      this.#hold()
      await promise
    }
    if (this.#isGone) throw new Error(goneText)
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
    this.#hold()
  }

  /** The helper was killed: what it ran is ended from here. */
  #lost(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#wake()
    this.#gone.resolve()
    for (const run of this.#runs.values()) this.#abandon(run)
  }

  #abandon({ order, pid, started, ended }: BrokerRun): void {
    const problem = 'the helper process that ran it has ended'
    const end: ProcessEnd = { exitCode: null, signal: null, problem }
    started.resolve()
    void endTree({ run: order.run, leader: pid, wrapped: order.wrapped }, { graceMs: 0 }).then(() =>
      ended.resolve(end),
    )
  }

  /** No caller waits for the helper itself, only for the programs that it runs. */
  #hold(): void {
    const isNeeded = this.#runs.size > 0 || this.#waiting.length > 0
    for (const handle of [
      this.#child,
      this.#child.stdout as Socket | null,
      this.#child.stdin as Socket | null,
    ]) {
      if (isNeeded) handle?.ref()
      else handle?.unref()
    }
  }
}

function openReading(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
}

/** Opened at both ends: a pipe without a reader could not be opened for writing alone. */
function openInput(path: string): Writable {
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  return new Socket({ fd, readable: false, writable: true }).on('error', () => {})
}
