/**
 * What the files that describe commands share.
 *
 * @module
 */
import type { Command } from 'commander'
import type { CommandRun } from './command.ts'

/** Runs one command with the options that were read for it. */
export type Start = <Options>(
  command: Command,
  load: () => Promise<CommandRun<Options>>,
  options: Options,
) => Promise<void>

export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  toolyard ${line}`).join('\n')}\n`
}
