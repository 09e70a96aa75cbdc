/**
 * Words about runs: the title of a thread, and how a result is told in the thread of the run above.
 *
 * @module
 */
import { cutText, visibleText } from '../../kernel/index.ts'
import type { RunRecord } from '../../store/index.ts'
import type { RunEnd } from './run-event.ts'

const titleLength = 80
/** What reaches the agent above of one answer. */
const arrivalLimits = { maxBytes: 50 * 1024, maxLines: 2000 }

export function titleOf(prompt: string): string {
  const line = visibleText(prompt).trim().split('\n', 1)[0] ?? ''
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line
}

/** It says first whose words these are: they are an answer, not an order of the person. */
export function arrivalOf(run: RunRecord): string {
  const { agent, id, label } = run
  const name = label === undefined ? `"${agent}"` : `"${agent}" (${label})`
  return `[Sub-agent ${name}, run ${id}: ${endWords(run)}]\n${answerOf(run)}`
}

/** What a run came to, within the limits of a result. */
export function answerOf({ status, result = '', error = '' }: RunRecord): string {
  const text = status === 'failed' ? error : result || '(it said nothing)'
  const cut = cutText(text, arrivalLimits)
  return cut ? `${cut.text}\n[the rest was cut]` : text
}

/** How it stands or ended, so that nobody takes words on the way for an answer. */
function endWords(run: RunRecord): string {
  if (run.status !== 'incomplete') return statusWords[run.status]
  return `has not finished: ${whyIncomplete(run)}; what it said last`
}

/** Why a run ended before it had finished. */
export function whyIncomplete({ reason = '' }: RunRecord): string {
  return reasonWords[reason as RunEnd] ?? reason
}

const reasonWords: Readonly<Partial<Record<RunEnd, string>>> = {
  cut_off: 'its answer reached the longest that its model gives',
  refused: 'its model refused to answer',
  loop: 'it made the same calls again and again',
  invalid_output: 'its answer is not the data that was asked for',
  max_steps: 'it reached its most steps',
  token_budget: 'its budget of tokens is used up',
  cost_budget: 'its budget of costs is used up',
}

const statusWords: Readonly<Record<Exclude<RunRecord['status'], 'incomplete'>, string>> = {
  queued: 'waits for a worker',
  waiting: 'waits for people',
  running: 'still at work',
  done: 'has finished; its answer',
  failed: 'has failed',
  stopped: 'was stopped; what it said last',
  unknown: 'ended with its process',
}
