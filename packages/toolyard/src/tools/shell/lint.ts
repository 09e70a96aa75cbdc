/** `lint`: the project's own linters, found by their configuration, with findings in one shape. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { messageOf, visibleText } from '../../kernel/index.ts'
import { pathResources } from '../files/lib/path-resource.ts'
import { visibleName } from '../files/search-lib/visible-name.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { findJobs } from './lint/find-linters.ts'
import type { Diagnostic, LintRun } from './lint/linter.ts'
import { linters } from './lint/linters.ts'
import { runLinter } from './lint/run-linter.ts'

/** Numbers are those of foreign programs. */
const outputSchema = z.strictObject({
  linters: z.array(z.string()).describe('Those that ran'),
  errors: z.int(),
  warnings: z.int(),
  diagnostics: z.array(
    z.strictObject({
      path: z.string(),
      line: z.number(),
      column: z.number(),
      severity: z.enum(['error', 'warning', 'info']),
      rule: z.string().describe('Empty if the linter names none'),
      message: z.string(),
      linter: z.string(),
    }),
  ),
  notes: z.array(z.string()),
  ...cutFields,
})

export type LintResult = z.output<typeof outputSchema>

/** Findings that are told at most. */
const mostDiagnostics = 2000

export default defineTool({
  name: 'lint',
  description:
    "Check code with the project's own linters and type checker: biome, oxlint, eslint, tsc, ruff, whichever the project has a configuration for. Answers file:line:column severity rule message. With fix, lets them change the files.",
  category: 'shell',
  permission: 'write',
  effects: 'local_state',
  timeoutMs: 120_000,
  tags: ['code', 'lint', 'sandbox'],
  aliases: { path: 'paths', files: 'paths', file_path: 'paths', filePath: 'paths', filename: 'paths' },
  examples: [
    { title: 'The whole workspace', input: {} },
    { title: 'Fix two files', input: { paths: ['src/index.ts', 'src/main.ts'], fix: true } },
  ],
  inputSchema: z.strictObject({
    paths: z
      .preprocess(
        (given) => (typeof given === 'string' ? [given] : given),
        z.array(z.string().min(1)).min(1).max(1000),
      )
      .default(['.'])
      .meta({ default: ['.'] })
      .describe('Files and folders to check'),
    fix: z.boolean().default(false).describe('Let the linters fix what they can'),
  }),

  outputSchema,

  permissionFor: ({ fix }) =>
    fix ? { permission: 'write', effects: 'local_state' } : { permission: 'read', effects: 'none' },

  resources: ({ paths, fix }, { workspace }) =>
    paths.flatMap((path) => pathResources(path, fix ? 'write' : 'read', workspace)),

  async execute({ paths, fix }, context): Promise<LintResult> {
    const jobs = findJobs(context.host.files, paths)
    if (jobs.length === 0) return { ...toResult([]), notes: [nothingFound(paths)] }
    const tried = await Promise.allSettled(jobs.map((job) => runLinter(job, fix, context)))
    context.signal.throwIfAborted()
    const failures = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const runs = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (runs.length === 0) throw failures[0]
    const result = toResult(runs)
    return { ...result, notes: [...result.notes, ...failures.map(messageOf)] }
  },

  render: (output) => renderLint(output),
})

function nothingFound(paths: readonly string[]): string {
  const names = linters.flatMap(({ configs }) => configs[0] ?? []).join(', ')
  return `No linter is configured for ${paths.map(visibleName).join(', ')}: looked there and above for ${names} and the like.`
}

function toResult(runs: readonly LintRun[]): LintResult {
  const all = runs
    .flatMap(({ diagnostics }) => diagnostics)
    .toSorted(
      (left, right) =>
        compare(left.file, right.file) ||
        left.line - right.line ||
        left.column - right.column ||
        compare(left.rule, right.rule),
    )
  const count = (severity: Diagnostic['severity']): number =>
    all.filter((one) => one.severity === severity).length
  return {
    linters: [...new Set(runs.map(({ linter }) => linter))],
    errors: count('error'),
    warnings: count('warning'),
    diagnostics: all.slice(0, mostDiagnostics).map(({ file, ...found }) => ({ path: file, ...found })),
    notes: [
      ...new Set(runs.flatMap(({ notes }) => notes)),
      ...(all.length > mostDiagnostics
        ? [`Only the first ${mostDiagnostics} of ${all.length} findings are told.`]
        : []),
    ],
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function renderLint({ linters: names, errors, warnings, diagnostics, notes }: LintResult): string {
  const lines = diagnostics.map(({ path, line, column, severity, rule, message }) =>
    [`${visibleName(path)}:${line}:${column}`, severity, rule || '-', visibleName(message)].join(' '),
  )
  const summary = names.length === 0 ? [] : [`${names.join(', ')}: ${errors} errors, ${warnings} warnings.`]
  return [...lines, ...(lines.length > 0 ? [''] : []), ...summary, ...notes.map(visibleText)].join('\n')
}
