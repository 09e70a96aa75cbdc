/**
 * How programs that ended, or go on, are told to the model.
 *
 * @module
 */
import { basename } from 'node:path'
import type { ProgramOutcome, SandboxFacts, SandboxLevel } from '../../../host/index.ts'
import { visibleName } from '../../files/search-lib/visible-name.ts'
import type { Session } from './session.ts'

/** Closed files that are named. */
const mostNames = 5

/** `output`, then `[note]` on a line of its own. */
export function withNote(output: string, note: string | undefined): string {
  if (note === undefined) return output === '' ? '[no output]' : output
  return `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}[${note}]`
}

/** Undefined if there is no problem to report. */
export function noteOf(
  { exitCode, signal, durationMs, sandbox: inside }: ProgramOutcome,
  sandbox?: SandboxLevel,
): string | undefined {
  if (exitCode === 0) return undefined
  const end = signal === null ? `exit code ${String(exitCode)}` : `ended by ${signal}`
  return `${end} after ${tellTime(durationMs)}${sandbox === 'bwrap' && inside ? tellSandbox(inside) : ''}`
}

/** What a command that failed may have run into. */
function tellSandbox({ level, closed }: SandboxFacts): string {
  const writes = level === 'look' ? 'nothing is writable' : 'only the workspace is writable'
  const names = closed.slice(0, mostNames).map((path) => visibleName(basename(path)))
  const more = closed.length > mostNames ? ` and ${closed.length - mostNames} more` : ''
  const shut = names.length > 0 ? `, sensitive files can't be read (${names.join(', ')}${more})` : ''
  return `, in the sandbox: no network, ${writes}${shut}`
}

/** What a command left behind that can run outside the sandbox. */
export function tellLeftovers(
  { sandbox }: ProgramOutcome,
  inside: (path: string) => string,
): string | undefined {
  const { moved = [], told = [] } = sandbox?.leftovers ?? {}
  const tellMoved = ({ from, to, restored }: (typeof moved)[number]): string =>
    `${visibleName(inside(from))} (now ${visibleName(to)}${restored ? '; in its place is what was there before' : ''})`
  const notes = [
    moved.length > 0 &&
      `moved away, because git would run programs by it: ${moved.map(tellMoved).join(', ')}`,
    told.length > 0 &&
      `new files that can make programs run outside the sandbox: ${told.map((path) => visibleName(inside(path))).join(', ')}; tell the user to look at them`,
  ].filter((note) => note !== false)
  return notes.length > 0 ? notes.join('; ') : undefined
}

export function statusOf(session: Session): string {
  const { outcome } = session
  if (!outcome) return `running for ${tellTime(session.ageMs)}, idle for ${tellTime(session.idleMs)}`
  if (outcome.timedOut) return `ended at its time limit after ${tellTime(outcome.durationMs)}`
  if (outcome.stopped) return `ended on request after ${tellTime(outcome.durationMs)}`
  if (outcome.problem !== undefined) return `ended: ${outcome.problem}`
  return noteOf(outcome) ?? `exit code 0 after ${tellTime(outcome.durationMs)}`
}

export function tellTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
