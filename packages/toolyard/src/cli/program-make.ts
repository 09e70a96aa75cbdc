/** The commands that begin a project: `init`, `new tool`, `trust`. */
import type { Command } from 'commander'
import { examples, type Start } from './program-parts.ts'

export function addMake(program: Command, start: Start): void {
  program
    .command('init')
    .argument('[folder]', 'folder of the project', '.')
    .description('make a project: settings, a tool with its test, and an agent')
    .option('--explanation <mode>', 'whether the model says why it calls: off, optional or required')
    .addHelpText('after', examples('init', 'init my-tools', 'init --explanation required'))
    .action((folder: string, options: { explanation?: string }, command: Command) =>
      start(command, async () => (await import('./commands/project/init-project.ts')).init, {
        folder,
        ...options,
      }),
    )
  program
    .command('new')
    .description('make something to start from')
    .command('tool')
    .argument('<name>', 'name of the tool')
    .option('--folder <folder>', 'folder of the tools (default: the first of the configuration, or tools)')
    .option('--kind <kind>', 'function, class, stateful, rest or program (default: function)')
    .description('make a tool and its test, and a configuration if there is none')
    .addHelpText(
      'after',
      examples('new tool get_weather', 'new tool get_weather --kind rest --folder src/tools'),
    )
    .action((name: string, options: { folder?: string; kind?: string }, command: Command) =>
      start(command, async () => (await import('./commands/project/make-tool.ts')).newTool, {
        name,
        ...options,
      }),
    )
  addTrust(program, start)
}

function addTrust(program: Command, start: Start): void {
  program
    .command('trust')
    .argument('[path]', 'folder with a toolyard.config.ts, or a file that it loads', '.')
    .description('let the configuration and the tools of a folder be loaded, as they are now: they are code')
    .option('--status', 'show what has changed since, and trust nothing')
    .option('-y, --yes', 'do not ask')
    .option('--remove', 'trust it no longer')
    .option('--import', 'take over the database of its .toolyard folder: calls and agents')
    .option('--with-grants', 'with --import: also grants, tokens and answers, which allow calls')
    .addHelpText(
      'after',
      examples(
        'trust',
        'trust my-tools',
        'trust --status',
        'trust src/plugins/a.ts',
        'trust --remove',
        'trust --import',
      ),
    )
    .action((folder: string, { import: imports, ...options }: TrustFlags, command: Command) =>
      imports
        ? start(command, async () => (await import('./commands/trust/import-state.ts')).importState, {
            folder,
            ...options,
          })
        : start(command, async () => (await import('./commands/trust/trust-folder.ts')).trust, {
            folder,
            ...options,
          }),
    )
}

interface TrustFlags {
  readonly status?: boolean
  readonly yes?: boolean
  readonly remove?: boolean
  readonly import?: boolean
  readonly withGrants?: boolean
}
