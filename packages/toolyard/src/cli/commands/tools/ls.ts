/** `toolyard ls`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  words: argument('[words...]', 'only tools that match these words, best match first'),
  category: flag('--category <name>', 'only this category'),
}

export type LsOptions = OptionsOf<typeof takes>

export const ls = {
  name: 'ls',
  summary: 'list the tools',
  takes,
  examples: ['ls', 'ls weather', 'ls --category text', 'ls --json-output'],
} satisfies Description
