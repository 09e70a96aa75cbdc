/** `toolyard calls`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf, words } from '../../takes.ts'
import { callStatuses } from '../../terminal/call-words.ts'

const takes = {
  words: words('[id]', 'id of a call, to see its story'),
  tool: flag('--tool <name>', 'only calls of this tool'),
  thread: flag('--thread <id>', 'only calls of this conversation'),
  status: flag('--status <status>', `only calls that ended so: ${callStatuses.join(', ')}`),
  since: flag(
    '--since <time>',
    'only calls since then: 15m, 2h, 3d ago; or a date or time, such as 2026-03-01T14:00',
  ),
  limit: flag('--limit <number>', 'at most so many (default: 20; before --follow 10)'),
  before: flag('--before <cursor>', 'the next page: the number that the page before has shown'),
  follow: flag('-f, --follow', 'go on with calls of any process as they begin and end, until Ctrl-C'),
}

export type CallsOptions = OptionsOf<typeof takes>

export const calls = {
  name: 'calls',
  summary: 'list the calls that were made, newest first; or tell the story of one',
  takes,
  examples: [
    'calls',
    'calls --tool send_note --since 2h',
    'calls --agent helper --status denied',
    'calls call_2m0z8k1c4x7a_100000',
    'calls --follow',
  ],
  details: 'Here --agent NAME chooses: only calls that this agent made.',
} satisfies Description
