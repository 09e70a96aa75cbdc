/**
 * Runs one linter, in the sandbox: a project's configuration is code.
 *
 * @module
 */
import { isAbsolute, join, relative } from 'node:path'
import type { ToolContext } from '../../../define/index.ts'
import { isWithin, type ProgramOutcome, type Workspace } from '../../../host/index.ts'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'
import { argumentOf, findProgram, type LintJob } from './find-linters.ts'
import type { Diagnostic, LintFinding, LintRun } from './linter.ts'
import { runRuffWasm } from './ruff-wasm.ts'

const timeoutMs = 110_000
const mostOutput = 32 * 1024 * 1024
const mostComplaint = 1500

/** Throws `unavailable` if it is not installed, `tool_failed` if it ends without having looked at anything. */
export async function runLinter(job: LintJob, fix: boolean, context: ToolContext): Promise<LintRun> {
  const { linter, folder, config } = job
  const { host, signal } = context
  const program = await findProgram(job, host.programs, host.files.path)
  if (!program) {
    const instead = linter.name === 'ruff' ? await runRuffWasm(job, fix, context) : undefined
    if (instead) return instead
    throw new ToolyardError(
      'unavailable',
      `the project uses ${linter.name} (${host.files.resolve(join(folder, config)).shown}), which is not installed`,
      { hint: `To install it: ${linter.install}` },
    )
  }
  const paths = job.paths.map((path) => argumentOf(folder, path))
  const outcome = await host.programs.run({
    argv: [...program.argv, ...linter.args({ paths, config, fix: fix && linter.canFix })],
    cwd: folder,
    env: { NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' },
    readable: program.readable,
    readOnly: !fix,
    signal,
    timeoutMs,
    maxOutput: mostOutput,
  })
  signal.throwIfAborted()
  const found = outcome.exitCode === null ? undefined : linter.parse(outcome.stdout)
  if (
    !found ||
    (found.length === 0 && outcome.exitCode !== 0 && outcome.stderr.trim() !== '' && !isQuiet(outcome))
  )
    throw failure(linter.name, outcome)
  return {
    linter: linter.name,
    diagnostics: toDiagnostics(found, job, host.files),
    notes: fix && !linter.canFix ? [`${linter.name} fixes nothing by itself.`] : [],
  }
}

/** Nothing to look at is no failure. */
function isQuiet({ stderr, stdout }: ProgramOutcome): boolean {
  return /no files (?:found|matching|were processed)/i.test(stderr + stdout)
}

/** Only what was asked for: some linters look at the whole project. */
function toDiagnostics(found: readonly LintFinding[], job: LintJob, files: Workspace): Diagnostic[] {
  const { linter, folder, paths } = job
  return found.flatMap((finding) => {
    const path = isAbsolute(finding.file) ? finding.file : join(folder, finding.file)
    if (finding.file !== '' && !paths.some((wanted) => isWithin(wanted, path))) return []
    if (files.isClosed(path)) return []
    return [{ ...finding, file: relative(files.path, path) || '.', linter: linter.name }]
  })
}

function failure(name: string, { stderr, stdout, timedOut, problem }: ProgramOutcome): ToolyardError {
  if (timedOut)
    return new ToolyardError('timeout', `${name} did not end within ${timeoutMs / 1000} s`, {
      hint: 'Name fewer paths.',
      retryable: true,
    })
  if (problem !== undefined) return new ToolyardError('unavailable', `${name} could not be run: ${problem}`)
  const said = visibleText((stderr.trim() || stdout.trim()).slice(0, mostComplaint))
  return new ToolyardError('tool_failed', `${name} failed: ${said || 'it said nothing'}`, {
    hint: 'Its configuration may be wrong, or something that it needs is not installed.',
  })
}
