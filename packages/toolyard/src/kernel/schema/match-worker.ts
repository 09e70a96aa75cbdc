/**
 * The thread of `match-apart.ts`: answers which of the texts that it is sent match the pattern that comes with them.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { compilePattern, type Matcher } from './pattern.ts'

const known: { pattern?: string; matcher?: Matcher } = {}

parentPort?.on('message', ({ pattern, texts }: { pattern: string; texts: readonly string[] }) => {
  if (known.pattern !== pattern) Object.assign(known, { pattern, matcher: compilePattern(pattern) })
  parentPort?.postMessage(
    texts.map((text) => known.matcher?.test(text)),
    [],
  )
})
