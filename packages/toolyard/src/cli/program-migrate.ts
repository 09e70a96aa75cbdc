/**
 * The command that brings a project from an older form into this one.
 *
 * @module
 */
import type { Command } from 'commander'
import type { MigrateOptions } from './commands/project/migrate-registry.ts'
import { examples, type Start } from './program-parts.ts'

type Flags = Omit<MigrateOptions, 'registry'>

export function addMigrate(program: Command, start: Start): void {
  program
    .command('migrate')
    .argument('[registry]', 'registry file (default: configs/tools/__registry__.toml)')
    .description(
      'write a TOML registry and its tool files in the modern form; the old files stay as they are',
    )
    .option('--out <folder>', 'folder of the new configuration (default: the folder of the project)')
    .option('--dry-run', 'only say what would be written')
    .option('--force', 'write over files that are there')
    .addHelpText(
      'after',
      examples('migrate --dry-run', 'migrate', 'migrate old/configs/tools/__registry__.toml --out new'),
    )
    .action((registry: string | undefined, options: Flags, command: Command) =>
      start(command, async () => (await import('./commands/project/migrate-registry.ts')).migrate, {
        ...options,
        ...(registry !== undefined && { registry }),
      }),
    )
}
