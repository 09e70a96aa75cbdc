/**
 * Asks the person at the terminal whether a call may run.
 *
 * The request is shown as the runtime rendered it, on standard error, so that it never mixes with the answer. One question at
 * a time. Anything but a clear yes is no; Ctrl-C stops the command.
 *
 * @module
 */
import { createInterface } from 'node:readline/promises'
import { visibleText } from '../kernel/index.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../pipeline/index.ts'
import { indent, type Terminal } from './terminal.ts'

const person = 'the person at the terminal'

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
  const { noteStyle, note } = terminal
  const { permission, effects } = request.manifest
  note(
    `\n${noteStyle('yellow', '?')} ${noteStyle('bold', request.tool)} wants to run (${permission}, effects ${effects})`,
  )
  note(indent(request.text))
  if (request.explanation) note(`  why: ${visibleText(request.explanation)}`)
  note(noteStyle('dim', `  asked because ${visibleText(request.reason)} [${request.rule}]`))
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // On a terminal the key comes to the question, not to the process.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const said = (await lines.question('  Run it? [y/N] ', { signal })).trim()
    return /^y(es)?$/i.test(said)
      ? { decision: 'approve', by: 'terminal' }
      : { decision: 'reject', by: person, ...(said.length > 3 && { reason: said }) }
  } catch {
    note('')
    return { decision: 'reject', by: person }
  } finally {
    lines.close()
  }
}
