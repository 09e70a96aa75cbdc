/** `toolyard calls stats`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf } from '../../takes.ts'
import { callStatuses } from '../../terminal/call-words.ts'

const takes = {
  by: flag('--by <what>', 'one line for each tool or agent (default: tool)'),
  tool: flag('--tool <name>', 'only calls of tools with this in their name'),
  principal: flag('--principal <name>', 'only calls on behalf of those with this in their name'),
  door: flag('--door <name>', 'only calls that came this way, such as http, mcp or cli'),
  status: flag('--status <status>', `only calls that ended so: ${callStatuses.join(', ')}`),
  since: flag(
    '--since <time>',
    'only calls since then: 15m, 2h, 3d ago; or a date or time, such as 2026-03-01T14:00 (default: 24h)',
  ),
  limit: flag('--limit <number>', 'at most so many lines; the rest is one line (default: 20)'),
}

export type CallsStatsOptions = OptionsOf<typeof takes>

export const callsStats = {
  name: 'stats',
  summary: 'how many calls there were, how many failed, and how long they took (p50, p95, p99)',
  takes,
  examples: ['calls stats', 'calls stats --since 7d --by agent', 'calls stats --tool note --json-output'],
  details:
    'Here --agent NAME chooses: only calls of agents with this in their name. Waiting for people is told apart.',
} satisfies Description
