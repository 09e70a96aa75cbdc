/** `toolyard versions`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, type OptionsOf } from '../../takes.ts'

const takes = { name: argument('<name>', 'name or id of a tool') }

export type VersionsOptions = OptionsOf<typeof takes>

export const versions = {
  name: 'versions',
  summary: 'show every version of a tool, what it changed and whether that breaks callers',
  takes,
  examples: ['versions get_weather', 'versions get_weather --json-output'],
} satisfies Description
