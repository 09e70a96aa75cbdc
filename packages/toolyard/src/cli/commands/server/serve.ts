/** `toolyard serve`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf } from '../../takes.ts'

const takes = {
  port: flag('--port <number>', 'port to listen on; 0 for any that is free (default: 4680)'),
  host: flag(
    '--host <address>',
    'address to listen on (default: 127.0.0.1); another one needs TOOLYARD_TOKEN',
  ),
  allowedHost: flag('--allowed-host <name...>', 'name under which a proxy or another machine reaches it'),
  open: flag('--open', 'open the console in a browser'),
  streams: flag('--streams <number>', 'event streams at once (default: 256)'),
  work: flag('--work', 'run schedules and background jobs here too (default)'),
  noWork: flag('--no-work', 'leave schedules and background jobs to "toolyard worker"'),
  openMetrics: flag('--open-metrics', 'show the figures at /metrics without a token'),
  jsonLogs: flag(
    '--json-logs',
    'a line of JSON for every request, on standard error (default where that is no terminal)',
  ),
}

export type ServeOptions = OptionsOf<typeof takes>

export const serve = {
  name: 'serve',
  summary: 'serve the HTTP API and the console; prints a link that signs you in',
  takes,
  examples: ['serve', 'serve --open', 'serve --port 8080', 'serve --no-work'],
} satisfies Description
