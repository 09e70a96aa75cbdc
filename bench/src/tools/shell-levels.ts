/**
 * How programs are kept from the rest of the machine, and what the same is by hand.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Level = 'none' | 'bwrap'

/** Where bubblewrap is not on the PATH, there is no sandbox: `folder` becomes a PATH with everything else. */
export function environmentFor(level: Level, folder: string): NodeJS.ProcessEnv {
  if (level === 'bwrap') return process.env
  const seen = new Set(['bwrap'])
  for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of namesIn(place)) {
      if (seen.has(name)) continue
      seen.add(name)
      symlinkSync(join(place, name), join(folder, name))
    }
  }
  return { ...process.env, PATH: folder }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A shell command as one starts it by hand at this level, with the same view of the machine. */
export function byHand(level: Level, workspace: string, command: string): [string, ...string[]] {
  const shell: [string, ...string[]] = ['bash', '--noprofile', '--norc', '-c', command]
  if (level === 'none') return shell
  const bind = [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/run',
  ]
  const own = ['--bind', workspace, workspace, '--chdir', workspace]
  return ['bwrap', '--unshare-all', '--die-with-parent', ...bind, ...own, '--', ...shell]
}

/** Whether bubblewrap is there and works. */
export function hasBwrap(): boolean {
  return spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--', 'true']).status === 0
}
