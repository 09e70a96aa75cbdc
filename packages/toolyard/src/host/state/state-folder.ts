/**
 * Where Toolyard keeps what is its own: database, first token, trust, caches. Never in the workspace, where tools write and
 * repositories bring files along; in the user's state folder instead, keyed by the workspace.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'

/** `TOOLYARD_STATE`, else `toolyard` in `XDG_STATE_HOME` or `~/.local/state`. */
export function stateHome(environment: NodeJS.ProcessEnv = process.env): string {
  const { TOOLYARD_STATE: own, XDG_STATE_HOME: state } = environment
  // From the home folder: a path that depends on the current folder would believe what a repository brings.
  if (own) return resolve(homeOf(environment), own)
  // The XDG specification has relative paths ignored.
  if (state && isAbsolute(state)) return join(state, 'toolyard')
  return join(homeOf(environment), '.local', 'state', 'toolyard')
}

/** The state folder of one workspace: its name for people, and the hash of its real path. */
export function workspaceState(workspace: string, environment: NodeJS.ProcessEnv = process.env): string {
  const path = realPath(resolve(workspace))
  const name = basename(path)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 40)
  const key = createHash('sha256').update(path).digest('hex').slice(0, 16)
  return join(stateHome(environment), 'workspaces', `${name || 'root'}-${key}`)
}

/** Every folder of ours, for all workspaces: the state, and in the user's configuration what servers agreed to. */
export function ownPlaces(environment: NodeJS.ProcessEnv = process.env): string[] {
  const config = environment['XDG_CONFIG_HOME'] || join(homeOf(environment), '.config')
  return [stateHome(environment), resolve(config, 'toolyard')]
}

function homeOf({ HOME: home }: NodeJS.ProcessEnv): string {
  return home || homedir()
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
