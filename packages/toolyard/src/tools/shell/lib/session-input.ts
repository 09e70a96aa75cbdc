/**
 * What is sent to a program: text, its end, or a signal.
 *
 * @module
 */
import { constants } from 'node:os'
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { Session } from './session.ts'
import { type WaitLimits, within } from './session-wait.ts'

const [endOfText, interrupt] = ['\u0004', '\u0003']

/** As a terminal would take it: end-of-text closes the input, an interrupt is a signal. */
export async function sendInput(
  session: Session,
  input: string | undefined,
  patience: WaitLimits,
): Promise<void> {
  if (session.outcome)
    throw new ToolyardError('tool_failed', `session "${session.id}" has ended and takes no more input`, {
      hint: 'Read what it printed with action=read, or start the command again.',
    })
  if (input === undefined)
    throw new ToolyardError('invalid_arguments', 'input is missing: write needs the text to send')
  if (input === interrupt) return session.program.kill('SIGINT')
  const text = input.endsWith(endOfText) ? input.slice(0, -1) : input
  if (text !== '') await within(session.program.write(text), patience)
  if (text !== input) session.program.end()
}

export function readSignal(name: string | undefined): NodeJS.Signals {
  const known = Object.keys(constants.signals)
  const wanted = (name ?? '').trim().toUpperCase()
  const full = wanted.startsWith('SIG') ? wanted : `SIG${wanted}`
  if (known.includes(full)) return full as NodeJS.Signals
  throw new ToolyardError(
    'invalid_arguments',
    name === undefined
      ? 'signal is missing: give its name'
      : `signal: "${name}" is not known.${didYouMean(full, known)}`,
    { hint: 'Use SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGSTOP, SIGCONT or SIGKILL.' },
  )
}
