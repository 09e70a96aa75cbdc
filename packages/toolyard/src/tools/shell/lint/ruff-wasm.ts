/**
 * ruff without ruff: its WebAssembly build looks at Python files if the program is not installed.
 *
 * It runs no code of the project and reads no settings: the rules are ruff's own defaults. It finds and does not fix.
 *
 * @module
 */
import type * as RuffModule from '@astral-sh/ruff-wasm-nodejs'
import { relative } from 'node:path'
import type { ToolContext } from '../../../define/index.ts'
import { kindOf, type LintJob } from './find-linters.ts'
import type { Diagnostic, LintRun } from './linter.ts'

type Ruff = typeof RuffModule

const mostFiles = 2000
const mostBytes = 2 * 1024 * 1024

/** Undefined if the package is not installed. */
export async function runRuffWasm(
  job: LintJob,
  fix: boolean,
  context: ToolContext,
): Promise<LintRun | undefined> {
  const ruff = await loadRuff()
  if (!ruff) return undefined
  const { host, signal } = context
  const names = await pythonFiles(job, context)
  using rules = new ruff.Workspace(ruff.Workspace.defaultSettings(), ruff.PositionEncoding.Utf32)
  const diagnostics: Diagnostic[] = []
  let skipped = 0
  for (const path of names.slice(0, mostFiles)) {
    signal.throwIfAborted()
    using file = host.files.openRead(path)
    if (file.size > mostBytes) skipped++
    else
      diagnostics.push(
        ...check(rules, (await file.readPart(0, file.size)).toString(), relative(host.files.path, path)),
      )
  }
  return {
    linter: 'ruff',
    diagnostics,
    notes: [
      'ruff is not installed: its WebAssembly build was used, with default rules; settings of the project are not read.',
      ...(fix ? ['It fixes nothing by itself.'] : []),
      ...(names.length > mostFiles
        ? [`Only the first ${mostFiles} of ${names.length} Python files were looked at.`]
        : []),
      ...(skipped > 0 ? [`${skipped} files larger than ${mostBytes} bytes were not looked at.`] : []),
    ],
  }
}

async function loadRuff(): Promise<Ruff | undefined> {
  try {
    return await import('@astral-sh/ruff-wasm-nodejs')
  } catch {
    return undefined
  }
}

function check(rules: InstanceType<Ruff['Workspace']>, content: string, file: string): Diagnostic[] {
  const found = rules.check(content) as readonly RuffModule.Diagnostic[]
  return found.map(({ code, message, start_location }) => ({
    file,
    line: start_location.row,
    column: start_location.column,
    severity: code === null || code === 'invalid-syntax' ? 'error' : 'warning',
    rule: code ?? '',
    message,
    linter: 'ruff',
  }))
}

/** Those that are named, and those below the folders that are, without what is ignored. */
async function pythonFiles({ paths }: LintJob, { host, signal }: ToolContext): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    if (kindOf(path) === 'file') {
      files.push(path)
      continue
    }
    const { folder } = host.search.open(path)
    using opened = folder
    let text = ''
    await host.search.ripgrep({
      args: [
        '--files',
        '--null',
        '--no-require-git',
        '--sort=path',
        '--glob=*.py',
        '--glob=*.pyi',
        '--',
        './',
      ],
      folder: opened,
      signal,
      timeoutMs: 30_000,
      onOutput(chunk) {
        text += chunk.toString()
        return text.length < 10_000_000
      },
    })
    files.push(
      ...text
        .split('\0')
        .flatMap((name) => (name === '' ? [] : [`${opened.path}/${name.replace(/^\.\//, '')}`])),
    )
  }
  return files
}
