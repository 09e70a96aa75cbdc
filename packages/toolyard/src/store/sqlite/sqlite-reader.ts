/**
 * Long questions to a SQLite file, answered in a thread with a connection of its own that can only read: calls that are made
 * meanwhile wait for nothing.
 *
 * The thread begins with the first question and ends when none came for a while.
 *
 * @module
 */
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ToolyardError } from '../../kernel/index.ts'
import type { ReaderAnswer, ReaderQuestion } from './reader-messages.ts'

const idleMs = 60_000
/** No question takes so long: the thread is ended, and with it all who wait. */
const longestMs = 60_000
/** So many may wait for an answer. */
const mostWaiting = 64

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: ToolyardError) => void
}

export class SqliteReader {
  readonly #file: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #count = 0

  constructor(file: string) {
    this.#file = file
  }

  ask(look: string, asked: unknown): Promise<unknown> {
    if (this.#waiting.size >= mostWaiting)
      return Promise.reject(
        new ToolyardError('busy', 'too many long questions to the database wait already', {
          hint: 'Ask again in a moment.',
          retryable: true,
        }),
      )
    const worker = (this.#worker ??= this.#start())
    const question: ReaderQuestion = { id: ++this.#count, look, asked }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(question.id, { resolve, reject })
    if (this.#waiting.size === 1) {
      worker.ref()
      this.#limit(longestMs)
    }
    worker.postMessage(question, [])
    return promise
  }

  close(): void {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
    this.#fail('the database was closed')
  }

  #start(): Worker {
    const file = join(import.meta.dirname, `read-worker${extname(import.meta.filename)}`)
    const worker = new Worker(file, {
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
      workerData: this.#file,
    })
    worker.on('message', (told: ReaderAnswer) => this.#heard(told))
    const gone = (why: string): void => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      clearTimeout(this.#timer)
      this.#fail(why)
    }
    worker.on('error', (error) => gone(error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => gone('the thread that reads has ended'))
    return worker
  }

  #heard(told: ReaderAnswer): void {
    const waiting = this.#waiting.get(told.id)
    this.#waiting.delete(told.id)
    if ('failure' in told) waiting?.reject(unreadable(this.#file, told.failure))
    else waiting?.resolve(told.answer)
    if (this.#waiting.size > 0) return this.#limit(longestMs)
    this.#worker?.unref()
    this.#limit(idleMs)
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), ms).unref()
  }

  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
    this.#fail('it took too long')
  }

  #fail(why: string): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(unreadable(this.#file, why))
  }
}

function unreadable(file: string, why: string): ToolyardError {
  return new ToolyardError(
    'store_unavailable',
    `the database ${file} could not be read: ${why.slice(0, 500)}`,
    {
      hint: 'Ask again; with a shorter time range if it took too long.',
      retryable: true,
    },
  )
}
