/**
 * A folder held by its descriptor, so that what happens in it happens in the folder that was checked.
 *
 * On Linux names are reached through `/proc/self/fd/N/`: to swap the folder for a link meanwhile wins nothing.
 * Elsewhere there are no such paths; there device and inode are compared before and after, which is best effort.
 *
 * @module
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from './file-error.ts'

export interface FolderHandle extends Disposable {
  /** Its real path when it was opened. */
  readonly path: string
  readonly descriptor: number
  /** The way to a name in it, for calls that take a path. */
  at(name: string): string
  /** Whether it is still where it was. */
  isInPlace(): boolean
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants

/** Whether this machine tells the path of a descriptor: asked once, of a folder whose path is known. */
export function hasDescriptorPaths(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const descriptor = openSync(folder, O_RDONLY | O_DIRECTORY)
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === folder
  } catch {
    return false
  } finally {
    closeSync(descriptor)
  }
}

/** Whether a descriptor is of what stands at `path`, which has no link in it. */
export function isOpenAt(descriptor: number, path: string, byDescriptor: boolean): boolean {
  try {
    if (byDescriptor) return readlinkSync(`/proc/self/fd/${descriptor}`) === path
    const [held, there] = [fstatSync(descriptor, { bigint: true }), lstatSync(path, { bigint: true })]
    return held.ino === there.ino && held.dev === there.dev && realpathSync.native(path) === path
  } catch {
    return false
  }
}

/** Undefined if something else stands there by now. `way` is how to reach it, where that is not by its path. */
export function openFolderHandle(path: string, byDescriptor: boolean, way = path): FolderHandle | undefined {
  let descriptor: number
  try {
    descriptor = openSync(way, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return undefined
    throw error
  }
  if (!isOpenAt(descriptor, path, byDescriptor)) {
    closeSync(descriptor)
    return undefined
  }
  return {
    path,
    descriptor,
    at: (name) => (byDescriptor ? `/proc/self/fd/${descriptor}/${name}` : join(path, name)),
    isInPlace: () => isOpenAt(descriptor, path, byDescriptor),
    [Symbol.dispose]: () => closeSync(descriptor),
  }
}
