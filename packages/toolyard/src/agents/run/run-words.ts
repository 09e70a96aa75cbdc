/**
 * Words about runs: the title of a thread, and how a result is told in the thread of the run above.
 *
 * @module
 */
import { cutText, visibleText } from '../../kernel/index.ts'
import type { RunRecord } from '../../store/index.ts'

const titleLength = 80
/** What reaches the agent above of one answer. */
const arrivalLimits = { maxBytes: 50 * 1024, maxLines: 2000 }

export function titleOf(prompt: string): string {
  const line = visibleText(prompt).trim().split('\n', 1)[0] ?? ''
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line
}

/** It says first whose words these are: they are an answer, not an order of the person. */
export function arrivalOf(run: RunRecord): string {
  const { agent, id, label, status } = run
  const name = label === undefined ? `"${agent}"` : `"${agent}" (${label})`
  return `[Sub-agent ${name}, run ${id}: ${statusWords[status]}]\n${answerOf(run)}`
}

/** What a run came to, within the limits of a result. */
export function answerOf({ status, result = '', error = '' }: RunRecord): string {
  const text = status === 'failed' ? error : result || '(it said nothing)'
  const cut = cutText(text, arrivalLimits)
  return cut ? `${cut.text}\n[the rest was cut]` : text
}

const statusWords: Readonly<Record<RunRecord['status'], string>> = {
  running: 'still at work',
  done: 'has finished; its answer',
  failed: 'has failed',
  stopped: 'was stopped; what it said last',
  unknown: 'ended with its process',
}
