/**
 * What every command is given, and how it ends.
 *
 * @module
 */
import type { CommonFlags } from './open-yard.ts'
import type { ExitCode, Terminal } from './terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  readonly flags: CommonFlags
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

/** Runs to its end and answers the exit code; throws a `ToolyardError` for a mistake in how it was used. */
export type CommandRun<Options> = (options: Options, context: CommandContext) => Promise<ExitCode>
