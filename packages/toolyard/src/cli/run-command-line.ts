/**
 * One command line in a process of its own: its exit code, and the ways in which it can be stopped.
 *
 * @module
 */
import { CommanderError } from 'commander'
import { requireNode } from '../kernel/index.ts'
import { commandGroups } from './commands/index.ts'
import { buildProgram, type ProgramOptions } from './program.ts'
import { createTerminal, reportError } from './terminal/terminal.ts'

/** How long a command may take to tidy up after it was told to stop, unless it asks for more. */
const usualGraceMs = 3000

/** Ends the process. */
export async function runCommandLine(): Promise<never> {
  const terminal = createTerminal({ wide: process.argv.includes('--wide') })
  const stopped = new AbortController()
  const json = process.argv.includes('--json-output')
  let graceMs = usualGraceMs
  // To be stopped is how a command ends that asks for time: its exit code says whether it ended in order.
  let endsWhenStopped = false
  const tidyWithin = (ms: number): void => {
    graceMs = ms
    endsWhenStopped = true
  }
  const stop = (exitCode: number): void => stopWith(stopped, exitCode, graceMs)
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
  process.on('SIGHUP', () => stop(129))
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' && !stopped.signal.aborted) stop(0)
  })
  const ended = await run({ terminal, json, signal: stopped.signal, tidyWithin, groups: commandGroups })
  // A tool that ignored its abort signal may hold the process; its answer has been given, so it need not be waited for.
  await terminal.flush()
  process.exit(stopped.signal.aborted && !endsWhenStopped ? Number(stopped.signal.reason) : ended)
}

async function run(options: ProgramOptions): Promise<number> {
  const { terminal, json, signal } = options
  try {
    requireNode(process.versions.node)
    return await buildProgram(options)(process.argv)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return signal.aborted ? Number(signal.reason) : reportError(error, terminal, json)
  }
}

/** Asks the command to end; the second time, or after a while, ends it. */
function stopWith(stopped: AbortController, exitCode: number, graceMs: number): void {
  if (stopped.signal.aborted) process.exit(exitCode)
  stopped.abort(exitCode)
  setTimeout(() => process.exit(exitCode), graceMs).unref()
}
