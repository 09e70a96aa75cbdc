/**
 * The reader of command lines, loaded where policy speaks of commands: parser and tables cost nothing before.
 *
 * @module
 */
import type { Shell, ShellSettings } from './shell.ts'

export async function loadShell(settings: ShellSettings): Promise<Shell> {
  const { createShell } = await import('./shell.ts')
  return createShell(settings)
}
