/**
 * What a call touches, for policy, locks and approvals: the path as it is written and as it really is.
 *
 * Never throws: a path that may not be used is refused by the workspace, with a better reason.
 *
 * @module
 */
import { relative, resolve } from 'node:path'
import type { ToolResource } from '../../../define/index.ts'
import { isSensitivePath, isWithin } from '../../../host/index.ts'
import { realPathOf } from '../../../host/files/index.ts'

export function pathResources(
  request: string,
  access: ToolResource['access'],
  workspace: string,
): readonly ToolResource[] {
  const written = resolve(workspace, request)
  // Nothing is looked up elsewhere: to look can be to mount, to wait, or to tell what exists.
  const real = isWithin(workspace, written) ? realOr(written) : written
  return [...new Set([written, real])].map((id) => ({
    kind: 'path',
    id,
    access,
    ...(isSensitivePath(relative(workspace, id)) && { sensitive: true }),
  }))
}

function realOr(path: string): string {
  try {
    return realPathOf(path).path
  } catch {
    return path
  }
}

/** What models call a path elsewhere. */
export const pathAliases = {
  file_path: 'path',
  filePath: 'path',
  target_file: 'path',
  filename: 'path',
} as const
