/**
 * Reads pages in a thread of its own, within bounds of time and memory: a hostile page costs its own answer and nothing else.
 * The thread stays for the next page, and ends when none comes for a while.
 *
 * @module
 */
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ReadAnswer, PageReadRequest } from './page-messages.ts'
import type { PageText } from './read-html.ts'
import type { PlainText } from './read-text.ts'

/** Of the processor; on a busy machine it may take longer. */
const mostWorkMs = 15_000
const mostMs = 60_000
const mostMegabytes = 512
const idleMs = 30_000
const watchMs = 100

export class PageReader implements Disposable {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** Rejects with `unavailable` if it can't be read within the bounds, or nothing here reads PDFs. One after the other. */
  read(asked: PageReadRequest & { readonly kind: 'page' }, signal: AbortSignal): Promise<PageText>
  read(asked: PageReadRequest & { readonly kind: 'pdf' | 'text' }, signal: AbortSignal): Promise<PlainText>
  read(asked: PageReadRequest, signal: AbortSignal): Promise<ReadAnswer> {
    const turn = this.#last.then(() => this.#ask(asked, signal))
    this.#last = turn.catch(() => {})
    return turn
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle)
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  async #ask(asked: PageReadRequest, signal: AbortSignal): Promise<ReadAnswer> {
    signal.throwIfAborted()
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= startWorker())
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>()
    const stop = (): void => reject(signal.reason as Error)
    const fail = (error: unknown): void => reject(failureOf(error))
    const gone = (): void => reject(unreadable("can't be read any more, its conversation is closed"))
    const timer = setTimeout(() => reject(unreadable('takes too long to read')), mostMs)
    const before = worker.cpuUsage()
    before.catch(() => {})
    const watch = setInterval(() => {
      checkBounds(worker, before).catch(unlessGone).catch(reject)
    }, watchMs)
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve).once('error', fail).once('exit', gone)
    const { buffer, byteLength } = asked.bytes
    worker.postMessage(asked, byteLength === buffer.byteLength ? [buffer as ArrayBuffer] : [])
    try {
      const answer = await promise
      this.#idle = setTimeout(() => this[Symbol.dispose](), idleMs).unref()
      return answer
    } catch (error) {
      this[Symbol.dispose]()
      throw error
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      signal.removeEventListener('abort', stop)
      worker.off('message', resolve).off('error', fail).off('exit', gone)
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
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 96, stackSizeMb: 8 },
  })
  worker.unref()
  // An error after the answer no longer matters.
  worker.on('error', () => {})
  return worker
}

/** What lies beside the heap, as unpacked streams do, is not counted by the thread's own limit. */
async function checkBounds(worker: Worker, before: Promise<NodeJS.CpuUsage>): Promise<void> {
  const [{ user, system }, { external_memory: beside }] = await Promise.all([
    worker.cpuUsage(await before),
    worker.getHeapStatistics(),
  ])
  if (user + system > mostWorkMs * 1000) throw unreadable('takes too long to read')
  if (beside > mostMegabytes * 2 ** 20) throw unreadable('is too large to read')
}

/** A thread that has just begun, or ended, has no figures. */
function unlessGone(error: unknown): void {
  if (error instanceof ToolyardError) throw error
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
