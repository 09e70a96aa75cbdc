/** `toolyard agent runs`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { wholeNumber } from '../../parsers.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  name: argument('[name]', 'only runs of this agent'),
  limit: flag('--limit <number>', 'at most so many (default: 20)', wholeNumber),
}

export type AgentRunsOptions = OptionsOf<typeof takes>

export const agentRuns = {
  name: 'runs',
  summary: 'list the runs of agents, newest first',
  takes,
  examples: ['agent runs', 'agent runs helper --limit 5'],
} satisfies Description
