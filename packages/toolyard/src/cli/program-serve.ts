/**
 * The commands around the server: serve, doctor.
 *
 * @module
 */
import type { Command } from 'commander'
import { examples, type Start } from './program-parts.ts'
import type { DoctorOptions } from './commands/doctor/examine.ts'
import type { ServeOptions } from './commands/server/serve-http.ts'

export function addServe(program: Command, start: Start): void {
  program
    .command('serve')
    .description('serve the HTTP API and the console; prints a link that signs you in')
    .option('--port <number>', 'port to listen on; 0 for any that is free (default: 4680)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1); another one needs TOOLYARD_TOKEN')
    .option('--allowed-host <name...>', 'name under which a proxy or another machine reaches it')
    .option('--open', 'open the console in a browser')
    .option('--streams <number>', 'event streams at once (default: 256)')
    .option('--open-metrics', 'show the figures at /metrics without a token')
    .option(
      '--json-logs',
      'a line of JSON for every request, on standard error (default where that is no terminal)',
    )
    .addHelpText('after', examples('serve', 'serve --open', 'serve --port 8080'))
    .action((options: ServeOptions, command: Command) =>
      start(command, async () => (await import('./commands/server/serve-http.ts')).serve, options),
    )
  program
    .command('doctor')
    .description('look whether everything is there that is needed; exit code 1 where something is wrong')
    .option('--port <number>', 'port that is to be free (default: 4680)')
    .addHelpText('after', examples('doctor', 'doctor --json-output'))
    .action((options: DoctorOptions, command: Command) =>
      start(command, async () => (await import('./commands/doctor/examine.ts')).doctor, options),
    )
}
