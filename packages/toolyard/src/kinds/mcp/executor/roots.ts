/**
 * The folders that a server is told it may work in: those that its configuration lists; else the workspace, and the folders that its
 * own arguments name, as in `server-filesystem /data`. Some servers take what they are told for all there is.
 *
 * @module
 */
import { statSync } from 'node:fs'
import { basename, isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface RootsRequest {
  /** As configured; `false` tells the server of none. */
  readonly roots: readonly string[] | false | undefined
  readonly workspace: string
  /** How the program is started; undefined for a server that is elsewhere. */
  readonly program?: { readonly argv: readonly string[]; readonly cwd: string } | undefined
}

export interface McpRoot {
  readonly uri: string
  readonly name: string
}

/** Undefined if the server is not told that there are any. */
export function rootsOf({ roots, workspace, program }: RootsRequest): readonly McpRoot[] | undefined {
  if (roots === false) return undefined
  if (roots) return roots.map((path) => rootAt(resolve(workspace, path)))
  const named = (program?.argv.slice(1) ?? []).filter((arg) => isAbsolute(arg) && isFolder(arg))
  const paths = [...new Set(named.map((path) => resolve(path)))].filter((path) => path !== workspace)
  return [{ uri: pathToFileURL(workspace).href, name: 'workspace' }, ...paths.map(rootAt)]
}

function rootAt(path: string): McpRoot {
  return { uri: pathToFileURL(path).href, name: basename(path) || path }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
