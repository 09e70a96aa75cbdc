/** `toolyard grants [revoke]`: their help and what they take. */
import type { Description } from '../../command.ts'
import { argument, type OptionsOf, words } from '../../takes.ts'

const listed = { words: words() }
const revoked = { id: argument('<id>', 'id of a grant') }

export type GrantsOptions = OptionsOf<typeof listed>
export type GrantsRevokeOptions = OptionsOf<typeof revoked>

export const grants = {
  name: 'grants',
  summary: 'list what people have allowed beyond one call',
  takes: listed,
  examples: ['grants', 'grants revoke gr_2m0z8k1c4x7a_100000'],
  details: 'Here --agent NAME chooses: only what belongs to this agent.',
} satisfies Description

export const grantsRevoke = {
  name: 'revoke',
  summary: 'take a grant back: such calls are asked about again',
  takes: revoked,
  examples: ['grants revoke gr_2m0z8k1c4x7a_100000'],
} satisfies Description
