/** `toolyard trust`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argumentOr, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  folder: argumentOr('.', '[path]', 'folder with a toolyard.config.ts, or a file that it loads'),
  status: flag('--status', 'show what has changed since, and trust nothing'),
  yes: flag('-y, --yes', 'do not ask'),
  remove: flag('--remove', 'trust it no longer'),
  import: flag('--import', 'take over the database of its .toolyard folder: calls and agents'),
  withGrants: flag('--with-grants', 'with --import: also grants, tokens and answers, which allow calls'),
}

export type TrustOptions = OptionsOf<typeof takes>

export const trust = {
  name: 'trust',
  summary: 'let the configuration and the tools of a folder be loaded, as they are now: they are code',
  takes,
  examples: [
    'trust',
    'trust my-tools',
    'trust --status',
    'trust src/plugins/a.ts',
    'trust --remove',
    'trust --import',
  ],
} satisfies Description
