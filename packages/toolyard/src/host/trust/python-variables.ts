/**
 * Variables that keep a Python program from code beside the one that counts: compiled files in the workspace, and modules of
 * the working folder where the program is none of them.
 *
 * @module
 */
import { basename, join } from 'node:path'
import { hasModule } from './follow-python.ts'
import { modulesOf, partsOf } from './follow-words.ts'
import type { StartedCommand } from './gate.ts'

const python = /^(?:python|pypy)[\d.]*$|^(?:uvx?|pipx|poetry|pdm|hatch|pipenv|rye)$/

/** `state` is a folder of our own. */
export function pythonVariables(
  { argv, cwd, env = {} }: StartedCommand,
  state: string,
): Record<string, string> {
  const parts = partsOf(argv)
  if (!parts.some((part) => python.test(basename(part)) || part.endsWith('.py'))) return {}
  const [first] = modulesOf(parts)
  const isElsewhere = first === undefined ? parts.includes('-c') : !hasModule(first, cwd)
  return {
    ...(env['PYTHONPYCACHEPREFIX'] === undefined && { PYTHONPYCACHEPREFIX: join(state, 'pycache') }),
    ...(isElsewhere && env['PYTHONSAFEPATH'] === undefined && { PYTHONSAFEPATH: '1' }),
  }
}
