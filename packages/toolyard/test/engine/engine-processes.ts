/** Another process with an engine in a database, which does what it is asked, and dies or freezes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { tasks } from './engine-process.ts'

type Tasks = typeof tasks

interface Message {
  readonly id?: number
  readonly value?: unknown
  readonly error?: string
  readonly accepted?: string
}

export class EngineProcess implements AsyncDisposable {
  /** Ids that it was told are accepted. */
  readonly accepted: string[] = []
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #waiting = new Map<number, (message: Message) => void>()
  #count = 0

  /** `under`: the command that starts it, where it must live under special conditions. */
  constructor(under: readonly string[] = []) {
    const program = join(import.meta.dirname, 'engine-process.ts')
    const [command, ...args] = [...under, process.execPath, '--conditions=@toolyard/source', program]
    this.#child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#ended = once(this.#child, 'close')
    this.#child.on('message', (message: Message) => {
      if (message.accepted !== undefined) this.accepted.push(message.accepted)
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
    })
  }

  async ask<Name extends keyof Tasks>(
    task: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const id = ++this.#count
    const answered = new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve)
    })
    this.#child.send({ id, task, args })
    const { value, error } = await answered
    if (error !== undefined) throw new Error(error)
    return value as Awaited<ReturnType<Tasks[Name]>>
  }

  /** Does not wait for an answer. */
  begin<Name extends keyof Tasks>(task: Name, ...args: Parameters<Tasks[Name]>): void {
    this.#child.send({ id: ++this.#count, task, args })
  }

  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}
