/**
 * The folders of a workspace between its top and what calls touch.
 *
 * @module
 */
import { statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import type { ToolResource } from '../../define/index.ts'
import { isWithin, realPath } from '../../host/index.ts'

/** What others wrote, or a program keeps for itself. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git'])
const deepest = 32

/** Real paths, the outermost first, without the workspace itself. */
export function nestedFolders(touched: readonly ToolResource[], workspace: string): readonly string[] {
  const found = new Set<string>()
  for (const resource of touched) {
    const start = startOf(resource)
    if (start === undefined || !isWithin(workspace, start)) continue
    const parts = relative(workspace, start)
      .split(sep)
      .filter((part) => part !== '')
    if (parts.length > deepest || parts.some((part) => passedOver.has(part))) continue
    for (const [at] of parts.entries()) found.add([workspace, ...parts.slice(0, at + 1)].join(sep))
  }
  return [...found].toSorted((one, other) => one.split(sep).length - other.split(sep).length)
}

/** The folder in which a command starts, the one that is named, or the one of a file that is. */
function startOf({ kind, id, cwd }: ToolResource): string | undefined {
  if (kind === 'command') return cwd === undefined ? undefined : realPath(cwd)
  if (kind !== 'path') return undefined
  const path = realPath(id)
  return isFolder(path) ? path : realPath(dirname(path))
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
