/**
 * The thread of `match-apart.ts`: answers which of the texts that it is sent match the pattern that it was started with.
 *
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads'
import { compilePattern } from './pattern.ts'

const matcher = compilePattern(String(workerData))

parentPort?.on('message', (texts: readonly string[]) => {
  parentPort?.postMessage(
    texts.map((text) => matcher.test(text)),
    [],
  )
})
