/**
 * The linters that are known.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'
import type { LintFinding, Linter, Severity } from './linter.ts'

const scripts = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/

const biome: Linter = {
  name: 'biome',
  configs: ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'],
  endings: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|gql|html|vue|svelte|astro)$/,
  package: '@biomejs/biome',
  program: 'biome',
  install: 'npm install --save-dev @biomejs/biome',
  canFix: true,
  args: ({ paths, fix }) => [
    'lint',
    '--reporter=rdjson',
    '--colors=off',
    '--max-diagnostics=none',
    '--no-errors-on-unmatched',
    ...(fix ? ['--write'] : []),
    ...paths,
  ],
  parse: (output) =>
    listIn(output, 'diagnostics')?.map((one) => {
      const { location, code, message, severity } = one
      const start = objectOf(objectOf(objectOf(location)['range'])['start'])
      return {
        file: textOf(objectOf(location)['path']),
        line: numberOf(start['line']),
        column: numberOf(start['column']),
        severity: severityOf(severity),
        rule: textOf(objectOf(code)['value']),
        message: textOf(message),
      }
    }),
}

const oxlint: Linter = {
  name: 'oxlint',
  configs: ['.oxlintrc.json', '.oxlintrc.jsonc', 'oxlint.config.ts'],
  endings: scripts,
  package: 'oxlint',
  program: 'oxlint',
  install: 'npm install --save-dev oxlint',
  canFix: true,
  args: ({ paths, fix }) => ['--format=json', ...(fix ? ['--fix'] : []), ...paths],
  parse: (output) =>
    listIn(output.slice(Math.max(0, output.indexOf('{'))), 'diagnostics')?.map((one) => {
      const [label] = Array.isArray(one['labels']) ? (one['labels'] as unknown[]) : []
      const span = objectOf(objectOf(label)['span'])
      return {
        file: textOf(one['filename']),
        line: numberOf(span['line']),
        column: numberOf(span['column']),
        severity: severityOf(one['severity']),
        rule: textOf(one['code']),
        message: textOf(one['message']),
      }
    }),
}

const eslint: Linter = {
  name: 'eslint',
  configs: [
    ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`),
    ...['', '.js', '.cjs', '.json', '.yaml', '.yml'].map((ending) => `.eslintrc${ending}`),
  ],
  endings: scripts,
  package: 'eslint',
  program: 'eslint',
  install: 'npm install --save-dev eslint',
  canFix: true,
  args: ({ paths, fix }) => [
    '--format=json',
    '--no-color',
    '--no-error-on-unmatched-pattern',
    ...(fix ? ['--fix'] : []),
    '--',
    ...paths,
  ],
  parse: (output) =>
    listIn(output)?.flatMap((file) =>
      (Array.isArray(file['messages']) ? file['messages'].map(objectOf) : []).map((one) => ({
        file: textOf(file['filePath']),
        line: numberOf(one['line']),
        column: numberOf(one['column']),
        severity: one['severity'] === 2 ? ('error' as const) : ('warning' as const),
        rule: textOf(one['ruleId']),
        message: textOf(one['message']),
      })),
    ),
}

/** Who only looks keeps no notes for the next time, and tsc complains of it. */
const unkept = /^error TS5033: Could not write file .*\.tsbuildinfo'.*$/gm

const tsc: Linter = {
  name: 'tsc',
  configs: ['tsconfig.json'],
  endings: /\.[cm]?[jt]sx?$/,
  package: 'typescript',
  program: 'tsc',
  install: 'npm install --save-dev typescript',
  canFix: false,
  args: ({ config }) => ['--noEmit', '--pretty', 'false', '--project', config],
  parse(output) {
    const told = output.replaceAll(unkept, '')
    const found = told.split('\n').flatMap((line): LintFinding[] => {
      const [, file, row, column, kind, rule, message] =
        /^(.+?)\((\d+),(\d+)\): (error|warning|message) (TS\d+): (.*)$/.exec(line.trimEnd()) ?? []
      if (file === undefined || message === undefined) return []
      return [
        {
          file,
          line: Number(row),
          column: Number(column),
          severity: severityOf(kind),
          rule: rule ?? '',
          message,
        },
      ]
    })
    return found.length === 0 && told.trim() !== '' ? undefined : found
  },
}

const ruff: Linter = {
  name: 'ruff',
  configs: ['ruff.toml', '.ruff.toml', 'pyproject.toml'],
  shared: { name: 'pyproject.toml', mentions: /\bruff\b/ },
  needsNoConfig: true,
  endings: /\.(?:pyi?|ipynb)$/,
  program: 'ruff',
  install: 'pip install ruff',
  canFix: true,
  args: ({ paths, fix }) => [
    'check',
    '--output-format=json',
    '--no-cache',
    '--quiet',
    fix ? '--fix' : '--no-fix',
    '--',
    ...paths,
  ],
  parse: (output) =>
    listIn(output)?.map((one) => {
      const at = objectOf(one['location'])
      return {
        file: textOf(one['filename']),
        line: numberOf(at['row']),
        column: numberOf(at['column']),
        severity: one['code'] === null || one['code'] === 'invalid-syntax' ? 'error' : 'warning',
        rule: textOf(one['code']),
        message: textOf(one['message']),
      }
    }),
}

export const linters: readonly Linter[] = [biome, oxlint, eslint, tsc, ruff]

/** The objects of a JSON list, or of the list under `key` of a JSON object. */
function listIn(output: string, key?: string): Record<string, unknown>[] | undefined {
  try {
    const read: unknown = JSON.parse(output)
    const list = key === undefined ? read : objectOf(read)[key]
    return Array.isArray(list) ? list.map(objectOf) : undefined
  } catch {
    return undefined
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 1
}

function severityOf(value: unknown): Severity {
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word === 'error' || word === 'fatal') return 'error'
  return word.startsWith('warn') ? 'warning' : 'info'
}
