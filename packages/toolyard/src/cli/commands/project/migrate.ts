/** `toolyard migrate`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  registry: argument('[registry]', 'registry file (default: configs/tools/__registry__.toml)'),
  out: flag('--out <folder>', 'folder of the new configuration (default: the folder of the project)'),
  dryRun: flag('--dry-run', 'only say what would be written'),
  force: flag('--force', 'write over files that are there'),
}

export type MigrateOptions = OptionsOf<typeof takes>

export const migrate = {
  name: 'migrate',
  summary: 'write a TOML registry and its tool files in the modern form; the old files stay as they are',
  takes,
  examples: ['migrate --dry-run', 'migrate', 'migrate old/configs/tools/__registry__.toml --out new'],
} satisfies Description
