/**
 * The parameters that all shells share.
 *
 * @module
 */
import { z } from 'zod'

export const defaultTimeoutMs = 120_000
export const mostTimeoutMs = 600_000

export const shellInput = z.strictObject({
  command: z.string().min(1).describe('The command line to run'),
  timeout_ms: z
    .int()
    .min(1)
    .max(mostTimeoutMs)
    .optional()
    .describe(
      `Ends the command, with everything it started, after so many milliseconds; ${defaultTimeoutMs} by default, without a limit in the background`,
    ),
  workdir: z
    .string()
    .min(1)
    .optional()
    .describe('Folder inside the workspace to run in; the workspace by default'),
  description: z
    .string()
    .optional()
    .describe('What the command does, in a few words, for the people who watch'),
  yield_time_ms: z
    .int()
    .min(1)
    .max(mostTimeoutMs)
    .optional()
    .describe(
      'Answers after so many milliseconds even if the command still runs; it goes on under a session_id',
    ),
  background: z
    .boolean()
    .default(false)
    .describe(
      'Answers at once with a session_id; the command goes on until it ends, is killed, or the conversation ends',
    ),
  stdin: z.string().optional().describe('Text that the command reads from its standard input'),
})

export type ShellInput = z.output<typeof shellInput>

export const shellAliases = {
  cmd: 'command',
  script: 'command',
  timeout: 'timeout_ms',
  cwd: 'workdir',
  working_directory: 'workdir',
  run_in_background: 'background',
  input: 'stdin',
} as const
