/**
 * Where Toolyard keeps what is its own: database, first token, trust, caches. Never in the workspace, where tools write and
 * repositories bring files along; in the user's state folder instead, keyed by the workspace.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'

/** `TOOLYARD_STATE`, else `toolyard` in `XDG_STATE_HOME` or `~/.local/state`. */
export function stateHome(environment: NodeJS.ProcessEnv = process.env): string {
  const { TOOLYARD_STATE: own, XDG_STATE_HOME: state } = environment
  // From the home folder: a path that depends on the current folder would believe what a repository brings.
  if (own) return isAbsolute(own) ? resolve(own) : resolve(homeFolder(environment), own)
  // The XDG specification has relative paths ignored.
  if (state && isAbsolute(state)) return join(state, 'toolyard')
  return join(homeFolder(environment), '.local', 'state', 'toolyard')
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
  return [stateHome(environment), configHome(environment)]
}

/** `toolyard` in `XDG_CONFIG_HOME` or `~/.config`. */
export function configHome(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CONFIG_HOME: config } = environment
  if (config && isAbsolute(config)) return join(config, 'toolyard')
  return join(homeFolder(environment), '.config', 'toolyard')
}

/** `HOME` if it is a whole path, else what the system knows of the user. An empty `HOME` would mean the current folder. */
export function homeFolder({ HOME: home }: NodeJS.ProcessEnv = process.env): string {
  for (const find of [() => home, homedir, () => userInfo().homedir]) {
    const folder = attempt(find)
    if (folder && isAbsolute(folder)) return folder
  }
  throw new ToolyardError('invalid_config', 'this user has no home folder to keep the state in', {
    hint: 'Set HOME or TOOLYARD_STATE to an absolute path.',
  })
}

/** A user whom the system does not know makes both of its answers throw. */
function attempt(find: () => string | undefined): string | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** Where a path leads; the path itself if nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
