/** Another process with a store of its own, which does what it is asked. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ErrorCode, ToolyardError } from '../../src/kernel/index.ts'
import type { tasks } from './store-process.ts'

type Tasks = typeof tasks

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly hint?: string }
}

const program = [
  process.execPath,
  '--conditions=@toolyard/source',
  join(import.meta.dirname, 'store-process.ts'),
]

/** Halves what it costs to start our own, unchanged, code again and again. */
const compileCache = join(tmpdir(), 'toolyard-test-compile-cache')

export class OtherProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #count = 0

  /** `under`: the command that starts it, where it must live under special conditions. */
  constructor(under: readonly string[] = []) {
    const [command = '', ...args] = [...under, ...program]
    this.#child = spawn(command, args, {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    this.#ended = once(this.#child, 'close')
    this.#child.on('message', (answer: Answer) => this.#waiting.get(answer.id)?.(answer))
  }

  async ask<Name extends keyof Tasks>(
    task: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const id = ++this.#count
    const answered = new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve)
    })
    const ended = this.#ended.then((): Answer => {
      throw new Error(`the process ended before it had done "${task}"`)
    })
    this.#child.send({ id, task, args })
    const { value, error } = await Promise.race([answered, ended])
    this.#waiting.delete(id)
    if (error) throw new ToolyardError(error.code, error.message, { hint: error.hint })
    return value as Awaited<ReturnType<Tasks[Name]>>
  }

  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  /** Ends it as the kernel does: it can neither write nor say anything any more. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}
