/**
 * Asks the person at the terminal whether a call may run.
 *
 * The request is shown as the runtime rendered it, on standard error, so that it never mixes with the answer. One question at
 * a time. Anything but a clear yes is no.
 *
 * @module
 */
import { createInterface } from 'node:readline/promises'
import { visibleText } from '../kernel/index.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../pipeline/index.ts'
import type { Terminal } from './terminal.ts'

export function terminalApprover(terminal: Terminal): Approver {
  let before: Promise<unknown> = Promise.resolve()
  return {
    ask(request, signal) {
      const answer = before.then(() => askOnce(request, signal, terminal))
      before = answer.catch(() => {})
      return answer
    },
  }
}

async function askOnce(
  request: ApprovalRequest,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<ApprovalAnswer> {
  const { style } = terminal
  terminal.note(
    `\n${style('yellow', '?')} ${style('bold', request.tool)} wants to run (${request.manifest.permission}, ${request.manifest.effects})`,
  )
  terminal.note(
    request.text
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n'),
  )
  if (request.explanation) terminal.note(`  why: ${visibleText(request.explanation)}`)
  terminal.note(style('dim', `  asked because ${request.reason} [${request.rule}]`))
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = (await lines.question('  Run it? [y/N] ', { signal })).trim().toLowerCase()
    return said === 'y' || said === 'yes'
      ? { decision: 'approve', by: 'terminal' }
      : { decision: 'reject', by: 'the person at the terminal', ...(said.length > 3 && { reason: said }) }
  } finally {
    lines.close()
  }
}
