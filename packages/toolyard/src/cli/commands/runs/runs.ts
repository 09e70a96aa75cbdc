/** `toolyard runs` and the commands below it: their help and what they take. */
import type { Description } from '../../command.ts'
import { wholeNumber } from '../../parsers.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const listTakes = {
  name: flag('--name <part>', 'only runs of agents with this in their name'),
  status: flag('--status <status>', 'only runs that stand so: running, waiting, done, failed, …'),
  since: flag('--since <time>', 'only runs since then: 15m, 2h, 3d ago; or a date or time'),
  all: flag('--all', 'with the runs of sub-agents'),
  limit: flag('--limit <number>', 'at most so many (default: 20)', wholeNumber),
  before: flag('--before <cursor>', 'the next page: the number that the page before has shown', wholeNumber),
}

export type RunsOptions = OptionsOf<typeof listTakes>

export const runs = {
  name: 'runs',
  summary: 'list what agents did, newest first; show one run as a timeline; compare two',
  takes: listTakes,
  examples: [
    'runs',
    'runs --name mail --status failed --since 1d',
    'runs show RUN',
    'runs compare RUN OTHER',
  ],
} satisfies Description

const showTakes = { id: argument('<id>', 'id of a run') }

export type RunsShowOptions = OptionsOf<typeof showTakes>

export const runsShow = {
  name: 'show',
  summary: 'show where the time of a run went: steps, calls, waiting, sub-agents',
  takes: showTakes,
  examples: ['runs show run_2m0z8k1c4x7a_100000'],
} satisfies Description

const compareTakes = { one: argument('<id>', 'id of a run'), other: argument('<other>', 'id of another run') }

export type RunsCompareOptions = OptionsOf<typeof compareTakes>

export const runsCompare = {
  name: 'compare',
  summary: 'show two runs side by side, and how their answers differ',
  takes: compareTakes,
  examples: ['runs compare run_2m0z8k1c4x7a_100000 run_2m0z8k1c4x7a_100001'],
} satisfies Description
