/**
 * The one way to files: every path that a tool is given goes through here.
 *
 * What is opened is what was checked: by its descriptor on Linux, by device and inode elsewhere. Nothing here knows of
 * conversations, policy or text.
 *
 * @module
 */
import { createIds } from '../../kernel/index.ts'
import {
  type FileContent,
  removeFile,
  writeAtomically,
  type FileWriteOptions,
  type WriteContext,
  type WrittenFile,
} from './atomic-write.ts'
import type { FileStamp } from './file-stamp.ts'
import { hasDescriptorPaths } from './folder-handle.ts'
import { Jail, type JailSettings, type ResolvedPath } from './jail.ts'
import { openFile, type OpenFile } from './open-file.ts'
import { openFolder, type OpenFolder } from './open-folder.ts'
import type { Root } from './roots.ts'

export interface Workspace {
  /** The real path of the folder that relative paths start from. */
  readonly path: string
  /** All folders that may be used, the workspace first. */
  readonly roots: readonly Root[]
  /** Where a path leads. Throws `outside_workspace`, and `protected_path` if it is ours or must not be written. */
  resolve(request: string, access?: 'read' | 'write'): ResolvedPath
  /** Regular files only; dispose of what it answers. Never waits for a pipe or a device. */
  openRead(request: string): OpenFile
  openFolder(request: string): OpenFolder
  /** Whole or not at all; makes folders that are missing. Throws `protected_path`, `stale_file`. */
  write(request: string, content: FileContent, options?: FileWriteOptions): Promise<WrittenFile>
  remove(request: string, expected?: FileStamp): void
  /** Whether reading it asks first: keys, credentials, `.env` files. */
  isSensitive(path: string): boolean
  /** Whether no tool may write it. */
  isProtected(path: string): boolean
  /** Whether rules close it to the call, of a real path: it is not read, written, listed or named. */
  isClosed(path: string): boolean
  /** What is Toolyard's own below a folder, which is a real path: names from there. No tool reads, lists or writes it. */
  ownBelow(folder: string): readonly string[]
}

export interface WorkspaceSettings extends JailSettings {
  /** `false` compares devices and inodes even if descriptors have paths. */
  readonly descriptorPaths?: boolean
}

export function createWorkspace(settings: WorkspaceSettings): Workspace {
  const jail = new Jail(settings)
  const byDescriptor = settings.descriptorPaths !== false && hasDescriptorPaths(jail.workspace)
  const writing: WriteContext = { jail, byDescriptor, ids: createIds() }
  return {
    path: jail.workspace,
    roots: jail.roots,
    resolve: (request, access) => jail.resolve(request, access),
    openRead: (request) => openFile(writing, request),
    openFolder: (request) => openFolder(writing, request),
    write: (request, content, options) => writeAtomically(writing, request, { ...options, content }),
    remove: (request, expected) => removeFile(writing, request, expected),
    isSensitive: (path) => jail.isSensitive(path),
    isProtected: (path) => jail.isProtected(path),
    isClosed: () => false,
    ownBelow: (folder) => jail.ownBelow(folder),
  }
}
