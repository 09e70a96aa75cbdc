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
  const { TOOLYARD_STATE: own, XDG_STATE_HOME: state, HOME: home } = environment
  if (own) return resolve(own)
  // The XDG specification has relative paths ignored.
  if (state && isAbsolute(state)) return join(state, 'toolyard')
  return join(home || homedir(), '.local', 'state', 'toolyard')
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

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
