/**
 * What this Toolyard keeps for itself beside its database: where it is, and that no tool gets there.
 *
 * @module
 */
import { join, resolve } from 'node:path'
import { guardStateHome, openState, ownPlaces } from '../host/index.ts'
import type { Settings } from './settings.ts'

export interface OwnState {
  /** Folders that no tool reaches. */
  readonly places: readonly string[]
  /** The path of a file in the state folder of the workspace, which is made. Throws `invalid_config` if it can't be used. */
  file(name: string): string
}

export function ownStateOf(options: Settings, workspace: string): OwnState {
  // The state of a process whose tools see a short environment stays where it is.
  const environment = { ...process.env, ...options.environment }
  const { roots = [], baseFolder = workspace } = options
  guardStateHome([workspace, ...roots.map(({ path }) => resolve(baseFolder, path))], environment)
  return {
    places: [...new Set([...ownPlaces(environment), ...ownPlaces()])],
    file: (name) => join(openState(workspace, environment), name),
  }
}
