/** The refusal of a second run in a thread, in the same words from every store. */
import { ToolyardError } from '../kernel/index.ts'

export function threadAtWork(threadId: string, runId: string): ToolyardError {
  return new ToolyardError('conflict', `thread "${threadId}" is at work already: run ${runId}`, {
    hint: 'Wait until that run has ended or stop it, or begin another thread.',
    retryable: true,
    says: { key: 'threadAtWork', values: [threadId] },
  })
}
