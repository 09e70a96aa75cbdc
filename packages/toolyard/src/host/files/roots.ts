/**
 * The folders that tools may work in: the workspace, and extra ones that are read-only or read-write.
 *
 * A root is its real path at the start. Containment is judged by path segments, never by string prefixes; where roots
 * lie in each other the innermost decides. What the kernel shows as files is in no root, unless the root itself is there.
 *
 * @module
 */
import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'

export type RootAccess = 'read' | 'read-write'

export interface Root {
  readonly path: string
  readonly access: RootAccess
}

const kernelFolders = ['/proc', '/sys', '/dev']

/** The workspace first. Throws `invalid_config` where a root does not exist. */
export function openRoots(workspace: string, extra: readonly Root[]): readonly Root[] {
  return [{ path: workspace, access: 'read-write' } as const, ...extra].map(({ path, access }) => ({
    path: realRoot(resolve(workspace, path)),
    access,
  }))
}

function realRoot(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (cause) {
    throw new ToolyardError('invalid_config', `the root "${path}" does not exist`, {
      cause,
      hint: 'Name a folder that is there.',
    })
  }
}

/** The innermost root that holds an absolute path. */
export function rootOf(roots: readonly Root[], path: string): Root | undefined {
  let found: Root | undefined
  for (const root of roots) {
    if (!isWithin(root.path, path) || isKernels(root, path)) continue
    if (!found || root.path.length > found.path.length) found = root
  }
  return found
}

export function isWithin(folder: string, path: string): boolean {
  const from = relative(folder, path)
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from)
}

function isKernels(root: Root, path: string): boolean {
  return kernelFolders.some((folder) => isWithin(folder, path) && !isWithin(folder, root.path))
}
