/** Who sits at this terminal, as inbox and grants remember it: `terminal:ann`. */
import { userInfo } from 'node:os'

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
