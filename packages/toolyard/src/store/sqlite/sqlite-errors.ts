/**
 * What SQLite and the file system say, in words that help.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'

/** Primary result codes of SQLite. */
const busy = 5
const locked = 6
const readOnly = 8
const ioError = 10
const corrupt = 11
const full = 13
const cantOpen = 14
const protocol = 15
const tooBig = 18
const constraint = 19
const notADatabase = 26

/** The same from the file system, which is asked before SQLite is. */
const errnos: Readonly<Record<string, number>> = {
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOSPC: full,
  EDQUOT: full,
  EIO: ioError,
}
/** What no second attempt changes: the row itself is refused. */
const refusals: readonly (number | undefined)[] = [tooBig, constraint]

interface SqliteError {
  readonly errcode?: unknown
  readonly code?: unknown
}

export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code === busy || code === locked || code === protocol
}

export function tellSqliteError(error: unknown, file: string): ToolyardError {
  if (ToolyardError.isInstance(error)) return error
  const [code, sentence, hint] = words(error)
  return new ToolyardError(code, `the database ${file} ${sentence}`, {
    cause: error,
    hint,
    retryable: code === 'store_unavailable' && !refusals.includes(codeOf(error)),
  })
}

/** Extended codes hold the primary one in their lowest byte. */
function codeOf(error: unknown): number | undefined {
  const { errcode, code } = (typeof error === 'object' && error !== null ? error : {}) as SqliteError
  return typeof errcode === 'number' ? errcode & 0xff : errnos[String(code)]
}

function words(error: unknown): [ToolyardError['code'], string, string] {
  switch (codeOf(error)) {
    case busy:
    case locked:
    case protocol:
      return [
        'store_unavailable',
        'is locked by another process',
        'Wait until it has finished, or end it; nothing was changed.',
      ]
    case full:
      return [
        'store_unavailable',
        'could not be written: the disk is full',
        'Free some space and call again; nothing was changed.',
      ]
    case readOnly:
      return [
        'store_unavailable',
        'may not be written here',
        'Check who may write the file, those beside it (-wal, -shm) and the folder, or name another place: database: "sqlite:PATH".',
      ]
    case corrupt:
    case notADatabase:
      return [
        'store_corrupt',
        'is damaged, or is not a database',
        'Move the file and those beside it (-wal, -shm) away to start anew, or put a copy back in its place. It was left as it is.',
      ]
    case cantOpen:
      return [
        'store_unavailable',
        'could not be opened',
        'Check that it is a file and that its folder may be written, or name another place: database: "sqlite:PATH".',
      ]
    case tooBig:
      return ['store_unavailable', 'does not take a value that is so large', 'Store less at once.']
    case ioError:
      return [
        'store_unavailable',
        `could not be read or written: ${messageOf(error)}`,
        'Check the disk: it may be full or failing. Nothing was changed.',
      ]
    default:
      return ['store_unavailable', `could not be used: ${messageOf(error)}`, 'Check the file and its folder.']
  }
}
