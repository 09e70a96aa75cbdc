/**
 * The built-in tools by group, each loaded when its group is asked for.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'

export type BuiltinGroup = 'files' | 'shell' | 'system'

/** Names under which models know these tools from elsewhere: understood, and never shown. */
export const toolAliases: Readonly<Record<string, string>> = {
  exec: 'bash',
  grep_search: 'grep',
  write_to_file: 'write_file',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'edit_file',
  Glob: 'glob',
  Grep: 'grep',
  Bash: 'bash',
}

export const builtinGroups: Readonly<Record<BuiltinGroup, () => Promise<readonly Tool[]>>> = {
  files: () =>
    load([
      () => import('./files/read-file.ts'),
      () => import('./files/write-file.ts'),
      () => import('./files/edit-file.ts'),
      () => import('./files/list-dir.ts'),
      () => import('./files/undo.ts'),
      () => import('./files/glob.ts'),
      () => import('./files/grep.ts'),
    ]),
  shell: () =>
    load([
      () => import('./shell/bash.ts'),
      () => import('./shell/powershell.ts'),
      () => import('./shell/process.ts'),
      () => import('./shell/lsp.ts'),
      () => import('./shell/git.ts'),
      () => import('./shell/lint.ts'),
    ]),
  system: async () => [(await import('./read-result.ts')).default],
}

/** Each entry is the file of one tool. */
async function load(
  files: readonly (() => Promise<{ readonly default: unknown }>)[],
): Promise<readonly Tool[]> {
  return (await Promise.all(files.map((file) => file()))).map((file) => file.default as Tool)
}
