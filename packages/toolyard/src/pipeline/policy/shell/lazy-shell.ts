/**
 * The reader of command lines, loaded with the first call that runs one: parser and tables cost nothing before.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { Shell, ShellSettings } from './shell.ts'

export function createLazyShell(settings: ShellSettings): Shell {
  let shell: Shell | undefined
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    try {
      const { createShell } = await import('./shell.ts')
      shell = await createShell(settings)
    } finally {
      loading = undefined
    }
  }
  const loaded = (): Shell => {
    if (shell) return shell
    throw new ToolyardError('internal', 'a command was to be judged before its reader was loaded')
  }
  return {
    get load() {
      return shell ? undefined : () => (loading ??= load())
    },
    read: (line, at) => loaded().read(line, at),
    wordsOf: (rule) => loaded().wordsOf(rule),
    offerRule: (line, isGranted) => loaded().offerRule(line, isGranted),
  }
}
