/**
 * Tells that something stirred in a set of folders, soon and not too often.
 *
 * One `fs.watch` per folder rather than a recursive one: on Linux Node's recursive watch costs a handle per file,
 * goes into `node_modules`, and misses what appears in a new folder before it gets there. It says only "look again";
 * what has changed is found by scanning, so no event is needed for each file.
 *
 * @module
 */
import { type FSWatcher, watch } from 'node:fs'
import { messageOf } from '../kernel/index.ts'
import type { DiscoverProblem } from '../define/index.ts'

export interface FolderWatch {
  /** Watches these folders from now on: by path, with a key that changes when a folder is replaced. */
  update(directories: ReadonlyMap<string, string>): {
    /** Whether a folder is watched now that was not before. */
    readonly hasNew: boolean
    readonly problems: readonly DiscoverProblem[]
  }
  close(): void
}

/** Quiet for this long: an editor's several steps count as one change. */
const quietMs = 60
/** Yet no longer than this after the first: a file that never rests must not hide the others. */
const longestMs = 250

export function watchFolders(onStir: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let since = 0

  const stir = (): void => {
    const now = performance.now()
    if (timer === undefined) since = now
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        timer = undefined
        onStir()
      },
      Math.max(0, Math.min(quietMs, since + longestMs - now)),
    )
  }
  const drop = (key: string): void => {
    watchers.get(key)?.close()
    watchers.delete(key)
  }
  const add = (path: string, key: string): void => {
    const watcher = watch(path, stir)
    watcher.on('error', () => {
      drop(key)
      stir()
    })
    watchers.set(key, watcher)
  }

  return {
    update(directories) {
      const problems: DiscoverProblem[] = []
      let hasNew = false
      const wanted = new Set(directories.values())
      for (const key of watchers.keys()) if (!wanted.has(key)) drop(key)
      for (const [path, key] of directories) {
        if (watchers.has(key)) continue
        try {
          add(path, key)
          hasNew = true
        } catch (error) {
          // Gone since it was scanned: the folder above it will tell.
          if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue
          problems.push({ file: path, reason: `The folder cannot be watched: ${messageOf(error)}` })
        }
      }
      return { hasNew, problems }
    },
    close() {
      clearTimeout(timer)
      for (const key of watchers.keys()) drop(key)
    },
  }
}
