/** `toolyard worker`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { nameList } from '../../parsers.ts'
import { flag, type OptionsOf } from '../../takes.ts'

const takes = {
  queues: flag(
    '--queues <names>',
    'queues to serve, with commas: runs, calls, schedules, and those that tools name (default: runs,calls,schedules)',
    nameList,
  ),
  concurrency: flag('--concurrency <number>', 'jobs of each queue at once (default: as each queue needs)'),
  jsonLogs: flag(
    '--json-logs',
    'a line of JSON for every job, on standard error (default if that is not a terminal)',
  ),
}

export type WorkerOptions = OptionsOf<typeof takes>

export const worker = {
  name: 'worker',
  summary: 'run schedules and background jobs, without HTTP',
  takes,
  examples: ['worker', 'worker --queues gpu --concurrency 1', 'worker --queues runs,calls,schedules,gpu'],
  details: `Servers and workers of one fleet share a database, and a Redis if engine.redis or TOOLYARD_REDIS names one.
SIGTERM and Ctrl-C end it in order: it takes nothing new, and what still runs after 10 s is given back to other workers.`,
} satisfies Description
