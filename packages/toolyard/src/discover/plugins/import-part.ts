/**
 * Files of a plugin: found inside its folder, imported within a time.
 *
 * @module
 */
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importFailure, timeLimitFailure } from '../import-failure.ts'
import type { ModuleExports } from '../read-tools.ts'
import { isInside } from '../scan-folder.ts'
import { settlesWithin } from '../../kernel/index.ts'
import type { FoundPlugin } from './find-plugin.ts'
import { PluginFailure } from './plugin-failure.ts'

/** How long a file may take to be imported, and a function of a plugin to answer. */
export const patienceMs = 10_000

export interface PartPath {
  readonly path: string
  readonly isFolder: boolean
}

/** A path that a plugin names, links resolved. Throws a `PluginFailure`. */
export async function findPart({ folder, packageFile }: FoundPlugin, path: string): Promise<PartPath> {
  const written = resolve(folder, path)
  const real = await realpath(written).catch(() => undefined)
  if (real === undefined)
    throw new PluginFailure(
      packageFile,
      `there is no "${path}" in its folder`,
      'Correct the path, or build the package first.',
    )
  if (real !== folder && !isInside(real, folder))
    throw new PluginFailure(
      packageFile,
      `"${path}" leads out of its folder, to ${real}`,
      'Keep the files of a plugin in its folder.',
    )
  return { path: real, isFolder: (await stat(real)).isDirectory() }
}

/** Throws a `PluginFailure`. */
export async function importPart(path: string): Promise<ModuleExports> {
  try {
    const importing = import(pathToFileURL(path).href) as Promise<ModuleExports>
    if (!(await settlesWithin(importing, patienceMs))) throw timeLimitFailure(patienceMs)
    return await importing
  } catch (error) {
    const failure = importFailure(error, path)
    if (failure.code === 'untrusted') throw failure
    const { message, hint } = failure
    throw new PluginFailure(
      path,
      message,
      isUnbuilt(error) ? 'A package brings JavaScript: build it before it is published.' : hint,
    )
  }
}

/** Node runs no TypeScript of packages. */
function isUnbuilt(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'
  )
}
