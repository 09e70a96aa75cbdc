/**
 * Reads pages in a thread of its own, within bounds of time and memory: a hostile page costs its own answer and nothing else.
 * The thread stays for the next page, and ends when none comes for a while.
 *
 * @module
 */
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ToolyardError } from '../../../kernel/index.ts'
import type { PageRequest, PageText } from './read-html.ts'
import type { PdfRequest, PdfText } from './read-pdf.ts'

const mostMs = 20_000
const mostMegabytes = 512
const idleMs = 30_000

export class PageReader implements Disposable {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** Rejects with `unavailable` where the page can't be read within the bounds. */
  page(page: PageRequest, signal: AbortSignal): Promise<PageText> {
    return this.#read(page, signal) as Promise<PageText>
  }

  /** Rejects with `unavailable` where it can't be read within the bounds, or nothing here reads PDFs. */
  pdf(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText> {
    return this.#read({ bytes }, signal) as Promise<PdfText>
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle)
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  /** One after the other. */
  #read(asked: PageRequest | PdfRequest, signal: AbortSignal): Promise<unknown> {
    const turn = this.#last.then(() => this.#ask(asked, signal))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #ask(asked: PageRequest | PdfRequest, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= startWorker())
    const { promise, resolve, reject } = Promise.withResolvers()
    const stop = (): void => reject(signal.reason as Error)
    const fail = (error: unknown): void => reject(failureOf(error))
    const timer = setTimeout(() => reject(unreadable('takes too long to read')), mostMs)
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve).once('error', fail)
    worker.postMessage(asked, [])
    try {
      const answer = await promise
      this.#idle = setTimeout(() => this[Symbol.dispose](), idleMs).unref()
      return answer
    } catch (error) {
      this[Symbol.dispose]()
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      worker.off('message', resolve).off('error', fail)
    }
  }
}

function startWorker(): Worker {
  const file = join(import.meta.dirname, `page-worker${extname(import.meta.filename)}`)
  const worker = new Worker(file, {
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, stackSizeMb: 8 },
  })
  worker.unref()
  // What goes wrong after an answer concerns nobody.
  worker.on('error', () => {})
  return worker
}

function failureOf(error: unknown): ToolyardError {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ERR_MODULE_NOT_FOUND' && message?.includes('unpdf'))
    return new ToolyardError('unavailable', 'PDFs are read by the package "unpdf", which is not installed', {
      hint: 'Install it beside Toolyard: npm install unpdf.',
    })
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError)
    return unreadable('is too deep or too large to read')
  return unreadable(`can't be read (${String(message).split('\n', 1)[0]?.slice(0, 200)})`)
}

function unreadable(why: string): ToolyardError {
  return new ToolyardError('unavailable', `the page ${why}`, {
    hint: 'Look for another form of it, or another source.',
  })
}
