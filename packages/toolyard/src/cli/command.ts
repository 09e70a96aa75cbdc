/**
 * What every command is given, and how it ends.
 *
 * @module
 */
import type { ExitCode, Terminal } from './terminal/terminal.ts'

/** The flags that every command takes. */
export interface CommonFlags {
  readonly config?: string
  readonly workspace?: string
  readonly agent?: string
  readonly mode?: string
  readonly approvals?: string
  readonly jsonOutput?: boolean
  /** Changes of trusted files are the person's own. */
  readonly trustChanges?: boolean
}

export interface CommandContext {
  readonly terminal: Terminal
  readonly flags: CommonFlags
  /** Aborts on Ctrl-C, on SIGTERM, and when nobody reads the output any more. */
  readonly signal: AbortSignal
  /** Asks for more time to tidy up after the signal than commands usually get. */
  readonly tidyWithin: (ms: number) => void
}

/** Runs to its end and answers the exit code; throws a `ToolyardError` for a mistake in how it was used. */
export type CommandRun<Options> = (options: Options, context: CommandContext) => Promise<ExitCode>
