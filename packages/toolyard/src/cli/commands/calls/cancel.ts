/** `toolyard calls cancel`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, type OptionsOf } from '../../takes.ts'

const takes = { id: argument('<id>', 'id of a call that runs') }

export type CallsCancelOptions = OptionsOf<typeof takes>

export const callsCancel = {
  name: 'cancel',
  summary: 'cancel a call, wherever it runs',
  takes,
  examples: ['calls cancel call_2m0z8k1c4x7a_100000'],
} satisfies Description
