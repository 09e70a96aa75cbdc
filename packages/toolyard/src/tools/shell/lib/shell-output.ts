/**
 * What programs get to know of a command: how it ended, and the beginning of what it printed.
 *
 * @module
 */
import { z } from 'zod'
import type { SandboxLevel, SecretReader } from '../../../host/index.ts'
import { cutText } from '../../../kernel/index.ts'
import { cutFields } from '../../output-lib/cut-fields.ts'
import type { Session } from './session.ts'

export const sessionFields = {
  status: z.enum(['exited', 'running']),
  exit_code: z.int().nullable().optional().describe('Absent while it runs; null if a signal ended it'),
  signal: z.string().nullable().optional().describe('The signal that ended it'),
  timed_out: z.literal(true).optional().describe('It was ended at its time limit'),
  duration_ms: z.int(),
  output_bytes: z.int().describe('Printed in all'),
  session_id: z.string().optional().describe('For process, if it goes on'),
}

export const outputField = z
  .string()
  .describe('What it printed, errors included, since the last look; without colours')

export const shellOutput = z.strictObject({
  output: outputField,
  ...sessionFields,
  sandbox: z.string().optional(),
  notes: z.array(z.string()).optional().describe('What the reader should know'),
  ...cutFields,
})

export interface ShellFacts {
  readonly status: 'exited' | 'running'
  readonly exit_code?: number | null
  readonly signal?: string | null
  readonly timed_out?: true
  readonly duration_ms: number
  readonly output_bytes: number
  readonly session_id?: string
  readonly sandbox?: SandboxLevel
  readonly notes?: string[]
}

export interface ShownOutput {
  readonly output: string
  readonly truncated?: true
}

/** As much as a model is shown of an answer. */
const outputLimits = { maxBytes: 50 * 1024, maxLines: 2000 }
/** No secret is longer. */
const longestSecret = 65_536

export function factsOf(session: Session): ShellFacts {
  const { outcome } = session
  return {
    status: outcome ? 'exited' : 'running',
    ...(outcome && { exit_code: outcome.exitCode, signal: outcome.signal }),
    ...(outcome?.timedOut && { timed_out: true }),
    duration_ms: Math.round(session.ageMs),
    output_bytes: session.outputBytes,
  }
}

/** Clean, and short: of an output of many megabytes no more is looked at than may be shown. */
export function shownOutput(text: string, secrets: Pick<SecretReader, 'clean'>): ShownOutput {
  const head = text.slice(0, outputLimits.maxBytes * 4 + longestSecret)
  const clean = secrets.clean(head)
  if (head.length === text.length) return cutText(clean, outputLimits) ? cutTo(clean) : { output: clean }
  // The end of it may be the beginning of a secret.
  return cutTo(clean.slice(0, Math.max(0, clean.length - longestSecret)))
}

function cutTo(clean: string): ShownOutput {
  return { output: cutText(clean, outputLimits)?.text ?? clean, truncated: true }
}
