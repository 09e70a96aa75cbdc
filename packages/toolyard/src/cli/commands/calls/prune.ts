/** `toolyard calls prune`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf } from '../../takes.ts'

const takes = {
  before: flag('--before <time>', 'calls that began before this time, such as 2026-03-01'),
  olderThan: flag('--older-than <age>', 'calls that are older, such as 90d'),
  yes: flag('--yes', 'delete them without a question'),
}

export type CallsPruneOptions = OptionsOf<typeof takes>

export const callsPrune = {
  name: 'prune',
  summary: 'delete old calls and what people were asked about them; says first how many',
  takes,
  examples: ['calls prune --older-than 90d', 'calls prune --before 2026-03-01 --yes'],
  details:
    'What waits, runs or is "unknown" stays, and "calls verify" still holds the rest against the audit chain.',
} satisfies Description
