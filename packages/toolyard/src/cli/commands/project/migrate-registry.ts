/** `toolyard migrate [REGISTRY]`: writes a legacy TOML registry in the modern form, and says what needs a person. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { type LegacyRegistry, readToolRegistry } from '../../../discover/legacy/index.ts'
import {
  type MigrationNote,
  planMigration,
  type PlannedFile,
} from '../../../discover/legacy/migrate/index.ts'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { CommandRun } from '../../command.ts'
import { count } from '../../terminal/layout.ts'
import { indent, type Terminal } from '../../terminal/terminal.ts'
import type { MigrateOptions } from './migrate.ts'

const usualRegistry = 'configs/tools/__registry__.toml'

export const migrateRegistry: CommandRun<MigrateOptions> = async (options, { terminal, flags }) => {
  const { dryRun = false, force = false } = options
  const file = resolve(flags.workspace ?? '.', options.registry ?? usualRegistry)
  if (!existsSync(file))
    throw new ToolyardError('not_found', `there is no registry ${near(file)}`, {
      hint: 'Name the file: toolyard migrate path/to/__registry__.toml',
    })
  const registry = await readToolRegistry(file)
  const out = resolve(options.out ?? registry.project)
  const { files, notes } = await planMigration(registry, out)
  if (registry.definitions.length === 0)
    throw new ToolyardError('invalid_config', `${near(file)} gives no tools; nothing was written`, {
      hint: [...registry.problems, ...registry.disabled].map(tell).join('\n') || 'Check what it names.',
    })
  if (!force && !dryRun) mustBeNew(files)
  if (!dryRun) for (const planned of files) await write(planned)
  const { missing = [], wrong = [] } = Object.groupBy(registry.problems, (problem) =>
    isLeftOut(problem.file, registry) ? 'missing' : 'wrong',
  )
  // Of secrets the plan says more: where they are read from now.
  const told = registry.notes.filter(({ reason }) => !reason.endsWith('stands in the file itself'))
  const report = {
    files: files.map(({ path }) => near(path)),
    tools: registry.definitions.map(({ facts, type }) => ({ name: facts.name, type })),
    notMigrated: missing,
    disabled: registry.disabled,
    notes: [...notes, ...wrong, ...told, oldRegistry(file, out, registry)].flatMap((note) => note ?? []),
    dryRun,
  }
  if (flags.jsonOutput)
    terminal.printJson({ ...report, ...(dryRun && { texts: files.map(({ text }) => text) }) })
  else print(report, { terminal, out })
  return missing.length > 0 ? 1 : 0
}

/** A tool is missing: its file could not be used, or the registry names one that is not there. */
function isLeftOut(file: string, { definitions }: LegacyRegistry): boolean {
  return !definitions.some((definition) => definition.file === file)
}

function mustBeNew(files: readonly PlannedFile[]): void {
  const there = files.filter(({ path }) => existsSync(path)).map(({ path }) => near(path))
  if (there.length === 0) return
  throw new ToolyardError(
    'invalid_arguments',
    `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already; nothing was written`,
    { hint: 'Write elsewhere with --out FOLDER, or over them with --force.' },
  )
}

async function write({ path, text }: PlannedFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** While the old registry lies beside the new configuration, both are loaded. */
function oldRegistry(file: string, out: string, { project }: LegacyRegistry): MigrationNote | undefined {
  if (out !== project) return undefined
  return {
    file,
    reason: 'the old registry is still there, and is loaded beside the new configuration',
    hint: 'Remove it or give it another name when the new form does what you want.',
  }
}

interface Report {
  readonly files: readonly string[]
  readonly tools: readonly { readonly name: string; readonly type: string }[]
  readonly notMigrated: readonly MigrationNote[]
  readonly disabled: readonly MigrationNote[]
  readonly notes: readonly MigrationNote[]
  readonly dryRun: boolean
}

function print(report: Report, { terminal, out }: { terminal: Terminal; out: string }): void {
  const { print: line, style } = terminal
  for (const file of report.files)
    line(`${style('green', report.dryRun ? 'would write' : 'wrote')} ${visibleText(file)}`)
  const kinds = Object.entries(Object.groupBy(report.tools, ({ type }) => type))
  line(
    `\n${count(report.tools.length, 'tool')}: ${kinds.map(([type, tools]) => `${tools?.length ?? 0} ${type}`).join(', ')}`,
  )
  section('Could not be taken over', report.notMigrated, terminal)
  section('Switched off, and left out', report.disabled, terminal)
  section('For you to look at', report.notes, terminal)
  if (report.dryRun) return line(style('dim', '\nNothing was written (--dry-run).'))
  const folder = near(out)
  line(`\nNext:\n  toolyard trust${folder === '.' ? '' : ` ${folder}`}\n  toolyard check`)
}

function section(title: string, notes: readonly MigrationNote[], { print: line, style }: Terminal): void {
  if (notes.length === 0) return
  line(`\n${style('bold', `${title}:`)}`)
  for (const note of notes) {
    line(indent(tell(note)))
    if (note.hint !== undefined && note.hint !== '')
      line(indent(indent(style('dim', visibleText(note.hint)))))
  }
}

function tell({ file, reason }: MigrationNote): string {
  return visibleText(`${near(file)}: ${reason}`)
}

function near(path: string): string {
  return relative(process.cwd(), path) || '.'
}
