/** Who sits at this terminal, as inbox and grants remember it: `terminal:ann`. */
import { userInfo } from 'node:os'
import { runVariable } from '../../host/index.ts'
import { ToolyardError } from '../../kernel/index.ts'

/** The caller of what commands run, and the conversation if none is named. */
export const cliPrincipal = 'terminal'
export const cliThread = 'cli'

export function personHere(): string {
  return `terminal:${userName()}`
}

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return process.env['USER'] ?? String(process.getuid?.() ?? 'somebody')
  }
}

/** Whether a tool has started this command. */
export function isInToolCall(): boolean {
  return process.env[runVariable] !== undefined
}

/**
 * Agents can't approve, bind tools or change policy: a command that a tool has started is refused where only people decide.
 */
export function requirePerson(): void {
  if (!isInToolCall()) return
  throw new ToolyardError('denied', 'this is for people to decide, and this command was started by a tool', {
    hint: 'Ask the user to run it in a terminal of their own.',
  })
}
