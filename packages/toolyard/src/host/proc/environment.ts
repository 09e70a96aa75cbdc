/**
 * What children see of our environment: a short list of names, and a PATH that stays as it was at the start.
 *
 * Folders inside the workspace stand last in that PATH and relative ones not at all, so that nothing that is written into
 * the workspace can take the name of a program of the machine.
 *
 * @module
 */
import { realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute } from 'node:path'
import { isWithin } from '../files/roots.ts'

const inherited = ['HOME', 'LANG', 'TERM', 'TZ', 'TMPDIR']
/** Without these a program of Windows does not even start. */
const inheritedOnWindows = ['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'windir']
const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The variable that marks everything that one run starts. */
export const runVariable = 'TOOLYARD_RUN'

export function allowedEnvironment(
  environment: NodeJS.ProcessEnv,
  workspace: string,
): Record<string, string> {
  const allowed: Record<string, string> = { PATH: fixedPath(pathOf(environment), workspace) }
  const names = process.platform === 'win32' ? [...inherited, ...inheritedOnWindows] : inherited
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (names.includes(name) || /^LC_[A-Z]+$/.test(name))) allowed[name] = value
  }
  return allowed
}

/** Runs inside runs carry the marks of all of them: the outermost sweep finds them too. */
export function runMark(environment: NodeJS.ProcessEnv, run: string): string {
  const outer = environment[runVariable]
  return outer === undefined || outer === '' ? run : `${outer}:${run}`
}

export function fixedPath(path: string | undefined, workspace: string): string {
  const folders = [...new Set((path ?? usualPath).split(delimiter).filter((folder) => isAbsolute(folder)))]
  const outside = folders.filter((folder) => !isWithin(workspace, folder))
  const inside = folders.filter((folder) => isWithin(workspace, folder))
  return [...outside, ...inside].join(delimiter) || usualPath
}

/** The folders of a PATH in which only the machine's owner puts programs: none that tools or every user can write to. */
export function withoutWritable(path: string | undefined, writable: readonly string[]): readonly string[] {
  return (path ?? usualPath).split(delimiter).filter((folder) => {
    if (!isAbsolute(folder)) return false
    try {
      const real = realpathSync(folder)
      const isOpen = process.platform !== 'win32' && (statSync(real).mode & 0o002) !== 0
      return !isOpen && !writable.some((root) => isWithin(root, folder) || isWithin(root, real))
    } catch {
      return false
    }
  })
}

/** Windows writes it `Path`. */
function pathOf(environment: NodeJS.ProcessEnv): string | undefined {
  if (environment['PATH'] !== undefined) return environment['PATH']
  const name = Object.keys(environment).find((key) => key.toUpperCase() === 'PATH')
  return name === undefined ? undefined : environment[name]
}
