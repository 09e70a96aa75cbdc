/**
 * Opens a page in the browser of the person at the terminal. Best effort: the address is printed too.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { delimiter, resolve } from 'node:path'
import { withoutWritable } from '../../../host/index.ts'
import type { CommandContext } from '../../command.ts'

const programs: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer' }

/** The program is not looked for in the workspace. */
export function openBrowser(url: string, { flags }: CommandContext): void {
  const workspaces = [process.cwd(), resolve(flags.workspace ?? process.env['TOOLYARD_WORKSPACE'] ?? '.')]
  const folders = withoutWritable(process.env['PATH'], workspaces)
  const env = { ...process.env, PATH: folders.join(delimiter) || '/usr/bin' }
  spawn(programs[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref()
}
