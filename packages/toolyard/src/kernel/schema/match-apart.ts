/**
 * Matches patterns from outside in a thread of its own, where it holds up no other call, and ends it when its time is over.
 *
 * For more than `quickSteps`: a thread takes some 40 ms to start.
 *
 * @module
 */
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ToolyardError } from '../error.ts'

export interface MatchApart extends Disposable {
  /** Whether each of the texts matches. One question at a time. Rejects when the time is over. */
  test(texts: readonly string[], pattern?: string): Promise<readonly boolean[]>
}

/** What all questions together may take. */
const mostMs = 10_000

/** For one pattern, or for others one after another. */
export function matchApart(pattern = ''): MatchApart {
  const file = join(import.meta.dirname, `match-worker${extname(import.meta.filename)}`)
  const worker = new Worker(file, { execArgv: [], stdout: true, stderr: true })
  let current = pattern
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const timer = setTimeout(() => reject(tooSlow(current)), mostMs).unref()
  worker.on('error', reject)
  return {
    test(texts, other = pattern) {
      current = other
      const { promise, resolve } = Promise.withResolvers<readonly boolean[]>()
      worker.once('message', resolve)
      worker.postMessage({ pattern: other, texts }, [])
      return Promise.race([promise, failed])
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      void worker.terminate()
    },
  }
}

function tooSlow(pattern: string): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `the pattern "${pattern.slice(0, 80)}" was still running after ${mostMs / 1000} seconds and was stopped`,
    { hint: 'Use a shorter pattern with smaller repetition counts, or search less text.' },
  )
}
