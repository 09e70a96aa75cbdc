/** `toolyard calls verify`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf } from '../../takes.ts'

const takes = {
  heads: flag(
    '--heads',
    'show the end of every chain: kept elsewhere, it shows later whether something was cut off',
  ),
}

export type CallsVerifyOptions = OptionsOf<typeof takes>

export const callsVerify = {
  name: 'verify',
  summary: 'hold the journal against its audit chain; exit code 1 if it was changed from outside',
  takes,
  examples: ['calls verify', 'calls verify --heads --json-output'],
} satisfies Description
