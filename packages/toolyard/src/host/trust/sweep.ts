/**
 * The files of a folder that a program may load without saying which: it computes their names, or its language looks there.
 *
 * @module
 */
import { join } from 'node:path'
import { codeKind, entriesOf, isFileAt, isFolderAt, mostFiles } from './code-files.ts'

/** All code, or modules of Python alone. */
export type Sweep = 'code' | 'modules'

export interface SweptFiles {
  /** At most one more than are looked at, links to folders among them. */
  readonly files: readonly string[]
  /** Those that were looked into. */
  readonly folders: readonly string[]
}

/** Installed packages and what is made from other files are passed over. */
const passedOver = new Set(['node_modules', '.git', '__pycache__', '.toolyard'])
const packageName = /^[\p{L}_][\p{L}\p{N}_]*$/u

export function sweepFolder(folder: string, what: Sweep): SweptFiles {
  const files: string[] = []
  const folders = [folder]
  for (const at of folders)
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) {
        const isEntered = what === 'code' || (packageName.test(entry.name) && isPackage(path, at !== folder))
        if (isEntered && !passedOver.has(entry.name) && !isEnvironment(entry.name, path)) folders.push(path)
      } else if (
        what === 'code'
          ? codeKind(path) !== undefined
          : entry.name !== '__main__.py' && (isModule(path) || isFolderAt(path))
      )
        files.push(path)
      if (files.length > mostFiles || folders.length > mostFiles) return { files, folders }
    }
  return { files, folders }
}

/** Compiled code counts where its source is missing: else it is read from a place of ours. */
export function isModule(path: string): boolean {
  if (/\.(?:pyw?|pyd|so|pyz)$/.test(path)) return true
  return path.endsWith('.pyc') && !isFileAt(path.slice(0, -1))
}

/** Without the file that makes it one, a folder counts where it is imported. */
function isPackage(path: string, isInside: boolean): boolean {
  return isInside || entriesOf(path).some(({ name }) => name.startsWith('__init__.'))
}

/** A virtual environment counts as a whole where its interpreter is started. */
function isEnvironment(name: string, path: string): boolean {
  return /^\.?v?env$/.test(name) && isFileAt(join(path, 'pyvenv.cfg'))
}
