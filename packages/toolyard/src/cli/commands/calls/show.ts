/** `toolyard calls show`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  id: argument('<id>', 'id of a call'),
  follow: flag('-f, --follow', 'what it tells, wherever it runs, until it ends'),
}

export type CallsShowOptions = OptionsOf<typeof takes>

export const callsShow = {
  name: 'show',
  summary: 'tell the story of one call, step by step',
  takes,
  examples: ['calls show call_2m0z8k1c4x7a_100000', 'calls show call_2m0z8k1c4x7a_100000 --follow'],
} satisfies Description
