/**
 * The function itself, and the function behind its schema's own check.
 *
 * @module
 */
import type { Contender, Peer } from '../peer.ts'
import { inputAt, type Sample } from '../sample.ts'

export const bareName = 'bare function'
export const checkedName = 'bare + Zod parse'

export const barePeer: Peer = {
  name: 'bare',
  open: async (sample) => [bare(sample), checked(sample)],
}

function bare(sample: Sample): Contender {
  return {
    name: bareName,
    validates: false,
    call: (index) => sample.execute(inputAt(sample, index)),
    textOf: String,
  }
}

function checked(sample: Sample): Contender {
  const { schema, execute } = sample
  return {
    name: checkedName,
    validates: true,
    call: (index) => execute(schema.parse(inputAt(sample, index))),
    textOf: String,
    refuses: async (bad) => !schema.safeParse(bad).success,
  }
}
