/** A process of a gate: started, stopped, killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from '../../helpers/program.ts'

export class Child implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #heard: ((message: unknown) => void)[] = []

  private constructor(command: readonly [string, ...string[]]) {
    const [first, ...rest] = command
    this.#process = spawn(first, rest, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    })
    this.#ended = once(this.#process, 'close')
    this.#process.on('message', (message) => {
      for (const hear of this.#heard) hear(message)
    })
  }

  /** Resolves when it says "ready". `terms` is what the program reads; `under` starts it, where it must live under special conditions. */
  static async start(program: string, terms: object, under: readonly string[] = []): Promise<Child> {
    const file = join(import.meta.dirname, program)
    const node = [process.execPath, '--conditions=@toolyard/source', file, JSON.stringify(terms)]
    const [first = '', ...rest] = [...under, ...node]
    const child = new Child([first, ...rest])
    const ready = new Promise<void>((resolve) => {
      child.listen((message) => message === 'ready' && resolve())
    })
    await Promise.race([
      ready,
      child.#ended.then(() => Promise.reject(new Error(`${program} did not start`))),
    ])
    return child
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  get ended(): Promise<unknown> {
    return this.#ended
  }

  listen(hear: (message: unknown) => void): void {
    this.#heard.push(hear)
  }

  send(message: string): void {
    this.#process.send(message)
  }

  freeze(): void {
    this.#process.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process.kill('SIGCONT')
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}

/** Several, which end together. */
export class Children implements AsyncDisposable {
  readonly #all: Child[] = []

  async start(program: string, terms: object, under?: readonly string[]): Promise<Child> {
    const child = await Child.start(program, terms, under)
    this.#all.push(child)
    return child
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((child) => child.kill()))
  }
}

/** What its parent gave it. */
export function termsOf(): unknown {
  return JSON.parse(process.argv[2] ?? '{}')
}
