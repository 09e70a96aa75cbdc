/** Processes that share one installation, on files of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { tasks, YardPlace } from './yard-process.ts'

type Tasks = typeof tasks

interface Message {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

export class YardProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #waiting = new Map<number, (message: Message) => void>()
  #count = 0

  constructor() {
    const program = join(import.meta.dirname, 'yard-process.ts')
    this.#child = spawn(process.execPath, ['--conditions=@toolyard/source', program], {
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'toolyard-test-compile-cache') },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#ended = once(this.#child, 'close')
    this.#child.on('message', (message: Message) => this.#waiting.get(message.id)?.(message))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async ask<Name extends keyof Tasks>(
    task: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const id = ++this.#count
    const answered = new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve)
    })
    const ended = this.#ended.then((): Message => {
      throw new Error(`the process ended before it had done "${task}"`)
    })
    this.#child.send({ id, task, args })
    const { value, error } = await Promise.race([answered, ended])
    if (error !== undefined) throw new Error(error)
    return value as Awaited<ReturnType<Tasks[Name]>>
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}

export interface Ground {
  readonly folder: string
  open(options?: YardPlace['options']): Promise<YardProcess>
  /** Lines that tools wrote. */
  log(): Promise<readonly string[]>
  /** Lets tools go on that wait for this file. */
  lift(gate: string): Promise<void>
}

/** All ended and removed with the test. */
export async function groundFor(test: TestContext): Promise<Ground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-background-')))
  const processes: YardProcess[] = []
  test.after(async () => {
    await Promise.all(processes.map((one) => one.kill()))
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder,
    async open(options) {
      const one = new YardProcess()
      processes.push(one)
      await one.ask('open', { folder, ...(options && { options }) })
      return one
    },
    log: async () =>
      (await readFile(join(folder, 'log'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
    lift: (gate) => writeFile(join(folder, gate), ''),
  }
}

export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 1200) throw new Error(`it did not come to be so: ${what}`)
    await sleep(50)
  }
}
