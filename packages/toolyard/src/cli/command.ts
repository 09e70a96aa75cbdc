/**
 * What a command is. Its description is small: it says what the help says. Its code is loaded when it runs, so that
 * `toolyard --help` stays quick.
 *
 * A command is a description (`commands/GROUP/NAME.ts`), its code beside it, and a line in the list of commands.
 *
 * @module
 */
import type { CommonFlags } from './common-flags.ts'
import type { OptionsOf, Takes } from './takes.ts'
import type { ExitCode, Terminal } from './terminal/terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  readonly flags: CommonFlags
  /** Aborts on Ctrl-C, on SIGTERM, and when the output is not read any more. */
  readonly signal: AbortSignal
  /** For a command that runs until it is stopped: asks for so much time to end in order, and the exit code is then its own. */
  readonly tidyWithin: (ms: number) => void
}

/** Runs to its end and answers the exit code; throws a `ToolyardError` for a mistake in how it was used. */
export type CommandRun<Options> = (options: Options, context: CommandContext) => Promise<ExitCode>

export interface Description<All extends Takes = Takes> {
  readonly name: string
  /** One line, for lists of commands. */
  readonly summary: string
  readonly takes?: All
  /** Command lines, without `toolyard`. */
  readonly examples?: readonly string[]
  /** What else its help says, below the examples. */
  readonly details?: string
}

export interface Command extends Description {
  /** Undefined if it only has commands below it. Its options are those that it takes. */
  readonly run?: CommandRun<never>
  /** Commands below it: `run` in `agent run`. */
  readonly commands?: readonly Command[]
}

/** Commands that stand together in the help. Groups of the same title are one. */
export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
  /** Whether `help` is one of them. */
  readonly hasHelp?: boolean
}

/** A description with its code, and the commands below it. */
export function command<All extends Takes>(
  description: Description<All>,
  load: () => Promise<CommandRun<OptionsOf<All>>>,
  commands: readonly Command[] = [],
): Command {
  const run: CommandRun<OptionsOf<All>> = async (options, context) => (await load())(options, context)
  return { ...description, run, commands }
}
