/** `toolyard sync`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf } from '../../takes.ts'

const takes = { dryRun: flag('--dry-run', 'only say what would change') }

export type SyncOptions = OptionsOf<typeof takes>

export const sync = {
  name: 'sync',
  summary: 'bring the catalogue in step with the tools that are there, and say what that changed',
  takes,
  examples: ['sync', 'sync --dry-run', 'sync --json-output'],
} satisfies Description
