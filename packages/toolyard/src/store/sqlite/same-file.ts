/**
 * Whether the files of a database are still those that were opened.
 *
 * SQLite goes on writing into a file that was deleted or replaced, where it is lost. So before a commit the
 * paths are held against what they led to at first: the database's, and that of its log, in which new rows are. The first
 * time that they differ is told on standard error as well, for those who only look there.
 *
 * @module
 */
import { type BigIntStats, statSync } from 'node:fs'
import { ToolyardError } from '../../kernel/index.ts'

export interface SameFile {
  /** Throws `store_unavailable` where a path leads elsewhere now. */
  check(): void
}

/** Of a database that was opened a moment ago. */
export function sameFile(file: string): SameFile {
  const opened = look(file)
  const log = `${file}-wal`
  let openedLog: BigIntStats | undefined
  let isTold = false
  const lostPath = (): string | undefined => {
    if (!isSame(opened, look(file))) return file
    // The log comes with the first change, and stays as long as a process has the database open.
    if (openedLog === undefined) openedLog = look(log)
    else if (!isSame(openedLog, look(log))) return log
    return undefined
  }
  return {
    check() {
      const path = lostPath()
      if (path === undefined) {
        isTold = false
        return
      }
      const error = lost(file, path)
      if (!isTold) process.emitWarning(error.message, { code: 'TOOLYARD_STORE', detail: error.hint ?? '' })
      isTold = true
      throw error
    },
  }
}

function look(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isSame(before: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  return before !== undefined && now !== undefined && before.ino === now.ino && before.dev === now.dev
}

function lost(file: string, path: string): ToolyardError {
  const what = path === file ? 'the file' : `its log ${path}`
  return new ToolyardError(
    'store_unavailable',
    `the database ${file} can't be written: ${what} was deleted or replaced while it was open`,
    {
      hint: 'Put it back in its place, or start Toolyard again to begin with what is there now. Nothing was changed.',
      retryable: true,
    },
  )
}
