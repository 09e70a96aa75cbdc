/** `toolyard approvals show`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  id: argument('<id>', 'id of a request'),
  whole: flag('--whole', 'every character, however long it is'),
}

export type ApprovalsShowOptions = OptionsOf<typeof takes>

export const approvalsShow = {
  name: 'show',
  summary: 'show what exactly is asked, by whom and why, and the rule that "always" would save',
  takes,
  examples: ['approvals show apr_2m0z8k1c4x7a_100000', 'approvals show apr_2m0z8k1c4x7a_100000 --whole'],
} satisfies Description
